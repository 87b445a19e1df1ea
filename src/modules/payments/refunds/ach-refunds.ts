/** Refunds as credits of the files for the bank (A32). */
import { sql } from 'kysely';
import { rowsHeld } from '../../../database/queries/index.ts';
import type { Db, RefundRow } from '../../../database/schema/index.ts';
import { EVERY_CLIENT } from '../../shared/record/index.ts';
import { type BankNumbers, openDetails, type SealedNumbers } from '../ach/accounts/index.ts';
import {
  centsOf,
  companyAccounts,
  type DueBatch,
  type EntryDeps,
  type EntryRail,
  type HeldEntry,
  type OutgoingEntry,
  sequenceOf,
  traceNumberOf,
} from '../ach/batch/index.ts';
import { escrowHeadings } from '../ach/index.ts';
import type { PaymentTrigger } from '../lifecycle/index.ts';
import { type HeldRefund, holdRefund, type MovedRefund, notToSend, stepRefund } from './refund-records.ts';

const RAIL = sql.lit('ACH');

interface Work {
  readonly deps: EntryDeps;
  readonly transaction: Db;
}

export const achRefunds: EntryRail = { submit, submittedUntil, withTrace, hold };

async function submit(deps: EntryDeps, transaction: Db, batch: DueBatch): Promise<readonly OutgoingEntry[]> {
  const refunds = await submitDue(deps, transaction, batch);
  if (refunds.length === 0) return [];
  const companies = await companyAccounts(transaction, refunds);
  const headingOf = await escrowHeadings(transaction, refunds);
  return refunds.map((refund) => {
    const { refund_id, offering_id, account_id, account_type, amount, full_name, payment } = refund;
    const entryClass = companies.has(account_id) ? 'CCD' : 'PPD';
    return {
      key: `refund ${offering_id} ${entryClass}`,
      heading: { ...headingOf(refund), direction: 'credit', entryClass, entryDescription: 'REFUND' },
      entry: {
        ...numbersOf(deps, refund),
        accountType: account_type === 'Savings' ? 'Savings' : 'Checking',
        cents: centsOf(amount),
        identification: String(refund_id),
        receiverName: full_name ?? '',
        sequence: sequenceOf(refund_id),
        information: `Refund of ${payment}`,
      },
      amount,
    };
  });
}

/** As many as the file has room for; those that the trade is not overpaid by any more are voided. */
async function submitDue(deps: EntryDeps, transaction: Db, batch: DueBatch): Promise<RefundRow[]> {
  const submitted: RefundRow[] = [];
  let room = batch.centsMax;
  for (;;) {
    const left = batch.limit - submitted.length;
    const due = left === 0 ? [] : await pendingAt(transaction, batch).limit(left).execute();
    if (due.length === 0) return submitted;
    // In one order, as everywhere, so that two transactions never wait for each other.
    await holdTrades(transaction, due);
    for (const { refund_id } of due) {
      const held = await holdRefund(transaction, EVERY_CLIENT, refund_id);
      if (held.refund.status !== 'Pending') continue;
      const errors = await notToSend(transaction, held);
      const cents = centsOf(held.refund.amount);
      if (errors === undefined && cents > room) return submitted;
      if (errors !== undefined) await step({ deps, transaction }, held, 'void', { errors });
      else {
        const trace_number = traceNumberOf(batch.originator, refund_id);
        const changes = { batch_day: batch.day, trace_number };
        submitted.push((await step({ deps, transaction }, held, 'submit', changes)).refund);
        room -= cents;
      }
    }
  }
}

/** With the webhooks of the step. */
async function step(
  { deps: { outbox, nowUs }, transaction }: Work,
  held: HeldRefund,
  trigger: PaymentTrigger,
  changes: Partial<RefundRow>,
): Promise<MovedRefund> {
  const moved = await stepRefund(transaction, held, trigger, { nowUs: nowUs(), changes });
  for (const webhook of moved.webhooks) await outbox.add(transaction, webhook);
  return moved;
}

function holdTrades(transaction: Db, refunds: readonly RefundRow[]) {
  const ids = [...new Set(refunds.map(({ trade_id }) => trade_id))];
  const trades = transaction.selectFrom('trades').select('trade_id').where('trade_id', 'in', ids).orderBy('trade_id');
  return rowsHeld(transaction, trades).execute();
}

/** The states are literal text: SQLite uses a partial index only where the statement says what is in it. */
function underWay(db: Db, status: 'Pending' | 'Submitted') {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('rail', '=', RAIL)
    .where('status', '=', sql.lit(status))
    .where('status', 'in', [sql.lit('Pending'), sql.lit('Submitted')]);
}

function pendingAt(db: Db, { cutOff }: DueBatch) {
  return underWay(db, 'Pending').where('created_at', '<', cutOff).orderBy('refund_id');
}

async function submittedUntil(db: Db, day: string, limit: number): Promise<readonly number[]> {
  const sent = underWay(db, 'Submitted').where('batch_day', '<=', day).orderBy('refund_id').limit(limit);
  return (await sent.execute()).map(({ refund_id }) => refund_id);
}

async function withTrace(db: Db, traceNumber: string): Promise<number | undefined> {
  const sent = db.selectFrom('refunds').select('refund_id').where('trace_number', '=', traceNumber);
  return (await sent.orderBy(sql`+refund_id`, 'desc').limit(1).executeTakeFirst())?.refund_id;
}

async function hold(deps: EntryDeps, transaction: Db, number: number): Promise<HeldEntry | undefined> {
  const held = await holdRefund(transaction, EVERY_CLIENT, number);
  const { client_id, account_id, status, amount } = held.refund;
  return {
    ...{ number, client_id, account_id, status, amount, numbers: numbersOf(deps, held.refund) },
    settle: async () => void (await step({ deps, transaction }, held, 'settle', {})),
    takeBack: async (errors) => void (await step({ deps, transaction }, held, 'return', { errors })),
  };
}

/** A refund by ACH has the numbers of its debit. */
function numbersOf({ secrets }: Pick<EntryDeps, 'secrets'>, refund: RefundRow): BankNumbers {
  return openDetails(secrets, 'refunds', refund.refund_id, refund as SealedNumbers);
}
