import type { Clock } from '../../src/time/clock.ts';
import type { Timers } from '../../src/time/timers.ts';
import { Disk } from './disk.ts';
import type { World } from './world.ts';

/** Thrown where a process that has ended would still have an effect: its code goes no further. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';

  constructor() {
    super('the process has ended');
  }
}

/** Friday, 20 November 2026: five seconds before the market of New York closes, at which some seeds begin. */
const FRIDAY_US = Date.parse('2026-11-20T20:59:55Z') * 1000;
const MORNING_US = Date.parse('2026-11-20T15:00:00Z') * 1000;
/** What a busy event loop adds to a timer. */
const LOOP_US_MAX = 900;
const STALL_US_MAX = 250_000;
const STALL_CHANCE = 0.0004;

/** A machine with its wall clock and its disk, on which one process runs at a time. */
export class Machine {
  readonly world: World;
  readonly name: string;
  readonly disk: Disk;
  /** Microseconds since 1970 at the beginning of the world. */
  readonly beginUs: number;
  /** How far its wall clock is ahead of true time. */
  clockUs: number;
  /** The beginning of the contexts of what cannot be opened now; undefined: everything can. */
  unreadable: string | undefined;

  constructor(world: World, name: string, atClose: boolean) {
    this.world = world;
    this.name = name;
    this.disk = new Disk(world);
    this.beginUs = atClose ? FRIDAY_US : MORNING_US;
    this.clockUs = world.dice.between(-100_000, 100_000);
  }

  get wallUs(): number {
    return this.beginUs + this.world.nowUs + this.clockUs;
  }
}

/** A process of a machine: the clock and the timers of its program, and whether it runs. */
export class SimulatedProcess implements Clock, Timers {
  readonly machine: Machine;
  /** Of a part that may end before its process, in whose main thread it runs. */
  readonly #whole: SimulatedProcess | undefined;
  readonly #world: World;
  readonly #onEnd = new Set<() => void>();
  readonly #backlog: (() => void)[] = [];
  /** The other threads of the process. */
  readonly #threads: SimulatedProcess[] = [];
  #isAlive = true;
  #isStopped = false;
  #pausedUntilUs = -1;
  /** It ends right before this many more actions that others can see. */
  #effectsLeft = Number.POSITIVE_INFINITY;

  constructor(machine: Machine, whole?: SimulatedProcess) {
    this.machine = machine;
    this.#world = machine.world;
    this.#whole = whole;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isStopped(): boolean {
    return this.#whole?.isStopped ?? this.#isStopped;
  }

  /** When it last ran again; true time. */
  get pausedUntilUs(): number {
    return this.#whole?.pausedUntilUs ?? (this.#isStopped ? this.#world.nowUs : this.#pausedUntilUs);
  }

  /** The timers as functions that need no object. */
  get timers(): Timers {
    return {
      nowMs: () => this.nowMs(),
      after: (delayMs, callback) => this.after(delayMs, callback),
      every: (intervalMs, callback) => this.every(intervalMs, callback),
      soon: (callback) => this.soon(callback),
    };
  }

  nowUs(): number {
    return this.machine.wallUs;
  }

  nowMs(): number {
    return this.#world.nowUs / 1000;
  }

  after(delayMs: number, callback: () => void): () => void {
    let isOff = false;
    const cancel = this.#world.after(Math.max(1, delayMs) * 1000 + this.#loopUs(), () =>
      this.deliver(() => {
        if (!isOff) callback();
      }),
    );
    return () => {
      isOff = true;
      cancel();
    };
  }

  every(intervalMs: number, callback: () => void): () => void {
    let cancel = () => {};
    const again = () => {
      cancel = this.after(intervalMs, () => {
        again();
        callback();
      });
    };
    again();
    return () => cancel();
  }

  soon(callback: () => void): void {
    this.#world.after(1 + this.#loopUs() / 30, () => this.deliver(callback));
  }

  #loopUs(): number {
    const { dice } = this.#world;
    return dice.chance(STALL_CHANCE) ? dice.between(0, STALL_US_MAX) : dice.between(0, LOOP_US_MAX);
  }

  /** What reaches the process from outside: nothing does once it has ended, and later while it is stopped. */
  deliver(run: () => void): void {
    if (!this.#isAlive) return;
    if (this.#whole !== undefined) this.#whole.deliver(() => this.#isAlive && run());
    else if (this.#isStopped) this.#backlog.push(run);
    else run();
  }

  /** To be called before whatever others can see. Throws ProcessEnded. */
  effect(): void {
    if (this.#isAlive) this.#whole?.effect();
    if (--this.#effectsLeft <= 0 && this.#isAlive) {
      this.#world.note(`${this.machine.name} crashes`);
      this.end();
    }
    if (!this.#isAlive) throw new ProcessEnded();
  }

  /** As effect, and answers whether it goes on. */
  mayAct(): boolean {
    try {
      this.effect();
      return true;
    } catch {
      return false;
    }
  }

  crashAfter(effects: number): void {
    this.#effectsLeft = effects;
  }

  /** As by SIGKILL. */
  end(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#backlog.length = 0;
    for (const notify of [...this.#onEnd]) notify();
    this.#onEnd.clear();
  }

  /** Calls back when it has ended; the returned function calls it off. */
  onEnd(listener: () => void): () => void {
    this.#onEnd.add(listener);
    return () => this.#onEnd.delete(listener);
  }

  /** A thread that is stopped with this process, and ends with this part of it. */
  thread(): SimulatedProcess {
    const thread = new SimulatedProcess(this.machine);
    (this.#whole ?? this).#threads.push(thread);
    this.onEnd(() => thread.end());
    return thread;
  }

  /** A part of this process in its main thread, which ends with it or before it. */
  part(): SimulatedProcess {
    const part = new SimulatedProcess(this.machine, this);
    const forget = this.onEnd(() => part.end());
    part.onEnd(forget);
    return part;
  }

  /** As by SIGSTOP: nothing of it runs, and its clocks go on. */
  stop(): void {
    this.starve();
    for (const thread of this.#threads) thread.stop();
  }

  /** The same for the main thread alone, which gets no processor. */
  starve(): void {
    this.#isStopped = true;
  }

  resume(): void {
    for (const thread of this.#threads) thread.resume();
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#pausedUntilUs = this.#world.nowUs;
    for (const [index, run] of this.#backlog.splice(0).entries()) {
      this.#world.after(index + 1, () => this.deliver(run));
    }
  }
}
