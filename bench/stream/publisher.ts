import { setImmediate, setTimeout } from 'node:timers/promises';
import type { TopOfBook } from '../../src/exchange/api/top-views.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { ChannelFlow } from './channel-flow.ts';
import { clock_ms } from './clock.ts';
import { TopFlow } from './flow.ts';
import { allSecurities, FILLER } from './plan.ts';
import { OWNERS_MAX, Rehearsal, type RehearsedGroup } from './rehearsal.ts';
import type { Target } from './target.ts';

/** Deliveries on their way at most, or two bursts: what is not received is not yet delivered. */
const UNDER_WAY_MAX = 50_000;
const FILLED_AT_ONCE = 200;
const FILLED_MAX = 1_000_000;

export interface PublishOrder {
  /** Changes published in one turn of the event loop; all are handed to the system before the next. */
  readonly burst: number;
  /** One burst each time that number of milliseconds is over; null: as fast as the subscribers receive. */
  readonly interval_ms: number | null;
  /** Whether it matters when each change was published, or only the first. */
  readonly latency: boolean;
}

export interface GroupsOrder {
  readonly groups: number;
  /** In each group. */
  readonly changes: number;
  readonly subscribers: number;
  readonly securityId: number;
}

/** Publishes changes of the top at the pace that the subscribers, or the clock, allow. */
export class Publisher {
  readonly #target: Target;
  readonly #flow = new TopFlow();
  #audience: ReadonlyMap<number, number> = new Map();
  #tops: readonly TopOfBook[] = [];
  #publish: (index: number) => void = () => {};
  readonly #channelFlow = new ChannelFlow();
  #rehearsal: Rehearsal | null = null;
  /** Of each group that was prepared. */
  #deliveries: readonly number[] = [];
  #received = 0;
  #onProgress: () => void = () => {};

  constructor(target: Target) {
    this.#target = target;
  }

  /** Draws the next changes and gives the number of deliveries that they make. audience: subscribers by security. */
  prepare(updates: number, audience: ReadonlyMap<number, number>): number {
    const ids = [...audience.keys()];
    this.#audience = audience;
    this.#tops = Array.from({ length: updates }, () => this.#flow.next(ids));
    this.#publish = this.#target.prepare(this.#tops);
    this.#received = 0;
    return this.#tops.reduce((sum, { securityId }) => sum + (audience.get(securityId) ?? 0), 0);
  }

  /** How many deliveries the subscribers have received since prepare(). */
  progress(received: number): void {
    this.#received = received;
    this.#onProgress();
  }

  /** When the first change was published, or each, by the clock that all processes share. */
  async publish({ burst, interval_ms, latency }: PublishOrder): Promise<readonly number[]> {
    const startedAt_ms = clock_ms();
    const publishedAt_ms: number[] = [];
    let sent = 0;
    for (let at = 0; at < this.#tops.length; at += burst) {
      if (interval_ms !== null) await until(startedAt_ms + (at / burst) * interval_ms);
      const before = sent;
      for (let i = at; i < Math.min(at + burst, this.#tops.length); i++) {
        if (latency || i === 0) publishedAt_ms.push(clock_ms());
        this.#publish(i);
        sent += this.#audience.get((this.#tops[i] as TopOfBook).securityId) ?? 0;
      }
      do await setImmediate();
      while (this.#target.busy);
      await this.#room(sent, Math.max(UNDER_WAY_MAX, 2 * (sent - before)));
    }
    return publishedAt_ms;
  }

  /**
   * Rehearses the next groups of changes of one security, and gives the number of deliveries that they make.
   *
   * @param subscribers with all channels of it: the clients s0, s1 ...
   */
  async prepareGroups({ groups, changes, subscribers, securityId }: GroupsOrder): Promise<number> {
    this.#rehearsal ??= await Rehearsal.start(allSecurities());
    const owners = Math.min(OWNERS_MAX, subscribers);
    const rehearsed: RehearsedGroup[] = [];
    for (let group = 0; group < groups; group++) {
      rehearsed.push(await this.#rehearsal.group(this.#channelFlow.group(securityId as SecurityId, changes, owners)));
    }
    this.#publish = this.#target.prepareGroups(rehearsed);
    this.#deliveries = rehearsed.map(({ common, own }) => common.length * subscribers + own.length);
    this.#received = 0;
    return this.#deliveries.reduce((sum, count) => sum + count, 0);
  }

  /** When the first group was published. */
  async publishGroups(): Promise<number> {
    const startedAt_ms = clock_ms();
    let sent = 0;
    for (const [at, deliveries] of this.#deliveries.entries()) {
      this.#publish(at);
      sent += deliveries;
      do await setImmediate();
      while (this.#target.busy);
      await this.#room(sent, Math.max(UNDER_WAY_MAX, 2 * deliveries));
    }
    return startedAt_ms;
  }

  /** Publishes what only slow readers receive, until that many of them have more than `bytes` unsent. */
  async fill(readers: number, bytes: number): Promise<void> {
    const full = () => this.#target.unsentBytes().filter((unsent) => unsent > bytes).length;
    for (let filled = 0; full() < readers; filled += FILLED_AT_ONCE) {
      if (filled > FILLED_MAX) throw new Error('the slow readers take everything');
      const tops = Array.from({ length: FILLED_AT_ONCE }, () => this.#flow.next([FILLER]));
      const publish = this.#target.prepare(tops);
      for (let i = 0; i < tops.length; i++) publish(i);
      do await setImmediate();
      while (this.#target.busy);
    }
  }

  async #room(sent: number, underWayMax: number): Promise<void> {
    while (sent - this.#received > underWayMax) {
      await new Promise<void>((resolve) => {
        this.#onProgress = resolve;
      });
    }
  }
}

async function until(at_ms: number): Promise<void> {
  const left_ms = at_ms - clock_ms();
  if (left_ms > 0) await setTimeout(left_ms);
}
