/** Fees over a fail-over: the next leader goes on with what each order paid (X4, X6), and posts it once (B10). */
import { expect, test } from 'vitest';
import { easternDate } from '../../src/calendar/eastern-time.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Command } from '../../src/exchange/api/commands.ts';
import type { MatchView } from '../../src/exchange/api/orders.ts';
import { RULES } from '../../src/exchange/api/rules.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { decodeGroup, type Group } from '../../src/exchange/journal/format.ts';
import { postFees } from '../../src/modules/fees/index.ts';
import { DAY_US } from '../../src/time/units.ts';
import { DOLLAR, order, security } from '../exchange/venue.ts';
import { JournalBooks } from '../model/journal-books.ts';
import { StoredHistory } from '../modules/ats/stored-history.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import type { MemoryJournal } from './memory-ledger.ts';
import { journalOfTest, LEASE_MS, pass, TestNode } from './test-node.ts';

const SEVEN = 7 as SecurityId;
const CENTS = 10_000;
const SCHEDULE = {
  initiator: { perShare: 3000, percent: 71_000, minimum: 10 * CENTS, maximum: 60 * CENTS },
  contra: { perShare: 2100, percent: 0, minimum: 5 * CENTS, maximum: 1_000_000 * DOLLAR },
};

const NEW_RULES = { about: () => ({ address: '', linkAddress: '', rules: RULES, version: 'test' }) };

const buy = (quantity: number) => order({ clientId: 'a', side: 'buy', price: 10 * DOLLAR, quantity });

/** Done by the leader. */
async function done(journal: MemoryJournal, leader: TestNode, command: Command): Promise<void> {
  const outcome = leader.exchange.submit(command);
  await pass(journal.time, 100);
  expect(await outcome).toMatchObject({ ok: true });
}

/** A separate node sets it, because it holds from the next day on. */
async function setSchedule(journal: MemoryJournal): Promise<void> {
  const node = new TestNode(journal, 'c', NEW_RULES);
  node.node.start();
  await pass(journal.time, 200);
  await done(journal, node, security());
  const date = easternDate(journal.time.nowUs() + DAY_US);
  await done(journal, node, { type: 'setFeeSchedule', scope: {}, schedule: SCHEDULE, date, expected: null });
  await node.node.end();
  await node.exchange.stop();
}

type Watched = Awaited<ReturnType<typeof startWatched>>;

/** A node that starts, its history, and its matches. */
async function startWatched(journal: MemoryJournal, name: string) {
  const node = new TestNode(journal, name, NEW_RULES);
  const matches: MatchView[] = [];
  node.exchange.subscribe((event) => void (event.type === 'match' && matches.push(event.match)));
  const history = await StoredHistory.of(node.exchange);
  closeAfterTest(() => history.close());
  node.node.start();
  await pass(journal.time, 200);
  return { node, matches, history };
}

test.each(['answer lost', 'lost'] as const)(
  'a leader that ends with a fill under way, whose group is %s',
  async (fate) => {
    const journal = journalOfTest();
    const { time } = journal;
    const books = await openDatabase({ file: ':memory:' });
    closeAfterTest(() => books.close());
    await setSchedule(journal);
    // To Monday, at the same hour.
    time.advanceMs((3 * DAY_US) / 1000);
    const [first, second] = [await startWatched(journal, 'a'), await startWatched(journal, 'b')];
    const nodes = [first, second];
    const submit = (command: Command) => done(journal, nodes.find(({ node }) => node.node.serves)!.node, command);
    await submit(order({ clientId: 'b', side: 'sell', price: 10 * DOLLAR, quantity: 500 }));
    await submit(buy(70));
    await submit(buy(33));
    const post = async ({ history }: Watched) => {
      await history.reached();
      return postFees({ db: books.db, records: history });
    };
    expect(await post(first)).toBe(4);
    await submit(buy(11));
    // Its group is in the journal, or not; then nothing of the leader is answered any more.
    first.node.ledgers.at(-1)!.fate = (statement) => (statement === 'append' ? fate : new Promise(() => {}));
    const unanswered = first.node.exchange.submit(buy(41));
    unanswered.catch(() => {});
    await pass(time, 3 * LEASE_MS);
    expect([second.node.node.serves, second.matches.length]).toEqual([true, fate === 'lost' ? 3 : 4]);
    await submit(buy(52));
    const { buyOrderId, sellOrderId, matchId, price, quantity } = second.matches[0]!;
    await second.history.reached();
    const paid = await second.history.store.feesOf(buyOrderId);
    await submit({
      ...{ type: 'bust', matchId, matched: { price, quantity }, reason: 'an error' },
      buyer: { clientId: 'a', accountId: null, securityId: SEVEN },
      seller: { clientId: 'b', accountId: null, securityId: SEVEN },
      fees: [
        { orderId: buyOrderId, isBuy: true, role: 'initiator', fees: paid! },
        { orderId: sellOrderId, isBuy: false, role: 'contra', fees: null },
      ],
    });
    // The one that was replaced may post what it knows at the same time.
    await Promise.all([post(first), post(second)]);
    const model = new JournalBooks();
    for (const { bytes } of journal.groups) model.apply((decodeGroup(bytes, 0) as Group).payload);
    model.expectSame();
    const rows = await books.db.selectFrom('fee_postings').selectAll().execute();
    const sums = new Map<number, number>();
    for (const { order_id, fee } of rows) sums.set(order_id, (sums.get(order_id) ?? 0) + Number(fee));
    expect(sums).toEqual(model.charged);
    expect(rows).toHaveLength(2 * (second.matches.length + 1));
    expect(sums.get(buyOrderId)).toBe(0);
    for (const { node } of nodes) {
      await node.node.end();
      await node.exchange.stop();
    }
  },
);
