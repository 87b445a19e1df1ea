import { RateCounts, type RateCountsDeps } from './rate-counts.ts';
import { type Counted, setOrDelete, takeReport, type UseReport } from './use-report.ts';

/** What clients hold at the same time of one limit. */
export interface Held {
  /** What the client holds here. */
  set(clientId: string, count: number): void;
  /** What it holds on the other nodes. */
  elsewhere(clientId: string): number;
}

/** Of a process that is alone. */
export const HELD_HERE: Held = { set: () => {}, elsewhere: () => 0 };

/** Names of one report; further ones come with the next. */
const REPORTED_MAX = 1000;
/** Names that wait for a report. Further names count on this node only. */
const WAITING_MAX = 10_000;

/** What clients use of their limits on this node, and what the other nodes reported. */
export class SharedUse {
  readonly #rates = new Map<string, RateCounts>();
  readonly #taken = new Map<string, number>();
  readonly #held = new Map<string, number>();
  /** Names in #held that changed since their last report. */
  readonly #changed = new Set<string>();
  readonly #elsewhere = new Map<string, number>();

  /** @param kind names the limit: a word */
  rate(kind: string, options: Omit<RateCountsDeps, 'onTaken'>): RateCounts {
    const rate = new RateCounts({ ...options, onTaken: (name) => this.#take(`${kind} ${name}`) });
    this.#rates.set(kind, rate);
    return rate;
  }

  /** @param kind names the limit: a word */
  held(kind: string): Held {
    return {
      set: (clientId, count) => this.#hold(`${kind} ${clientId}`, count),
      elsewhere: (clientId) => this.#elsewhere.get(`${kind} ${clientId}`) ?? 0,
    };
  }

  /** Takes the changes since the last report; undefined: nothing changed. */
  report(): UseReport | undefined {
    const waiting = { taken: this.#taken, changed: this.#changed };
    return takeReport(waiting, REPORTED_MAX, (name) => this.#held.get(name) ?? 0);
  }

  /** All that counts now, of this node and of those that it knows of. */
  counted(): readonly Counted[] {
    return [...this.#rates].flatMap(([kind, rate]) =>
      [...rate.counted()].map(([name, counts]): Counted => [`${kind} ${name}`, counts]),
    );
  }

  /** Nobody was there for so long that a report would be wrong. */
  forgetTaken(): void {
    this.#taken.clear();
  }

  /** No other node is reached now: the next leader knows nothing of this node, and reports all that the others hold. */
  restart(): void {
    this.#elsewhere.clear();
    this.#changed.clear();
    for (const name of this.#held.keys()) this.#changed.add(name);
  }

  /** What the other nodes used: since their last report, and now. */
  add({ taken, held, counted = [] }: UseReport): void {
    for (const [name, counts] of counted) this.#rateOf(name)?.learn(clientOf(name), counts, this.#taken.get(name) ?? 0);
    for (const [name, count] of taken) this.#rateOf(name)?.add(clientOf(name), count);
    for (const [name, count] of held) setOrDelete(this.#elsewhere, name, count);
  }

  #rateOf(name: string): RateCounts | undefined {
    return this.#rates.get(name.slice(0, name.indexOf(' ')));
  }

  #take(name: string): void {
    const waiting = this.#taken.get(name) ?? 0;
    if (waiting > 0 || this.#taken.size < WAITING_MAX) this.#taken.set(name, waiting + 1);
  }

  #hold(name: string, count: number): void {
    setOrDelete(this.#held, name, count);
    this.#changed.add(name);
  }
}

/** Of a name with its limit. */
function clientOf(name: string): string {
  return name.slice(name.indexOf(' ') + 1);
}
