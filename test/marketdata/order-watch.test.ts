/** The sessions of a connection that asked for cancelOnDisconnect, as the venue knows them (V57, V58, S20). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../../src/exchange/api/commands.ts';
import { accepted, VenueUnavailable } from '../../src/exchange/api/outcomes.ts';
import { WatchedSessions } from '../../src/exchange/records/watched-sessions.ts';
import { OrderWatch } from '../../src/marketdata/connection/order-watch.ts';
import { PendingCalls } from '../../src/marketdata/connection/pending-calls.ts';
import type { StreamContext } from '../../src/marketdata/connection/stream-context.ts';
import { ManualTime, turn } from '../support/manual-time.ts';
import { testClient } from './support/stream-server.ts';

/** The outcome of a command: done and answered, done and not answered, or not done. */
type Fate = 'answered' | 'unknown' | 'refused';
const ACCOUNTS = ['A1', 'A2'] as const;

/** A venue that knows sessions alone, and one connection to it. */
class Venue {
  readonly time = new ManualTime('2026-11-20T15:00:00Z');
  readonly sessions = new WatchedSessions();
  readonly fates: Fate[] = [];
  /** Of the lost sessions that the venue had: whose orders it cancelled. */
  readonly cancelled: (string | null)[] = [];
  readonly replies: { readonly type: string; readonly enabled?: boolean; readonly accountId?: string }[] = [];
  readonly watch: OrderWatch;
  /** What the venue last answered to the client; undefined: it cannot know. */
  known: { readonly accountId: string | null } | null | undefined = null;
  notifyLeader = () => {};

  constructor() {
    const calls = new PendingCalls({ calls: null, answer: () => {}, cut: () => {}, onEnd: () => {} });
    let names = 0;
    const context = {
      exchange: { submit: (command: Command) => this.#submit(command) },
      hasAccount: async (_: string, accountId: string) => accountId !== 'unknown',
      settings: { heartbeatMs: 1000 },
      timers: this.time,
      log: { warn: () => {} },
      sessions: {
        name: () => `process/${++names}`,
        onLeader: (listener: () => void) => {
          this.notifyLeader = listener;
          return () => {};
        },
      },
    };
    this.watch = new OrderWatch(context as unknown as StreamContext, calls, (message) => this.#replied(message));
  }

  async #submit(command: Command) {
    const fate = this.fates.shift() ?? 'answered';
    await turn();
    if (fate !== 'refused') this.#do(command);
    if (fate !== 'answered') throw new VenueUnavailable('no leader answered');
    return accepted(null);
  }

  #do(command: Command): void {
    if (command.type === 'connectSession') this.sessions.connect(command.session, command);
    if (command.type !== 'disconnectSession') return;
    const watched = this.sessions.get(command.session);
    if (watched !== undefined && command.lost) this.cancelled.push(watched.accountId);
    this.sessions.leave(command.session);
  }

  #replied(message: object): void {
    const reply = message as { type: string; code?: string; enabled?: boolean; accountId?: string };
    this.replies.push(reply);
    if (reply.code === 'unknown-account') return;
    if (reply.type === 'error') this.known = undefined;
    else this.known = reply.enabled ? { accountId: reply.accountId ?? null } : null;
  }

  ask(enabled: boolean, accountId: string | null): void {
    this.watch.perform({ op: 'cancelOnDisconnect', id: 1, enabled, accountId, seconds: 15 }, testClient('A'));
  }

  /** Another node leads the venue: it counts all sessions as lost, and this process hears of it. */
  failOver(): void {
    this.sessions.restarted(this.time.nowUs());
    this.notifyLeader();
  }

  async calm(): Promise<void> {
    this.fates.length = 0;
    for (let second = 0; second < 5; second++) {
      for (let count = 0; count < 20; count++) await turn();
      this.time.advanceMs(1000);
    }
  }

  /** The terms of the sessions that watch and are not about to count as lost. */
  get live() {
    return [...this.sessions.entries()]
      .filter(([, , deadline]) => deadline === null)
      .map(([, { accountId }]) => accountId);
  }
}

const accountId = fc.constantFrom(null, ...ACCOUNTS, 'unknown');
const fate = fc.constantFrom<Fate>('answered', 'unknown', 'refused');
const step = fc.oneof(
  fc.record({
    type: fc.constant('ask' as const),
    enabled: fc.boolean(),
    accountId,
    fates: fc.array(fate, { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('fail over' as const), fates: fc.array(fate, { maxLength: 4 }) }),
  fc.record({ type: fc.constant('calm' as const) }),
);

async function play(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): Promise<Venue> {
  const venue = new Venue();
  for (const one of steps) {
    if (one.type === 'calm') await venue.calm();
    else {
      venue.fates.push(...one.fates);
      if (one.type === 'ask') venue.ask(one.enabled, one.accountId);
      else venue.failOver();
      await turn();
    }
  }
  return venue;
}

const steps = fc.array(step, { maxLength: 12, size: 'max' });

test('the venue has one session of what the client knows, whatever the outcome of its commands', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const venue = await play(all);
      await venue.calm();
      expect(venue.cancelled).toEqual([]);
      if (venue.known === undefined) expect(new Set(venue.live).size).toBeLessThan(2);
      else expect(new Set(venue.live)).toEqual(new Set(venue.known === null ? [] : [venue.known.accountId]));
    }),
    { numRuns: 150 },
  );
});

test('a lost connection cancels the orders that the client knows to be watched, and leaves no session', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fate, { maxLength: 4 }), async (all, fates) => {
      const venue = await play(all);
      if (all.length % 2 === 0) await venue.calm();
      const { known } = venue;
      venue.fates.push(...fates);
      venue.watch.lost();
      await venue.calm();
      expect([...venue.sessions.entries()]).toEqual([]);
      if (known !== undefined && known !== null && all.length % 2 === 0) {
        expect(new Set(venue.cancelled)).toEqual(new Set([known.accountId]));
      }
    }),
    { numRuns: 150 },
  );
});
