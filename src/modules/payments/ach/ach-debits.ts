/** Debits for trades, as the work with the bank moves them. */
import { type Kysely, sql } from 'kysely';
import { rowsHeld } from '../../../database/row-lock.ts';
import type { Schema } from '../../../database/schema.ts';
import type { AchFundMoveRow } from '../../../database/tables/ach.ts';
import type { Debit } from '../../../providers/bank/index.ts';
import { EVERY_CLIENT } from '../../shared/record/index.ts';
import type { Secrets } from '../../shared/services.ts';
import type { TradeWebhook } from '../../trades/index.ts';
import { openDetails } from './accounts/index.ts';
import type { DebitServices, DebitSource, DueBatch, HeldDebit, OutgoingDebit } from './batch/index.ts';
import { centsOf, companyAccounts, sequenceOf, submitDue, traceNumberOf } from './batch/index.ts';
import type { FundTrigger } from './fund-move-lifecycle.ts';
import { holdFundMove, moveFunds } from './fund-move-records.ts';
import { movedWebhooks } from './fund-move-webhooks.ts';
import { voidFunds } from './trade-money.ts';

/** As the partial index has it, in literal text: SQLite uses one only where the statement repeats its condition. */
const UNDER_WAY = ['Pending', 'Submitted'].map((state) => sql.lit(state));
const ENTRY_DESCRIPTION = 'INVESTMENT';

export const achDebits: DebitSource = {
  submit: async (services, transaction, batch) => {
    const nowUs = services.nowUs();
    const tell = async (webhooks: readonly TradeWebhook[]) => {
      for (const webhook of webhooks) await services.outbox.add(transaction, webhook);
    };
    const moves = await submitDue(transaction, batch, {
      due: (limit) => pendingAt(transaction, batch).limit(limit).execute(),
      hold: (due) => stillPending(transaction, batch, due),
      submit: async (move) => {
        const changes = { batch_day: batch.day, trace_number: traceNumberOf(batch.originator, move.ref_num) };
        const moved = await moveFunds(transaction, move, 'submit', { nowUs, ...changes });
        await tell(movedWebhooks(moved));
        return moved.row;
      },
      void: async (move, errors) => tell(await voidFunds(transaction, move, { nowUs, errors })),
    });
    return outgoing(services, transaction, moves);
  },
  submittedUntil: async (db, day, limit) => {
    const rows = await db
      .selectFrom('ach_fund_moves')
      .select('ref_num')
      .where('fund_status', 'in', UNDER_WAY)
      .where('fund_status', '=', 'Submitted')
      .where('batch_day', '<=', day)
      .orderBy('ref_num')
      .limit(limit)
      .execute();
    return rows.map(({ ref_num }) => ref_num);
  },
  withTrace: async (db, traceNumber) => {
    const found = await db
      .selectFrom('ach_fund_moves')
      .select('ref_num')
      .where('trace_number', '=', traceNumber)
      .orderBy('ref_num', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found?.ref_num;
  },
  hold: async (services, transaction, number) => {
    const move = await holdFundMove(transaction, EVERY_CLIENT, number);
    return move && held(services, transaction, move);
  },
};

/** What was there before the cut-off, oldest first. */
function pendingAt(db: Kysely<Schema>, { cutOff }: DueBatch) {
  return db
    .selectFrom('ach_fund_moves')
    .selectAll()
    .where('fund_status', 'in', UNDER_WAY)
    .where('fund_status', '=', 'Pending')
    .where('transaction_status', '<>', 'Declined')
    .where('created_at', '<', cutOff)
    .orderBy('ref_num');
}

/** Held, so that none is voided or declined meanwhile. */
function stillPending(db: Kysely<Schema>, batch: DueBatch, due: readonly AchFundMoveRow[]): Promise<AchFundMoveRow[]> {
  const refNums = due.map(({ ref_num }) => ref_num);
  return rowsHeld(db, pendingAt(db, batch).where('ref_num', 'in', refNums)).execute();
}

async function outgoing(
  { secrets }: DebitServices,
  db: Kysely<Schema>,
  moves: readonly AchFundMoveRow[],
): Promise<OutgoingDebit[]> {
  const companies = await companyAccounts(db, moves);
  const offerings = new Map<number, Awaited<ReturnType<typeof offeringOf>>>();
  const debits: OutgoingDebit[] = [];
  for (const move of moves) {
    const offering = offerings.get(move.offering_id) ?? (await offeringOf(db, move.offering_id));
    offerings.set(move.offering_id, offering);
    const entryClass = companies.has(move.account_id) ? 'CCD' : 'WEB';
    debits.push({
      key: `${move.offering_id} ${entryClass}`,
      heading: { entryClass, entryDescription: ENTRY_DESCRIPTION, ...offering },
      debit: debitOf(move, secrets),
      amount: move.amount,
    });
  }
  return debits;
}

function debitOf(move: AchFundMoveRow, secrets: Secrets): Debit {
  return {
    ...openDetails(secrets, 'ach_fund_moves', move.ref_num, move),
    accountType: move.account_type === 'Savings' ? 'Savings' : 'Checking',
    cents: centsOf(move.amount),
    identification: String(move.ref_num),
    receiverName: move.full_name,
    sequence: sequenceOf(move.ref_num),
    information: move.description,
  };
}

/** The payer knows the offering by its name, the bank by the number of its escrow account, or else by its id. */
async function offeringOf(db: Kysely<Schema>, offeringId: number) {
  const row = await db
    .selectFrom('offerings')
    .select(['issue_name', 'escrow_account_number'])
    .where('offering_id', '=', offeringId)
    .executeTakeFirst();
  return {
    companyName: row?.issue_name ?? String(offeringId),
    discretionaryData: row?.escrow_account_number ?? String(offeringId),
  };
}

function held(services: DebitServices, transaction: Kysely<Schema>, move: AchFundMoveRow): HeldDebit {
  const end = async (trigger: FundTrigger, errors: string | null) => {
    const moved = await moveFunds(transaction, move, trigger, { nowUs: services.nowUs(), errors });
    for (const webhook of movedWebhooks(moved)) await services.outbox.add(transaction, webhook);
  };
  return {
    number: move.ref_num,
    client_id: move.client_id,
    account_id: move.account_id,
    status: move.fund_status,
    amount: move.amount,
    numbers: openDetails(services.secrets, 'ach_fund_moves', move.ref_num, move),
    settle: () => end('settle', null),
    takeBack: (errors) => end('return', errors),
  };
}
