/** The balances of the ledger and the money of trades as plain sums over all records: slow, and easy to believe. */
import { expect } from 'vitest';
import type { Db } from '../../../src/database/schema/index.ts';
import { ledgerProblems } from '../../../src/modules/ledger/index.ts';
import { toMillionths } from '../../../src/modules/shared/values/index.ts';
import { moneyOfTrades } from '../../../src/modules/trades/index.ts';

interface SlowMoney {
  readonly received: bigint;
  readonly due: bigint;
  readonly overpaid: bigint;
}

export interface SlowLedger {
  /** By kind and owner; without those that are 0. */
  readonly balances: Readonly<Record<string, bigint>>;
  readonly trades: ReadonlyMap<number, SlowMoney>;
}

export async function slowLedger(db: Db): Promise<SlowLedger> {
  const trades = await db.selectFrom('trades').selectAll().execute();
  const deposits = await db.selectFrom('custody_fund_moves').selectAll().execute();
  const receipts = await db.selectFrom('receipts').selectAll().execute();
  const matches = await db.selectFrom('receipt_matches').selectAll().execute();
  const refunds = await db.selectFrom('refunds').selectAll().execute();
  const payments = [
    ...(await db.selectFrom('ach_fund_moves').selectAll().execute()).map((one) => ({
      ...{ trade: one.trade_id as number | null, state: one.fund_status, dollars: toMillionths(one.amount) },
      ...{ account: one.account_id, isCustody: false },
    })),
    ...(await db.selectFrom('card_fund_moves').selectAll().execute()).map((one) => ({
      ...{ trade: one.trade_id as number | null, state: one.fund_status, account: one.account_id, isCustody: false },
      dollars: toMillionths(one.total_amount) - toMillionths(one.refunded_amount),
    })),
    ...deposits.map((one) => ({
      ...{ trade: one.trade_id, state: one.status, dollars: toMillionths(one.amount) },
      ...{ account: one.account_id, isCustody: true },
    })),
    ...matches.map((one) => ({
      ...{ trade: one.trade_id as number | null, state: 'Settled', dollars: toMillionths(one.amount) },
      ...{ account: '', isCustody: false },
    })),
  ];
  // What went back by card is in the payment where that counts it; a deposit that was taken back was not given back.
  const isGivenBack = ({ rail, status, payment, amount, counted }: (typeof refunds)[number]) =>
    status === 'Settled' &&
    (rail !== 'CARD' || counted !== amount) &&
    (rail !== 'CUSTODY' || deposits.some((one) => one.reference_number === payment && one.status === 'Settled'));
  const balances = new Map<string, bigint>();
  const add = (kind: string, owner: string | number, amount: bigint) =>
    balances.set(`${kind} ${owner}`, (balances.get(`${kind} ${owner}`) ?? 0n) + amount);
  for (const { receipt_id, offering_id, status, amount } of receipts) {
    const own = matches.filter((one) => one.receipt_id === receipt_id);
    const rest = own.reduce((left, one) => left - toMillionths(one.amount), toMillionths(amount));
    const [isBack, isAll] = [status === 'Returned', rest === toMillionths(amount)];
    if (rest < 0n || (isBack && !isAll)) throw new Error(`receipt ${receipt_id} is ${status}, ${rest} is left`);
    add('unmatched', offering_id, isBack ? 0n : rest);
  }
  const money = new Map<number, SlowMoney>();
  for (const trade of trades) {
    const { trade_id: id, offering_id: offering, order_status: status } = trade;
    const [total, fees] = [toMillionths(trade.total_amount), toMillionths(trade.fees)];
    const byHand = trade.recorded_amount === null ? 0n : toMillionths(trade.recorded_amount);
    const own = payments.filter((one) => one.trade === id);
    const sum = (state: string, isCustody?: boolean) =>
      own
        .filter((one) => one.state === state && (isCustody ?? one.isCustody) === one.isCustody)
        .reduce((all, { dollars }) => all + dollars, 0n);
    const back = refunds.filter((one) => one.trade_id === id && isGivenBack(one));
    const backOf = (isCustody: boolean) =>
      back
        .filter((one) => (one.rail === 'CUSTODY') === isCustody)
        .reduce((all, one) => all + toMillionths(one.amount), 0n);
    const received = byHand + sum('Settled') - backOf(true) - backOf(false);
    const sent = refunds.filter((one) => one.trade_id === id && one.rail === 'ACH' && one.status === 'Submitted');
    const refunding = sent.reduce((all, one) => all + toMillionths(one.amount), 0n);
    add('refunding', id, refunding);
    for (const one of back) if (one.rail === 'CUSTODY') add('cash', one.account_id, toMillionths(one.amount));
    const owed = ['CREATED', 'FUNDED', 'SETTLED'].includes(status) ? total : 0n;
    const max = (amount: bigint) => (amount > 0n ? amount : 0n);
    money.set(id, { received, due: max(owed - received), overpaid: max(received - owed) });
    add('due', id, owed - received);
    add('promised', id, -sum('Pending'));
    add('sent', id, -sum('Submitted'));
    const isClosed = status === 'SETTLED';
    if (status !== 'CANCELED' && status !== 'UNWIND SETTLED') {
      add('subscribed', offering, fees - total);
      if (!isClosed) add('fees', offering, -fees);
    }
    if (status === 'UNWIND PENDING') add('refunds', offering, total);
    if (isClosed) add('proceeds', offering, total - fees);
    add('escrow', offering, -refunding);
    add('escrow', offering, isClosed ? received - total : byHand + sum('Settled', false) - backOf(false));
    if (isClosed) continue;
    for (const one of own) if (one.isCustody && one.state === 'Settled') add('held', one.account, one.dollars);
    for (const one of back) if (one.rail === 'CUSTODY') add('held', one.account_id, -toMillionths(one.amount));
  }
  for (const one of payments) if (one.trade === null && one.state === 'Settled') add('cash', one.account, one.dollars);
  for (const { account_id, status, amount } of await db
    .selectFrom('custody_fund_disbursements')
    .selectAll()
    .execute()) {
    const dollars = toMillionths(`${amount}0000`);
    const isSetAside = ['processing', 'approved', 'scheduled'].includes(status);
    if (isSetAside || status === 'completed') add('cash', account_id, -dollars);
    if (isSetAside) add('disbursing', account_id, dollars);
  }
  return { balances: Object.fromEntries([...balances].filter(([, amount]) => amount !== 0n)), trades: money };
}

/** As slowLedger has them, from the ledger. */
export async function balancesOfLedger(db: Db): Promise<Readonly<Record<string, bigint>>> {
  const rows = await db
    .selectFrom('ledger_balances')
    .select(['kind', 'owner', (row) => row.cast<string>('amount', 'text').as('amount')])
    .execute();
  return Object.fromEntries(
    rows.filter(({ amount }) => amount !== '0').map(({ kind, owner, amount }) => [`${kind} ${owner}`, BigInt(amount)]),
  );
}

/** The ledger is that of the slow model, and of a replay from nothing. */
export async function isRight(db: Db, at: unknown): Promise<void> {
  const slow = await slowLedger(db);
  expect([at, await ledgerProblems(db)]).toEqual([at, []]);
  expect([at, await balancesOfLedger(db)]).toEqual([at, slow.balances]);
  const found = await moneyOfTrades(db, [...slow.trades.keys()]);
  for (const [id, money] of slow.trades) expect(found.get(id)).toMatchObject(money);
}
