import { Dice } from '../e2e/support/dice.ts';

/** Steps that are kept for whoever looks into a failure. */
const STEPS_KEPT = 2000;

interface Planned {
  readonly atUs: number;
  /** Of two at the same time the one that was planned first comes first. */
  readonly number: number;
  run: (() => void) | null;
}

/**
 * A world with its own clock, queue of coming events and dice. Between two things that happen, all that
 * follows from the first one without waiting is done: promises go on through microtasks, and through nothing else. So
 * a seed always makes the same history.
 */
export class World {
  readonly dice: Dice;
  readonly #queue = new PlanHeap();
  readonly #steps: string[] = [];
  #nowUs = 0;
  #planned = 0;
  #low = 0x811c9dc5;
  #high = 0x1b873593;
  #failure: unknown;
  /** Things that have happened. */
  turns = 0;

  constructor(seed: number) {
    this.dice = new Dice(seed);
  }

  /** True time, microseconds since the beginning; nobody in the world has a clock that shows it. */
  get nowUs(): number {
    return this.#nowUs;
  }

  /** The function that is returned calls it off. */
  after(delayUs: number, run: () => void): () => void {
    const planned: Planned = { atUs: this.#nowUs + Math.max(1, Math.round(delayUs)), number: this.#planned++, run };
    this.#queue.push(planned);
    return () => {
      planned.run = null;
    };
  }

  sleep(delayUs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayUs, resolve));
  }

  /** Notes what happens, for the hash of the history and for whoever reads it after a failure. */
  note(step: string): void {
    this.#mix(this.#nowUs);
    for (let index = 0; index < step.length; index++) this.#mix(step.charCodeAt(index));
    this.#steps.push(`${(this.#nowUs / 1000).toFixed(3).padStart(10)} ms  ${step}`);
    if (this.#steps.length > STEPS_KEPT * 2) this.#steps.splice(0, STEPS_KEPT);
  }

  /** The newest of them. */
  get steps(): readonly string[] {
    return this.#steps.slice(-STEPS_KEPT);
  }

  /** Equal for equal histories. */
  get hash(): string {
    return [this.#high, this.#low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #mix(value: number): void {
    this.#low = Math.imul(this.#low ^ (value & 0xffff) ^ (value / 65536), 0x01000193);
    this.#high = Math.imul(this.#high ^ this.#low, 0x85ebca6b) ^ (this.#high >>> 13);
  }

  /**
   * Lets things happen until a promise of the world is settled. Rejects as it does, and when nothing more is planned
   * before a time.
   */
  run(work: Promise<unknown>, untilUs: number): Promise<void> {
    let isDone = false;
    work.then(
      () => {
        isDone = true;
      },
      (error: unknown) => {
        isDone = true;
        this.#failure = error;
      },
    );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = () => {
      try {
        if (!isDone && this.#step(untilUs)) next();
        else if (this.#failure !== undefined) reject(this.#failure);
        else if (isDone) resolve();
        else reject(new Error(`the history did not end within ${untilUs / 1_000_000} s of its world`));
      } catch (error) {
        reject(error);
      }
    };
    // After all microtasks of a step: Node empties the queue of ticks once no microtask is left.
    const next = () => queueMicrotask(() => process.nextTick(turn));
    next();
    return promise;
  }

  /** The next thing happens; false when it does not exist before a time. */
  #step(untilUs: number): boolean {
    const next = this.#queue.pop();
    if (next === undefined || next.atUs > untilUs) return false;
    if (next.run === null) return true;
    this.#nowUs = next.atUs;
    this.turns++;
    this.#mix(next.atUs);
    next.run();
    return true;
  }
}

/** What was planned, the earliest first. */
class PlanHeap {
  readonly #items: Planned[] = [];

  push(item: Planned): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(item, items[parent] as Planned)) break;
      items[at] = items[parent] as Planned;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Planned | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && isBefore(items[child + 1] as Planned, items[child] as Planned)) child++;
      if (!isBefore(items[child] as Planned, last)) break;
      items[at] = items[child] as Planned;
      at = child;
    }
    items[at] = last;
    return first;
  }
}

function isBefore(a: Planned, b: Planned): boolean {
  return a.atUs < b.atUs || (a.atUs === b.atUs && a.number < b.number);
}
