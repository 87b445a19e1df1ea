/**
 * A correction, a bust and a settlement are each one event with one eventSeq, for whoever sees it and wherever (S22):
 * over HTTP, on the stream live and after a cursor, in webhooks, for the operator and for a drop copy, at other nodes.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import { VenueState } from '../../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../../src/exchange/journal/reader.ts';
import { JournalTail } from '../../../src/exchange/journal/tail.ts';
import { Replica } from '../../../src/exchange/replica/replica.ts';
import { HistoryFollower } from '../../../src/history/follower.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { ownEventsIn } from '../../../src/modules/ats/events/own-events.ts';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { VenueOutbox } from '../../../src/webhooks/outbox/index.ts';
import { type AddressedWebhook, deliveriesOf } from '../../../src/webhooks/outbox/outbox-rows.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { checkEvents } from '../../support/event-check.ts';
import { checkFlows } from '../../support/flows.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { ISSUER, OWNER } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { fieldsOf } from '../shared/api.ts';
import { COPIED, historyOf, StreamReader, streamOf } from './stream-reader.ts';

type Item = Record<string, unknown>;

const CHANGES = ['adjust', 'bust', 'settlement'] as const;
type Change = (typeof CHANGES)[number];
const PARTIES = ['C1', 'C2', OWNER];
const READERS = [...PARTIES, 'C3', 'MASTER', 'COPY'];
const aStep = fc.record({
  do: fc.constantFrom('trade' as const, ...CHANGES),
  at: fc.nat(),
  quantity: fc.integer({ min: 1, max: 40 }),
  buyer: fc.constantFrom('C1', 'C2'),
  /** Whether the readers that came back by their cursor go on from here. */
  cut: fc.boolean(),
});
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

/** One such change: its kind, its match and its number. */
const sightOf = (event: Item): string => {
  const { tradeID } = event[event.eventType as string] as Item;
  return `${event.eventType} ${tradeID} ${event.eventSeq}`;
};
const isChange = ({ eventType }: Item) => CHANGES.includes(eventType as Change);

async function take(desk: Desk, { do: what, at, quantity, buyer }: Step, matchIds: string[]): Promise<void> {
  if (what === 'trade') {
    const seller = buyer === 'C1' ? 'C2' : 'C1';
    await desk.order(seller, { type: 'Limit', action: 'Sell', price: '10', quantity, memberid: '5003' });
    await desk.order(buyer, { type: 'Limit', price: '10', quantity });
    const { match } = desk.events.findLast((event) => event.type === 'match')!;
    matchIds.push(String(match.matchId));
    return;
  }
  const tradeID = matchIds[at % matchIds.length];
  if (tradeID === undefined) return;
  if (what === 'settlement') {
    const settled = { memberid: '5003', issuerid: String(ISSUER), tradeID, tradeStatus: 'Settled' };
    await desk.call('POST', 'notifySettlement', settled, { as: 'C1' });
    return;
  }
  const terms = what === 'adjust' ? { price: '9', quantity } : {};
  await desk.call('POST', `${what}Trade`, { tradeID, reason: 'a reason', ...terms }, { as: 'MASTER' });
}

/** By reading page after page, an event at a time. */
async function pagedEvents(desk: Desk, as: string): Promise<Item[]> {
  const events: Item[] = [];
  for (let path = 'events?limit=1', more = true; more; ) {
    const page = fieldsOf(await desk.get(path, { as })) as { events: Item[]; cursor: string; moreEvents: string };
    events.push(...page.events);
    more = page.moreEvents === 'Yes';
    path = `events?limit=1&after=${page.cursor}`;
  }
  return events;
}

/** What is delivered to each of two registrations of every party. */
async function webhooksOf(desk: Desk, open: TestDatabases): Promise<Map<string, Map<string, string>>> {
  const targets = ['W1', 'W2'].map((id) => ({ id, url: 'http://127.0.0.1:9/' }));
  const ids = new Set<string>();
  const seen = new Map<string, Map<string, string>>();
  let deliveries = 0;
  const write = async (_: unknown, webhooks: readonly AddressedWebhook[]) => {
    const written: unknown[] = [];
    for (const { contents, targets: ofOne } of webhooks) {
      const form = new URLSearchParams(contents.form);
      const kind = { adjustTrade: 'adjust', bustTrade: 'bust', notifySettlement: 'settlement' }[
        contents.method as string
      ];
      for (const delivery of deliveriesOf(contents, ofOne)) {
        const { id, target, clientId } = delivery;
        written.push(delivery);
        ids.add(id);
        deliveries += 1;
        if (kind === undefined) continue;
        const reader = `${clientId} ${target.id}`;
        const sight = `${kind} ${form.get('tradeID')} ${form.get('eventSeq')}`;
        const own = seen.get(reader) ?? new Map();
        seen.set(reader, own);
        expect(own.has(sight)).toBe(false);
        own.set(sight, id);
      }
    }
    return { deliveries: written, dropped: 0 };
  };
  const outbox = new VenueOutbox({
    db: (await open()).background,
    outbox: { write, send: () => {}, stored: () => {} } as never,
    targetsOf: () => targets,
    securityOf: () => undefined,
    hasWebhooks: () => true,
    shard: 0,
    timers: desk.time,
    log: { error: () => {}, info: () => {} },
  });
  await outbox.begin(0);
  for (const event of desk.events) outbox.take(event);
  await outbox.end();
  // Each delivery of each registration has its own id.
  expect(ids.size).toBe(deliveries);
  return seen;
}

/** Another node: its copy follows the journal, and writes its own history. */
async function otherNode({ folder, exchange, time }: Desk, open: TestDatabases) {
  const log = { error: () => {} };
  const replica = new Replica({ state: new VenueState(0), sequence: 0, clock: time, alwaysOpen: true, log });
  const events: ExchangeEvent[] = [];
  replica.subscribe((event) => events.push(event));
  await replica.follow(new JournalTail(files, folder, journalStart(0)), exchange.sequence);
  const database = await open.history();
  const follower = await HistoryFollower.open({
    ...{ files, folder, shard: 0, projection: new HistoryStore(database, 0), snapshotCommands: 1_000_000 },
    ...{ archiveFolder: null, onProjected: () => {}, onNote: () => {} },
  });
  await follower.advance(exchange.sequence);
  return { events, db: database.db };
}

/** How many changes the flows had, by kind and reader. */
const counted = new Map<string, number>();

function count(kind: string, reader: string): void {
  counted.set(`${kind} ${reader}`, (counted.get(`${kind} ${reader}`) ?? 0) + 1);
}

describeOnEachDatabase('corrections, busts and settlements', (open) => {
  test('have one number wherever and to whomever they show, and show once', async () => {
    counted.clear();
    await checkFlows(
      [fc.array(aStep, { minLength: 12, maxLength: 24 })],
      async (steps) => {
        const desk = await startDesk(open, settlementModule);
        const stream = streamOf(desk);
        const live = READERS.map((clientId) => new StreamReader(stream, clientId));
        const returning = READERS.map((clientId) => new StreamReader(stream, clientId));
        for (const reader of [...live, ...returning]) await reader.rest();
        const begin = desk.exchange.lastEventSeq();
        const matchIds: string[] = [];
        for (const step of steps) {
          await take(desk, step, matchIds);
          if (!step.cut) continue;
          for (const reader of returning) reader.connect();
        }
        const changes = desk.events.flatMap((event) => {
          if (event.type !== 'notice') return [];
          const { kind, to } = event.notice;
          expect(to.map(({ clientId }) => clientId).sort()).toEqual([...PARTIES].sort());
          return [`${kind} ${to[0]!.fields.tradeID} ${event.seq}`];
        });
        const expectedOf = (clientId: string) => (clientId === 'C3' ? [] : changes);
        for (const reader of [...live, ...returning]) await reader.rest();
        const since = historyOf(desk).cursorAt(begin);
        const { events: copied, db } = await otherNode(desk, open);
        expect(copied).toEqual(desk.events);
        const webhooks = await webhooksOf(desk, open);
        for (const [at, clientId] of READERS.entries()) {
          const expected = expectedOf(clientId);
          for (const change of expected) count(change.split(' ')[0]!, clientId);
          const late = new StreamReader(stream, clientId, since);
          await late.rest();
          for (const reader of [live[at]!, returning[at]!, late]) {
            checkEvents(reader.events);
            expect(reader.events.filter(isChange).map(sightOf)).toEqual(expected);
            // The stream of trades has them for everybody, but for settlements.
            expect(reader.trades).toEqual(changes.filter((change) => !change.startsWith('settlement')));
          }
          // The same, to the letter.
          expect(late.events).toEqual(live[at]!.events);
          if (clientId !== 'COPY') {
            const got = await pagedEvents(desk, clientId);
            checkEvents(got);
            expect(got.filter(isChange).map(sightOf)).toEqual(expected);
            expect(got.filter(({ eventSeq }) => Number(eventSeq) > begin)).toEqual(live[at]!.events);
          }
          const wanted = clientId === 'MASTER' ? null : clientId === 'COPY' ? COPIED : [clientId];
          const range = { after: begin, upTo: desk.exchange.lastEventSeq() };
          const elsewhere = await ownEventsIn(db, range, wanted);
          const [isNamed, readers] = [clientId === 'MASTER' || clientId === 'COPY', wanted && new Set(wanted)];
          expect(elsewhere.map((event) => JSON.parse(event.text(isNamed, readers)))).toEqual(live[at]!.events);
          for (const id of ['W1', 'W2']) {
            const delivered = webhooks.get(`${clientId} ${id}`)?.keys() ?? [];
            expect([...delivered]).toEqual(PARTIES.includes(clientId) ? expected : []);
          }
        }
        expectOwnSides(desk, live);
      },
      { numRuns: THOROUGH ? 25 : 3, seed: 7 },
    );
    for (const kind of CHANGES) {
      for (const reader of [...PARTIES, 'MASTER', 'COPY']) expect(counted.get(`${kind} ${reader}`)).toBeGreaterThan(1);
    }
  });
});

/** Nobody learns more than before of the others: a drop copy has the sides of its clients, the operator has all. */
function expectOwnSides({ exchange }: Desk, live: readonly StreamReader[]): void {
  expect(exchange.lastEventSeq()).toBeGreaterThan(0);
  for (const { clientId, events } of live) {
    for (const event of events.filter(isChange)) {
      const fields = event[event.eventType as string] as Item;
      const isNamed = clientId === 'MASTER' || clientId === 'COPY';
      const named = clientId === 'COPY' ? COPIED : PARTIES;
      expect((fields.clients as Item[] | undefined)?.map((one) => one.clientId)).toEqual(isNamed ? named : undefined);
      expect(fields.clientId).toBeUndefined();
      const sides = ['bidAccountId', 'askAccountId'].filter((side) => side in fields);
      const ofAll = event.eventType === 'settlement' ? 0 : clientId === 'MASTER' ? 2 : clientId === OWNER ? 0 : 1;
      expect(sides).toHaveLength(ofAll);
    }
  }
}
