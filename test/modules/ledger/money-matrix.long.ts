/**
 * Money follows the trade (T10, T14): each trigger in each pair of states of trade and payment, for each way to pay.
 * After each the ledger is that of the slow model, and state, payment, due and overpaid are what the rules come to;
 * then the batch sends what is due and voids the rest. Where the run is not thorough: each pair of a trigger with a
 * state of the trade, of the payment and with a way to pay, and of the two states.
 */
import { expect, test } from 'vitest';
import { EVERY_CLIENT } from '../../../src/modules/shared/record/index.ts';
import { moneyOfTrades } from '../../../src/modules/trades/index.ts';
import { TRADE_STATES, type TradeState } from '../../../src/modules/trades/records/trade-lifecycle.ts';
import { DAY_US } from '../../../src/time/units.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { anIssuer, anOffering, NOW } from '../shared/records.ts';
import { aPayingAccount } from '../trades/paying-investor.ts';
import {
  amountOf,
  aPaidTrade,
  numberOf,
  type PaidTrade,
  put,
  RAILS,
  type Rail,
  SENT,
  sendAll,
  settleAll,
  statesOf,
} from '../trades/rails.ts';
import { MATRIX_TRIGGERS, type MatrixTrigger, type PaymentState, type Situation } from './matrix-triggers.ts';
import { faultsOf, STORED, startLedger, type World } from './money-walk.ts';
import { isRight } from './slow-ledger.ts';

const PAYMENT_STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;

/** All of them, one after the other. */
const TIMEOUT_MS = THOROUGH ? 3_600_000 : 240_000;
/** The ways to pay that an end stops; the others stop all. */
const STOPPED: Readonly<Record<string, readonly Rail[]>> = {
  'blocked account': ['ach', 'custody'],
  'closed custody account': ['custody'],
};

interface Combination {
  readonly trigger: MatrixTrigger;
  readonly rail: Rail;
  readonly trade: TradeState;
  readonly payment: PaymentState;
}

/** All, or a Latin square, with a case for each trigger that few of it would let do something. */
function combinations(): readonly Combination[] {
  return MATRIX_TRIGGERS.flatMap((trigger, first) => {
    const { of: rails = RAILS, at } = trigger;
    const square = TRADE_STATES.flatMap((trade, second) => {
      if (THOROUGH)
        return rails.flatMap((rail) => PAYMENT_STATES.map((payment) => ({ trigger, rail, trade, payment })));
      const rail = rails[(first + second + Math.floor(second / 3)) % rails.length]!;
      return [{ trigger, rail, trade, payment: PAYMENT_STATES[(first + second) % PAYMENT_STATES.length]! }];
    });
    return THOROUGH || at === undefined ? square : [...square, { trigger, rail: rails[first % rails.length]!, ...at }];
  });
}

interface Started extends World {
  /** Calls that were answered with 500. */
  readonly faults: readonly unknown[];
  /** Triggers that have done something. */
  readonly done: Set<string>;
}

/** A payment, and what it must be once the batch has been made. */
interface Sent {
  readonly name: string;
  readonly rail: Rail;
  readonly number: number;
  /** Absent: any. */
  readonly state: string | undefined;
  readonly isNew: boolean;
}

interface Stored {
  readonly number: number;
  readonly state: string;
}

/** Those of a trade, oldest first; all when it is absent. */
async function paymentsOf({ db }: World, rail: Rail, tradeId?: number): Promise<readonly Stored[]> {
  const { table, id } = STORED[rail];
  const all = db
    .selectFrom(table as 'ach_fund_moves')
    .selectAll()
    .orderBy(id as 'ref_num');
  const rows = await (tradeId === undefined ? all : all.where('trade_id', '=', tradeId)).execute();
  return (rows as object[] as Readonly<Record<string, string | number>>[]).map((row) => ({
    number: Number(row[id]),
    state: String(row.fund_status ?? row.status),
  }));
}

async function situationOf(world: World, rail: Rail, tradeId: number): Promise<Omit<Situation, 'rail' | 'payment'>> {
  const trade = world.db.selectFrom('trades').selectAll().where('trade_id', '=', tradeId);
  const { order_status, total_amount } = await trade.executeTakeFirstOrThrow();
  const { received, due, overpaid } = (await moneyOfTrades(world.db, [tradeId])).get(tradeId)!;
  const [paid, total] = [Number(received) / 1e6, Number(total_amount)];
  const owed = ['CREATED', 'FUNDED', 'SETTLED'].includes(order_status) ? total : 0;
  const max0 = (amount: number) => BigInt(Math.max(0, Math.round(amount * 1e6)));
  expect([rail, due, overpaid]).toEqual([rail, max0(owed - paid), max0(paid - owed)]);
  return { trade: order_status as TradeState, received: paid, total };
}

/** One trigger; answers what the batch must make of the first payment. */
/** The payment that the trade has, which the batch must make this of. */
async function sentOf(world: World, name: string, paid: PaidTrade, state: string): Promise<Sent> {
  const [own] = await paymentsOf(world, paid.rail, paid.tradeId);
  return {
    name,
    rail: paid.rail,
    number: own!.number,
    state,
    isNew: own!.state === 'Pending' && state === 'Submitted',
  };
}

async function triggered(world: Started, { trigger, rail, ...states }: Combination, isChecked: boolean): Promise<Sent> {
  const { investor, db } = world;
  const name = `${rail}: ${trigger.name} of ${states.trade} with ${states.payment}`;
  const { tradeId } = await aPaidTrade(investor, rail, investor);
  await put(investor, { rail, tradeId }, states);
  const [own] = await paymentsOf(world, rail, tradeId);
  const payment = (await world.numbers(STORED[rail].table, STORED[rail].id)).findIndex(
    (one) => Number(one) === own!.number,
  );
  const before = { rail, payment: states.payment, ...(await situationOf(world, rail, tradeId)) };
  const answer = await trigger.run(world, { rail, tradeId, payment });
  if (answer === undefined || answer.body.statusCode === '101') world.done.add(trigger.name);
  if (isChecked) await isRight(db, name);
  const [after] = await paymentsOf(world, rail, tradeId);
  const now = { rail, payment: after!.state, ...(await situationOf(world, rail, tradeId)) };
  const expected = trigger.expected?.(before);
  if (expected !== undefined) {
    const [code, changes = {}] = expected;
    const found = answer === undefined ? '101' : String(answer.body.statusCode);
    expect([name, found, now]).toEqual([name, code, { ...before, ...changes }]);
  }
  const isDue = (now.trade === 'CREATED' || now.trade === 'FUNDED') && now.total > now.received;
  const state = now.payment !== 'Pending' ? now.payment : isDue ? SENT[rail] : 'Voided';
  // A refund by card that waits may go out with that of another trade.
  const isLeft = trigger.expected === undefined && now.payment !== 'Pending';
  return {
    name,
    rail,
    number: own!.number,
    state: isLeft ? undefined : state,
    isNew: now.payment === 'Pending' && state === 'Submitted',
  };
}

/** The batch of the evening sends what it must, and voids the rest. */
async function send(world: World, sent: readonly Sent[]): Promise<void> {
  world.api.nowUs += 4 * DAY_US;
  const entries = new Set((await sendAll(world.investor)).map(numberOf));
  const stored = new Map<string, string>();
  for (const rail of RAILS) {
    for (const one of await paymentsOf(world, rail)) stored.set(`${rail} ${one.number}`, one.state);
  }
  for (const { name, rail, number, state, isNew } of sent) {
    const found = stored.get(`${rail} ${number}`);
    expect([name, found]).toEqual([name, state ?? found]);
    if (rail !== 'card') expect([name, entries.has(number)]).toEqual([name, isNew]);
  }
  await isRight(world.db, 'sent');
}

describeOnEachDatabase('money follows the trade', (open) => {
  const start = async () => {
    const world = await startLedger(open);
    await world.db.updateTable('offerings').set({ sold_shares: '9000.000000' }).execute();
    return { ...world, faults: faultsOf(world.api), done };
  };
  const done = new Set<string>();

  test('by each trigger, in each pair of states, on every rail', { timeout: TIMEOUT_MS }, async () => {
    const all = combinations();
    expect(MATRIX_TRIGGERS.length).toBeGreaterThanOrEqual(29);
    // The slow model reads all trades: in a thorough run each has its own few.
    const groups = THOROUGH ? Map.groupBy(all, ({ rail, trade }) => `${rail} ${trade}`).values() : [all];
    for (const group of groups) {
      const world = await start();
      const sent: Sent[] = [];
      for (const [index, one] of group.entries()) {
        // What a trigger does to the ledger stays there: the next check finds it.
        sent.push(await triggered(world, one, THOROUGH || index % 5 === 4));
        expect([sent.at(-1)!.name, world.faults]).toEqual([sent.at(-1)!.name, []]);
      }
      await send(world, sent);
    }
    expect(MATRIX_TRIGGERS.filter(({ name }) => !done.has(name)).map(({ name }) => name)).toEqual([]);
  });

  test.each(RAILS)(
    '%s: the amount of a payment is shown before it moves, to its client and the operator',
    async (rail) => {
      const world = await start();
      const { investor } = world;
      const { tradeId } = await aPaidTrade(investor, rail, investor);
      const [{ number } = { number: 0 }] = await paymentsOf(world, rail, tradeId);
      const readers = ['C1', EVERY_CLIENT, 'C2'] as const;
      const seen = await Promise.all(readers.map((reader) => amountOf(investor, rail, reader, number)));
      expect(seen).toEqual(['100.000000', '100.000000', undefined]);
    },
  );

  test('what ends the account or the offering stops what is Pending before it is sent', async () => {
    const world = await start();
    const { api, accountId, offeringId, investor, db } = world;
    const sent: Sent[] = [];
    const change = async (what: string, ends: (of: { accountId: string; offeringId: number }) => Promise<unknown>) => {
      const ofOffering = what.includes('offering');
      const of = {
        accountId: ofOffering ? accountId : await aPayingAccount(api, 2 + sent.length),
        offeringId: ofOffering ? (await anOffering(db, 'C1', await anIssuer(db, 'C1'))).offering_id : offeringId,
      };
      for (const rail of RAILS) {
        for (const payment of PAYMENT_STATES) {
          const paid = await aPaidTrade(investor, rail, of);
          await put(investor, paid, { payment });
          const isStopped = STOPPED[what]?.includes(rail) ?? true;
          const state = payment !== 'Pending' ? payment : isStopped ? 'Voided' : SENT[rail];
          sent.push(await sentOf(world, `${rail}: ${what} with ${payment}`, paid, state));
        }
      }
      await ends(of);
    };
    const account = (values: object) => (of: { accountId: string }) =>
      db.updateTable('accounts').set(values).where('account_id', '=', of.accountId).execute();
    const offering = (values: object) => (of: { offeringId: number }) =>
      db.updateTable('offerings').set(values).where('offering_id', '=', of.offeringId).execute();
    await change('archived account', account({ archived: 1 }));
    await change('deleted account', account({ deleted_at: NOW }));
    await change('cancelled offering', offering({ offering_status: 'cancelled' }));
    await change('denied offering', offering({ offering_status: 'Denied' }));
    await change('deleted offering', offering({ deleted_at: NOW }));
    await change('blocked account', ({ accountId: account_id }) => {
      const blocked = { account_id, client_id: 'C1', reason: 'asked for', created_at: NOW };
      return db.insertInto('ach_blocks').values(blocked).execute();
    });
    await change('closed custody account', (of) => {
      const requests = db.updateTable('custody_account_requests').set({ account_status: 'Closed' });
      return requests.where('account_id', '=', of.accountId).execute();
    });
    expect(sent).toHaveLength(7 * RAILS.length * PAYMENT_STATES.length);
    await send(world, sent);
  });

  test.each(RAILS)('%s: what settles funds no trade that comes to more', async (rail) => {
    const world = await start();
    const { db, investor } = world;
    const short = await aPaidTrade(investor, rail, investor);
    const exact = await aPaidTrade(investor, rail, investor);
    await db.updateTable('trades').set({ total_amount: '100.000001' }).where('trade_id', '=', short.tradeId).execute();
    await send(world, []);
    if (rail !== 'card') {
      world.api.nowUs += 30 * DAY_US;
      await settleAll(investor);
    }
    expect(await statesOf(investor, short)).toMatchObject({ trade: 'CREATED', payment: 'Settled' });
    expect(await statesOf(investor, exact)).toMatchObject({ trade: 'FUNDED', payment: 'Settled' });
    await isRight(db, 'settled');
  });
});
