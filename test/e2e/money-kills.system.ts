/**
 * The real server is killed with SIGKILL while trades are made, paid by ACH, card, from custody accounts, by wire and
 * by check, returned, voided and cancelled, again and again, on one data folder. After each kill the sums over all
 * tables agree, the ledger with its records and the states of trades with their money. In the end
 * each trade and each move of money is where the answers said, done once, and each webhook was sent under one id.
 * Calls without an answer are made again with their Idempotency-Key.
 *
 * KILLS: how often (1 when not set; 100 take a quarter of an hour). SEED: the seed of a run that is to
 * be repeated. By the clock of the server it begins at noon: the batches of 18:00 US Eastern take what is Pending.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../src/database/open-database.ts';
import { DEMO_PARTY, demoAccount } from '../../src/modules/examples/demo.ts';
import { fromMillionths, toMillionths } from '../../src/modules/shared/values/amounts.ts';
import { holdsUnits } from '../../src/modules/trades/records/trade-lifecycle.ts';
import { booksAreWhole } from '../support/books-check.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { databaseSetting } from './support/database-setting.ts';
import { Dice } from './support/dice.ts';
import {
  type InvestorIds,
  type MoveKind,
  PayingInvestor,
  SETTLES,
  WAITS,
  WEBHOOK_METHODS,
} from './support/investments.ts';
import { mustCall } from './support/requests.ts';
import { RestartingDesk } from './support/restarting-desk.ts';
import { clockAtNoon } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';
import { type Received, WebhookReceiver } from './support/webhook-receiver.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const SEED = Number(process.env.SEED ?? Math.ceil(Math.random() * 2 ** 31));
const INVESTORS = 6;

const WEBHOOKS = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_LOOPBACK: 'true' };

describeOnEachDatabase('trades and their money under load', (databases) => {
  test(`agree after ${KILLS} kills`, { timeout: killLimitMs(KILLS) }, async () => {
    console.log(`KILLS=${KILLS} SEED=${SEED}`);
    const dice = new Dice(SEED);
    const { url } = await databases.location();
    const settings = { ...WEBHOOKS, ...clockAtNoon().settings, ...databaseSetting(url) };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const place = url == null ? { file: join(server.dataDir, 'openats.db') } : { url };
    const receiver = await receiverOf(server);
    const offeringId = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')).securityId as string;
    const desk = new RestartingDesk(server);
    const investors: PayingInvestor[] = [];
    for (let number = 0; number < INVESTORS; number++) {
      const accountId = await investorWith(server, number % 2 === 0 ? SETTLES : WAITS);
      const ids: InvestorIds = { offeringId, accountId, nickname: number % 2 === 0 ? SETTLES : WAITS };
      investors.push(new PayingInvestor(desk, dice, ids));
    }
    let isOver = false;
    const working = investors.map(async (investor) => {
      while (!isOver) await investor.deal();
    });
    const killing = async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        await desk.afterAnswers(dice.between(30, 90));
        await desk.kill(() => reviewSums(place, Number(offeringId)));
      }
      isOver = true;
    };
    await Promise.all([killing(), ...working]);
    await receiver.until((received) => investors.every(({ due }) => allCame(due, received)));
    expect(await desk.server.stop()).toBe(0);
    await reviewSums(place, Number(offeringId));
    await reviewDeals(place, investors);
    reviewWebhooks(receiver.received, investors);
    const deals = investors.reduce((sum, investor) => sum + investor.deals.length, 0);
    console.log(
      `${deals} trades, ${receiver.received.length} webhooks, ${desk.repeated} calls answered at the second try`,
    );
    expect(deals).toBeGreaterThan(INVESTORS);
  });
});

async function receiverOf(server: ServerProcess): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start();
  for (const method of WEBHOOK_METHODS) {
    // Where the receiver does not answer within seconds, the webhook is sent again.
    await mustCall(server, 'registerWebhook', { method, url: receiver.urlFor(method), retries: 'Yes' });
  }
  return receiver;
}

/** The id of an account with a primary party, a bank account of this nickname, a card, and an open custody account. */
async function investorWith(server: ServerProcess, nickname: string): Promise<string> {
  const put = { verb: 'PUT' };
  const party = await mustCall(server, 'createParty', DEMO_PARTY, put);
  const [, [{ partyId }]] = party.partyDetails as [boolean, [{ partyId: string }]];
  const account = await mustCall(server, 'createAccount', demoAccount('Example Investor'), put);
  const [{ accountId }] = account.accountDetails as [{ accountId: string }];
  const link = { firstEntryType: 'Account', firstEntry: accountId, relatedEntryType: 'IndivACParty' };
  await mustCall(server, 'createLink', { ...link, relatedEntry: partyId, linkType: 'owner', primary_value: 1 }, put);
  await mustCall(server, 'createExternalAccount', {
    ...{ types: 'Account', accountId, ExtAccountfullname: 'Example Investor', Extnickname: nickname },
    ...{ ExtRoutingnumber: '123456780', ExtAccountnumber: '4000500060', accountType: 'Checking' },
  });
  const { accountDetails } = await mustCall(server, 'linkCreditCard', { accountId });
  const card = { name: 'Example Investor', number: '4242424242424242', expiry: '12/35', code: '123', zip: '10001' };
  const saved = await fetch(String(accountDetails), { method: 'POST', body: new URLSearchParams(card) });
  expect(saved.status).toBe(200);
  const documentUrl = 'https://documents.example.com/agreement.pdf';
  await mustCall(server, 'createCustodyAgreementAttestation', { accountId, isAttested: true, documentUrl });
  const asked = await mustCall(server, 'createCustodyAccountRequest', { accountId });
  const [{ custAccRequestID }] = asked.custodialAccountDetails as [{ custAccRequestID: string }];
  const decision = { custAccRequestID, custAccStatus: 'Approved' };
  await mustCall(server, 'admin/reviewCustodyAccountRequest', decision, { credentials: server.operator });
  return accountId;
}

/** A move of a trade's money, in whichever table. */
interface MoveRow {
  readonly kind: MoveKind;
  readonly ref_num: number;
  readonly trade_id: number | null;
  readonly amount: string;
  readonly status: string;
}

/**
 * Reads the tables without the server, as they are at one moment: PostgreSQL may still be ending what the server asked
 * of it before it was killed.
 */
async function withTables<T>(
  place: DatabaseLocation,
  read: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(place);
  try {
    return await database.db.transaction().setIsolationLevel('repeatable read').execute(read);
  } finally {
    await database.close();
  }
}

type Tables = Parameters<Parameters<typeof withTables>[1]>[0];

async function movesIn(db: Tables): Promise<MoveRow[]> {
  const ach = await db.selectFrom('ach_fund_moves').selectAll().execute();
  const cards = await db.selectFrom('card_fund_moves').selectAll().execute();
  const custody = await db.selectFrom('custody_fund_moves').selectAll().execute();
  const receipts = await db
    .selectFrom('receipts')
    .leftJoin('receipt_matches', 'receipt_matches.receipt_id', 'receipts.receipt_id')
    .select(['receipts.receipt_id as ref_num', 'receipts.status', 'receipt_matches.trade_id', 'receipt_matches.amount'])
    .execute();
  return [
    ...ach.map((row) => ({ ...row, kind: 'ach' as const, status: row.fund_status })),
    ...cards.map((row) => ({ ...row, kind: 'card' as const, status: row.fund_status, amount: row.total_amount })),
    ...custody.map((row) => ({ ...row, kind: 'custody' as const, ref_num: row.reference_number })),
    ...receipts.map((row) => ({ ...row, kind: 'receipt' as const, amount: row.amount ?? '0.000000' })),
  ];
}

const LIVE: ReadonlySet<string> = new Set(['Pending', 'Submitted', 'Settled', 'Matched']);
/** States of a move whose money is there. */
const SETTLED: ReadonlySet<string> = new Set(['Settled', 'Matched']);
/** States of a trade whose money is there. */
const PAID: ReadonlySet<string> = new Set(['FUNDED', 'UNWIND PENDING']);

/** What was sold is what trades hold; what trades are paid with is what has settled; of a trade one move is live. */
async function reviewSums(place: DatabaseLocation, offeringId: number): Promise<void> {
  await withTables(place, async (db) => {
    const trades = await db.selectFrom('trades').selectAll().where('offering_id', '=', offeringId).execute();
    const moves = await movesIn(db);
    const offering = await db
      .selectFrom('offerings')
      .select('sold_shares')
      .where('offering_id', '=', offeringId)
      .executeTakeFirstOrThrow();
    const held = trades.filter(({ order_status }) => holdsUnits(order_status));
    expect(offering.sold_shares).toBe(sum(held.map(({ total_shares }) => total_shares)));
    const settled = moves.filter(({ status }) => SETTLED.has(status));
    const paid = trades.filter(({ order_status }) => PAID.has(order_status));
    expect(sum(settled.map(({ amount }) => amount))).toBe(sum(paid.map(({ total_amount }) => total_amount)));
    expect(settled.map(({ trade_id }) => trade_id).toSorted()).toEqual(paid.map(({ trade_id }) => trade_id).toSorted());
    const live = moves.filter(({ status }) => LIVE.has(status)).map(({ trade_id }) => trade_id);
    expect(new Set(live).size).toBe(live.length);
    await booksAreWhole(db);
  });
}

function sum(amounts: readonly string[]): string {
  return fromMillionths(amounts.reduce((total, amount) => total + toMillionths(amount), 0n));
}

/** Each trade and move of each investor is there once, in the state that the answers led to; and no other is there. */
async function reviewDeals(place: DatabaseLocation, investors: readonly PayingInvestor[]): Promise<void> {
  await withTables(place, async (db) => {
    const deals = investors.flatMap((investor) => investor.deals);
    const trades = await db.selectFrom('trades').selectAll().execute();
    const known = (pairs: readonly string[]) => pairs.toSorted();
    expect(known(trades.map(({ trade_id, order_status }) => `${trade_id} ${order_status}`))).toEqual(
      known(deals.map(({ tradeId, state }) => `${tradeId} ${state}`)),
    );
    const moves = (await movesIn(db)).map(
      ({ kind, ref_num, trade_id, status }) => `${kind} ${ref_num} of ${trade_id} ${status}`,
    );
    const done = deals.flatMap(({ tradeId, move }) =>
      move === undefined ? [] : [`${move.kind} ${move.refNum} of ${tradeId} ${move.state}`],
    );
    expect(known(moves)).toEqual(known(done));
  });
}

/** What a webhook is about, as PayingInvestor counts it. */
function about({ method, fields }: Received): string {
  if (method === 'updateTradeStatus') return `${method} ${fields.tradeId} ${fields.orderStatus}`;
  if (/^update(External|CC)FundMoveStatus$/.test(method)) return `${method} ${fields.RefNum} ${fields.fundStatus}`;
  if (method === 'cancelInvestment') return `${method} ${fields.OrderId}`;
  if (/Trade$/.test(method)) return `${method} ${fields.tradeId}`;
  return `${method} ${fields.RefNum ?? fields.ccreferencenumber ?? fields.referenceNumber}`;
}

/** The ids of the deliveries by what they are about. */
function deliveries(received: readonly Received[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const one of received) {
    const key = about(one);
    ids.set(key, (ids.get(key) ?? new Set()).add(String(one.headers['x-delivery-id'])));
  }
  return ids;
}

function allCame(due: ReadonlyMap<string, number>, received: readonly Received[]): boolean {
  if (received.length < due.size) return false;
  const ids = deliveries(received);
  return [...due.keys()].every((key) => ids.has(key));
}

/** What was sent again has the id that it had; so there are as many ids as things that happened. */
function reviewWebhooks(received: readonly Received[], investors: readonly PayingInvestor[]): void {
  const sent = [...deliveries(received)].map(([key, ids]) => `${key}: ${ids.size}`);
  const due = investors.flatMap((investor) => [...investor.due].map(([key, count]) => `${key}: ${count}`));
  expect(sent.toSorted()).toEqual(due.toSorted());
}
