/** The differences as plain loops over all records: slow, and easy to believe. */
import { bankDayBefore, lastCutOff } from '../../../../src/calendar/bank-days.ts';
import { easternInstant } from '../../../../src/calendar/eastern-time.ts';
import type { Db } from '../../../../src/database/schema/index.ts';
import { toMillionths } from '../../../../src/modules/shared/values/index.ts';
import { slowLedger } from '../../ledger/slow-ledger.ts';

const ENTRIES: Readonly<Record<string, string>> = {
  ...{ 'needs a person': 'bankEntry', 'no such debit': 'bankEntry', 'another amount': 'bankAmount' },
  ...{ 'already Returned': 'bankEntry', 'already Voided': 'bankEntry', 'already Pending': 'bankEntry' },
  'already Declined': 'bankEntry',
};

/** Each as its kind and record, with its dollars. */
export async function slowDifferences(db: Db, nowUs: number): Promise<ReadonlyMap<string, bigint | null>> {
  const found = new Map<string, bigint | null>();
  const [debits, cards, deposits, trades, receipts, matches, notices, refunds] = await Promise.all([
    db.selectFrom('ach_fund_moves').selectAll().execute(),
    db.selectFrom('card_fund_moves').selectAll().execute(),
    db.selectFrom('custody_fund_moves').selectAll().execute(),
    db.selectFrom('trades').selectAll().execute(),
    db.selectFrom('receipts').selectAll().execute(),
    db.selectFrom('receipt_matches').selectAll().execute(),
    db.selectFrom('ach_notices').selectAll().execute(),
    db.selectFrom('refunds').selectAll().execute(),
  ]);
  for (const { sha256, line, outcome, ref_num } of notices) {
    const kind = ENTRIES[outcome];
    const of =
      debits.find((one) => one.ref_num === ref_num) ?? deposits.find((one) => one.reference_number === ref_num);
    if (kind !== undefined) found.set(`${kind} ${sha256}:${line}`, of === undefined ? null : toMillionths(of.amount));
  }
  const day = bankDayBefore(lastCutOff(nowUs).date, 6);
  const isLate = (batchDay: string | null, at: number | null) =>
    batchDay === null ? (at ?? 0) <= easternInstant(day, 18 * 60) : batchDay <= day;
  for (const one of debits)
    if (one.fund_status === 'Submitted' && isLate(one.batch_day, one.updated_at))
      found.set(`underWay ACH ${one.ref_num}`, toMillionths(one.amount));
  for (const one of deposits)
    if (one.status === 'Submitted' && isLate(one.batch_day, one.updated_at))
      found.set(`underWay CUSTODY ${one.reference_number}`, toMillionths(one.amount));
  for (const one of refunds)
    if (one.status === 'Submitted' && isLate(null, one.updated_at))
      found.set(`underWay REFUND ${one.refund_id}`, toMillionths(one.amount));
  for (const one of cards)
    if (one.fund_status === 'Submitted' && one.submitted_at !== null && isLate(null, one.submitted_at))
      found.set(`underWay CARD ${one.ref_num}`, toMillionths(one.total_amount) - toMillionths(one.refunded_amount));
  for (const { receipt_id, amount, status } of receipts) {
    const own = matches.filter((one) => one.receipt_id === receipt_id);
    const rest = own.reduce((left, one) => left - toMillionths(one.amount), toMillionths(amount));
    if (status !== 'Returned' && rest > 0n) found.set(`receipt ${receipt_id}`, rest);
  }
  const { balances } = await slowLedger(db);
  for (const { trade_id, order_status } of trades) {
    const due = balances[`due ${trade_id}`] ?? 0n;
    if (due > 0n && order_status !== 'CREATED')
      found.set(`${order_status === 'FUNDED' ? 'due' : 'receivable'} ${trade_id}`, due);
  }
  for (const [account, amount] of Object.entries(balances))
    if (/^(cash|escrow) /.test(account) && amount < 0n) found.set(account, amount);
  return found;
}
