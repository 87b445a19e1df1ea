import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import type { Db } from '../../../src/database/schema/index.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { MatchView } from '../../../src/exchange/api/orders.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import { VenueOutbox } from '../../../src/webhooks/outbox/index.ts';
import { type AddressedWebhook, deliveriesOf } from '../../../src/webhooks/outbox/outbox-rows.ts';
import type { WebhookTarget } from '../../../src/webhooks/registry/target.ts';
import { NOW } from '../../modules/shared/records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { MemoryLog } from '../receiver.ts';

const TARGETS: readonly WebhookTarget[] = [{ id: 'W1', url: 'http://127.0.0.1:9/' }];
const BOTH_FORMS: readonly WebhookTarget[] = [...TARGETS, { id: 'W2', url: 'http://127.0.0.1:9/', platform: true }];

/** A match of C1 with a client that is registered, or is not. */
function matchEvent(seq: number, sellClientId = 'C2'): ExchangeEvent {
  const match = { matchId: seq, securityId: 5001, time: NOW, price: 1_000_000, quantity: 100, initiatorOrderId: 1 };
  const sides = { buyOrderId: 1, sellOrderId: 2, buyClientId: 'C1', sellClientId };
  return { type: 'match', match: { ...match, ...sides } as MatchView, seq, time: NOW };
}

/** Has no webhooks. */
function topEvent(seq: number): ExchangeEvent {
  return {
    type: 'top',
    top: { securityId: 5001 as SecurityId, seq, time: NOW, bid: null, offer: null },
    seq,
    time: NOW,
  };
}

interface RunOptions {
  /** Whether the registrations are in memory. */
  readonly known?: boolean;
  readonly collectedMax?: number;
  /** The registrations of those who are registered. */
  readonly registered?: readonly WebhookTarget[];
  /** Transactions that succeed; those after them fail. */
  readonly written?: number;
}

function startRun(
  { background: db }: Database,
  { known = true, collectedMax = 1000, registered = TARGETS, written }: RunOptions = {},
) {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const forms: string[] = [];
  const sent: string[] = [];
  const looked: string[] = [];
  let failing = false;
  let commits = 0;
  const targetsOf = (clientId: string) => {
    const targets = clientId === 'C1' || clientId === 'C3' ? registered : [];
    return known ? targets : Promise.resolve(targets);
  };
  const outbox = {
    write: async (transaction: Db, webhooks: readonly AddressedWebhook[]) => {
      expect(transaction.isTransaction).toBe(true);
      if (failing || commits === written) throw new Error('the database is unavailable');
      for (const { contents, targets } of webhooks) {
        forms.push(contents.form);
        sent.push(`${contents.identified ? 'identified' : 'plain'} to ${targets.map(({ id }) => id).join()}`);
      }
      return { deliveries: [], dropped: webhooks.reduce((sum, { targets }) => sum + targets.length, 0) };
    },
    send: () => {
      commits++;
    },
    stored: (clientId: string, receiver: string) => void looked.push(`${clientId} at ${receiver}`),
  };
  const options = {
    db,
    outbox,
    targetsOf,
    securityOf: () => undefined,
    hasWebhooks: (clientId: string) => clientId === 'C1',
    shard: 0,
    timers: time,
    collectedMax,
  };
  const venue = new VenueOutbox({ ...options, log: new MemoryLog() as never });
  const matches = () => forms.map((form) => new URLSearchParams(form).get('matchId'));
  const fail = (is: boolean) => {
    failing = is;
  };
  return { time, venue, matches, forms, sent, looked, fail };
}

const positionOf = async ({ db }: Database) =>
  (await db.selectFrom('venue_webhook_positions').select('event_seq').executeTakeFirst())?.event_seq;

describeOnEachDatabase('the webhooks of the venue', (open) => {
  test.each([true, false])('are written with the position (registrations known: %s)', async (known) => {
    const database = await open();
    const run = startRun(database, { known });
    expect(await run.venue.begin(10)).toBe(10);
    for (const seq of [9, 10, 11, 12]) run.venue.take(matchEvent(seq));
    await run.venue.end();
    expect([run.matches(), await positionOf(database)]).toEqual([['11', '12'], 12]);
  });

  test.each([true, false])('go to the registrations of their form (registrations known: %s)', async (known) => {
    const run = startRun(await open(), { known, registered: BOTH_FORMS });
    await run.venue.begin(0);
    run.venue.take(matchEvent(1));
    await run.venue.end();
    expect(run.sent).toEqual(['plain to W1', 'identified to W2']);
    const ids = run.forms.map((form) => new URLSearchParams(form).get('eventId'));
    expect(new Set(ids).size).toBe(2);
    expect(Object.fromEntries(new URLSearchParams(run.forms[0]))).toMatchObject({ eventSeq: '1', matchId: '1' });
  });

  test('are made from where the last run came to, each once', async () => {
    const database = await open();
    const first = startRun(database);
    await first.venue.begin(0);
    for (const seq of [1, 2]) first.venue.take(matchEvent(seq));
    await first.venue.end();
    const second = startRun(database);
    expect(await second.venue.begin(5)).toBe(2);
    for (const seq of [1, 2, 3, 4]) second.venue.take(matchEvent(seq));
    await second.venue.end();
    expect([second.matches(), await positionOf(database)]).toEqual([['3', '4'], 4]);
  });

  test('of two processes that both take the events are written by one of them', async () => {
    const database = await open();
    const [woken, leader] = [startRun(database), startRun(database)];
    for (const { venue } of [woken, leader]) {
      await venue.begin(0);
      for (const seq of [1, 2]) venue.take(matchEvent(seq));
    }
    leader.time.advanceMs(0);
    await expect.poll(() => positionOf(database)).toBe(2);
    woken.venue.take(matchEvent(3));
    await woken.venue.end();
    for (const seq of [3, 4]) leader.venue.take(matchEvent(seq));
    await leader.venue.end();
    expect([leader.matches(), woken.matches(), await positionOf(database)]).toEqual([['1', '2', '4'], ['3'], 4]);
  });

  test('are not written again after a commit of unknown outcome, and are sent', async () => {
    const database = await open();
    let isUnknown = true;
    const { background } = database;
    const transaction = () => ({
      execute: async (work: (transaction: Db) => Promise<unknown>) => {
        const result = await background.transaction().execute(work);
        if (isUnknown) {
          isUnknown = false;
          throw new Error('the connection was lost during the commit');
        }
        return result;
      },
    });
    const [insertInto, selectFrom] = [background.insertInto.bind(background), background.selectFrom.bind(background)];
    const doubtful = { insertInto, selectFrom, transaction } as unknown as typeof background;
    const run = startRun({ ...database, background: doubtful });
    await run.venue.begin(0);
    run.venue.take(matchEvent(1));
    run.time.advanceMs(0);
    await expect.poll(() => run.time.waiting).toBe(1);
    run.venue.take(matchEvent(2));
    await run.venue.end();
    expect([run.matches(), await positionOf(database)]).toEqual([['1', '2'], 2]);
    expect(run.looked).toHaveLength(TARGETS.length);
  });

  test('have the same event id and delivery ids whoever writes them', async () => {
    const formsOf = async () => {
      const run = startRun(await open(), { registered: BOTH_FORMS });
      await run.venue.begin(0);
      for (const seq of [1, 2]) run.venue.take(matchEvent(seq, 'C3'));
      await run.venue.end();
      return run.forms.map((form) => new URLSearchParams(form).get('eventId'));
    };
    const ids = await formsOf();
    expect(await formsOf()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    const contents = { clientId: 'C1', method: 'createLink', about: [], identified: true, form: '', firedAtUs: 1 };
    const deliveries = (cause?: string) =>
      deliveriesOf({ ...contents, ...(cause === undefined ? {} : { cause }) } as never, BOTH_FORMS).map(({ id }) => id);
    expect(deliveries('0 1 5 0')).toEqual(deliveries('0 1 5 0'));
    const all = [...deliveries('0 1 5 0'), ...deliveries('0 1 5 1'), ...deliveries(), ...deliveries()];
    expect(new Set(all).size).toBe(8);
    for (const id of [...all, ...ids])
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('that cannot be written leave the position where it was, and are written later', async () => {
    const database = await open();
    const run = startRun(database);
    await run.venue.begin(0);
    run.fail(true);
    run.venue.take(matchEvent(1));
    run.time.advanceMs(0);
    await expect.poll(() => run.time.waiting).toBe(1);
    expect([run.matches(), await positionOf(database)]).toEqual([[], 0]);
    run.fail(false);
    run.time.advanceMs(1000);
    await expect.poll(() => run.matches()).toEqual(['1']);
    await run.venue.end();
    expect(await positionOf(database)).toBe(1);
  });

  test('are written once, however many events come while others are being written', async () => {
    const database = await open();
    const run = startRun(database, { known: false });
    await run.venue.begin(0);
    for (const seq of [1, 2, 3, 4, 5]) {
      run.venue.take(matchEvent(seq));
      run.time.advanceMs(0);
    }
    await run.venue.end();
    expect([run.matches(), await positionOf(database)]).toEqual([['1', '2', '3', '4', '5'], 5]);
  });

  test('are written at once, the position of events without webhooks once a second', async () => {
    const database = await open();
    const run = startRun(database);
    await run.venue.begin(0);
    const others = (first: number, count: number) => {
      for (let seq = first; seq < first + count; seq++) run.venue.take(topEvent(seq));
    };
    others(1, 3);
    run.time.advanceMs(999);
    run.venue.take(matchEvent(4));
    run.time.advanceMs(0);
    await expect.poll(() => positionOf(database)).toBe(4);
    others(5, 2);
    run.time.advanceMs(1000);
    // More of them while the position is being written.
    others(7, 2);
    await expect.poll(() => positionOf(database)).toBe(6);
    // A next transaction would come before these reads.
    for (let reads = 0; reads < 5; reads++) await database.background.selectFrom('clients').selectAll().execute();
    expect([run.matches(), await positionOf(database), run.time.waiting]).toEqual([['4'], 6, 1]);
    run.time.advanceMs(1000);
    await expect.poll(() => positionOf(database)).toBe(8);
    await run.venue.end();
  });

  test('are written in batches, none of which cuts an event in two', async () => {
    const database = await open();
    const run = startRun(database);
    await run.venue.begin(0);
    const seqs = Array.from({ length: 500 }, (_, index) => index + 1);
    for (const seq of seqs) run.venue.take(matchEvent(seq));
    await run.venue.end();
    expect([run.matches(), await positionOf(database)]).toEqual([seqs.map(String), 500]);
  });

  test('are all written with the last one of their event, where a batch ends with it', async () => {
    const database = await open();
    const run = startRun(database, { written: 1 });
    await run.venue.begin(0);
    // 255 webhooks of as many events, two of the next one, and one more.
    const events = Array.from({ length: 257 }, (_, index) => matchEvent(index + 1, index === 255 ? 'C3' : 'C2'));
    for (const event of events) run.venue.take(event);
    await run.venue.end();
    expect([run.matches().length, await positionOf(database)]).toEqual([257, 256]);
    const next = startRun(database);
    expect(await next.venue.begin(0)).toBe(256);
    for (const event of events) next.venue.take(event);
    await next.venue.end();
    expect([next.matches(), await positionOf(database)]).toEqual([['257'], 257]);
  });

  test('are left to the next start where too many events wait, none of them lost or twice', async () => {
    const database = await open();
    const run = startRun(database, { collectedMax: 3 });
    await run.venue.begin(0);
    const events = [matchEvent(1), matchEvent(2), matchEvent(3, 'C3'), matchEvent(4), matchEvent(5)];
    for (const event of events) run.venue.take(event);
    expect(run.venue.pending).toBe(3);
    await run.venue.end();
    expect([run.matches(), await positionOf(database), run.venue.pending]).toEqual([['1', '2', '3', '3'], 3, 0]);
    const next = startRun(database);
    await next.venue.begin(0);
    for (const event of events) next.venue.take(event);
    await next.venue.end();
    expect([next.matches(), await positionOf(database)]).toEqual([['4', '5'], 5]);
  });

  test('are not collected for clients without registrations', async () => {
    const database = await open();
    const run = startRun(database);
    await run.venue.begin(0);
    const { match, ...event } = matchEvent(1) as Extract<ExchangeEvent, { type: 'match' }>;
    run.venue.take({ ...event, match: { ...match, buyClientId: 'C2' } });
    expect(run.venue.pending).toBe(0);
    await run.venue.end();
    expect([run.matches(), await positionOf(database)]).toEqual([[], 1]);
  });
});
