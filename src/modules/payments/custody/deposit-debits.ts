/** Deposits, as the work with the bank moves them (U10). */
import type { Kysely } from 'kysely';
import { rowsHeld } from '../../../database/row-lock.ts';
import type { Schema } from '../../../database/schema.ts';
import type { CustodyFundMoveRow } from '../../../database/tables/custody.ts';
import { EVERY_CLIENT } from '../../shared/record/index.ts';
import type { Secrets } from '../../shared/services.ts';
import {
  centsOf,
  companyAccounts,
  type DebitServices,
  type DebitSource,
  type DueBatch,
  type HeldDebit,
  type OutgoingDebit,
  sequenceOf,
  submitDue,
  traceNumberOf,
} from '../ach/batch/index.ts';
import { numberContext } from './fund-move-fields.ts';
import { holdDeposit, type MoveDetails, moveDeposit } from './fund-move-records.ts';

/** What the bank, and the bank statement of the payer, say of them. */
const CUSTODY = 'CUSTODY';

export const depositDebits: DebitSource = {
  submit: async (services, transaction, batch) => {
    const move = async (row: CustodyFundMoveRow, trigger: 'submit' | 'void', details: Omit<MoveDetails, 'nowUs'>) => {
      const of = { clientId: row.client_id, id: row.reference_number };
      return (await moveDeposit(transaction, of, trigger, { nowUs: services.nowUs(), ...details })).row;
    };
    const rows = await submitDue(transaction, batch, {
      due: (limit) => pendingAt(transaction, batch).limit(limit).execute(),
      hold: (due) => stillPending(transaction, batch, due),
      submit: (row) => {
        const trace_number = traceNumberOf(batch.originator, row.reference_number);
        return move(row, 'submit', { batch_day: batch.day, trace_number });
      },
      void: (row, errors) => move(row, 'void', { errors }),
    });
    const companies = await companyAccounts(transaction, rows);
    return rows.map((row) => outgoing(services, row, { batch, isCompany: companies.has(row.account_id) }));
  },
  submittedUntil: async (db, day, limit) => {
    const rows = await db
      .selectFrom('custody_fund_moves')
      .select('reference_number')
      .where('status', '=', 'Submitted')
      .where('batch_day', '<=', day)
      .orderBy('reference_number')
      .limit(limit)
      .execute();
    return rows.map(({ reference_number }) => reference_number);
  },
  withTrace: async (db, traceNumber) => {
    const found = await db
      .selectFrom('custody_fund_moves')
      .select('reference_number')
      .where('trace_number', '=', traceNumber)
      .orderBy('reference_number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found?.reference_number;
  },
  hold: async (services, transaction, number) => {
    const both = await holdDeposit(transaction, EVERY_CLIENT, number);
    return both && held(services, transaction, both.deposit);
  },
};

/** What was there before the cut-off, oldest first. */
function pendingAt(db: Kysely<Schema>, { cutOff }: DueBatch) {
  return db
    .selectFrom('custody_fund_moves')
    .selectAll()
    .where('status', '=', 'Pending')
    .where('created_at', '<', cutOff)
    .orderBy('reference_number');
}

/** Held, so that none is voided meanwhile. */
function stillPending(
  db: Kysely<Schema>,
  batch: DueBatch,
  due: readonly CustodyFundMoveRow[],
): Promise<CustodyFundMoveRow[]> {
  const numbers = due.map(({ reference_number }) => reference_number);
  return rowsHeld(db, pendingAt(db, batch).where('reference_number', 'in', numbers)).execute();
}

/** The bank puts what a batch has into the custodian's account; identification and information say whose each is. */
function outgoing(
  { secrets }: DebitServices,
  row: CustodyFundMoveRow,
  { batch, isCompany }: { readonly batch: DueBatch; readonly isCompany: boolean },
): OutgoingDebit {
  const entryClass = isCompany ? 'CCD' : 'WEB';
  const companyName = batch.originator.originName;
  return {
    key: `${CUSTODY} ${entryClass}`,
    heading: { entryClass, companyName, discretionaryData: CUSTODY, entryDescription: CUSTODY },
    debit: {
      ...numbersOf(secrets, row),
      accountType: row.account_type === 'Savings' ? 'Savings' : 'Checking',
      cents: centsOf(row.amount),
      identification: String(row.reference_number),
      receiverName: row.account_name,
      sequence: sequenceOf(row.reference_number),
      information: `${row.account_id} ${row.description ?? ''}`.trim(),
    },
    amount: row.amount,
  };
}

function held(services: DebitServices, transaction: Kysely<Schema>, row: CustodyFundMoveRow): HeldDebit {
  const of = { clientId: row.client_id, id: row.reference_number };
  const end = async (trigger: 'settle' | 'return', details: Omit<MoveDetails, 'nowUs'> = {}) => {
    const at = { ...details, nowUs: services.nowUs() };
    const { webhooks } = await moveDeposit(transaction, of, trigger, at);
    for (const webhook of webhooks) await services.outbox.add(transaction, webhook);
  };
  return {
    number: row.reference_number,
    client_id: row.client_id,
    account_id: row.account_id,
    status: row.status,
    amount: row.amount,
    numbers: numbersOf(services.secrets, row),
    settle: () => end('settle'),
    takeBack: (errors) => end('return', { errors }),
  };
}

function numbersOf(secrets: Secrets, row: CustodyFundMoveRow) {
  return {
    routingNumber: secrets.open(row.routing_number_sealed, numberContext(row, 'routing_number')),
    accountNumber: secrets.open(row.account_number_sealed, numberContext(row, 'account_number')),
  };
}
