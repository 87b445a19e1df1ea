import type { Kysely } from 'kysely';
import { rowsHeld } from '../../../database/row-lock.ts';
import type { Schema } from '../../../database/schema.ts';
import type { AchFundMoveRow, ExternalAccountRow } from '../../../database/tables/ach.ts';
import { stateAfter } from '../../shared/lifecycle.ts';
import { longListBy, type ReadServices } from '../../shared/list/index.ts';
import {
  type Changes,
  findRecord,
  found,
  holdRecord,
  ownedBy,
  type Reader,
  writeRecord,
} from '../../shared/record/index.ts';
import type { SealedDatabase } from '../../shared/sealed-database.ts';
import { holdTrade, moveTrade, type TradeWebhook } from '../../trades/index.ts';
import { blockIfUnauthorized, openDetails, sealDetails } from './accounts/index.ts';
import { FUND_MOVE } from './fund-move-kind.ts';
import {
  FUND_MOVE_LIFECYCLE,
  type FundStatus,
  type FundTrigger,
  LIVE_STATUSES,
  TRADE_TRIGGERS,
} from './fund-move-lifecycle.ts';

/** What a debit is made of. */
export interface NewFundMove {
  readonly refNum: number;
  readonly clientId: string;
  readonly accountId: string;
  readonly tradeId: number;
  readonly offeringId: number;
  /** Six-decimal text. */
  readonly amount: string;
  readonly description: string;
  readonly ip: string;
}

/** Stores a debit, Pending, with the bank details as they are now; none of the trade is live. */
export async function insertFundMove(
  { db, secrets }: SealedDatabase,
  move: NewFundMove,
  from: ExternalAccountRow,
  nowUs: number,
): Promise<AchFundMoveRow> {
  const numbers = openDetails(secrets, 'external_accounts', from.external_account_id, from);
  const row: AchFundMoveRow = {
    ref_num: move.refNum,
    client_id: move.clientId,
    account_id: move.accountId,
    trade_id: move.tradeId,
    offering_id: move.offeringId,
    amount: move.amount,
    description: move.description,
    full_name: from.full_name,
    ...sealDetails(secrets, 'ach_fund_moves', move.refNum, numbers),
    account_type: from.account_type,
    bank_name: from.bank_name,
    fund_status: 'Pending' satisfies FundStatus,
    transaction_status: 'Pending',
    errors: null,
    batch_day: null,
    trace_number: null,
    created_ip_address: move.ip,
    created_at: nowUs,
    updated_at: null,
    deleted_at: null,
  };
  await db.insertInto('ach_fund_moves').values(row).execute();
  return row;
}

/** The reader's debit; undefined when it is unknown or another client's. */
export function findFundMove(db: Kysely<Schema>, reader: Reader, refNum: number): Promise<AchFundMoveRow | undefined> {
  return findRecord(db, FUND_MOVE, reader, refNum);
}

/**
 * The reader's debit, which nobody else changes before the transaction ends; undefined as in findFundMove. Any client's
 * is held for the operator, the batch and the bank.
 */
export async function holdFundMove(
  transaction: Kysely<Schema>,
  reader: Reader,
  refNum: number,
): Promise<AchFundMoveRow | undefined> {
  const seen = await findFundMove(transaction, reader, refNum);
  if (seen === undefined) return undefined;
  const clientId = seen.client_id;
  // The trade first, as everybody takes them: two who held one each would wait for each other.
  await holdTrade(transaction, { clientId, tradeId: seen.trade_id });
  return holdRecord(transaction, FUND_MOVE, { clientId, id: refNum });
}

/** Debits of the reader's account, newest first, as they are shown; of one status, or of all. */
export function fundMovesOf<T>(
  services: ReadServices,
  reader: Reader,
  { accountId, status }: { readonly accountId: string; readonly status?: FundStatus },
  show: (move: AchFundMoveRow) => T,
): Promise<readonly T[]> {
  const query = (db: Kysely<Schema>) => {
    const all = db.selectFrom('ach_fund_moves').selectAll().where('account_id', '=', accountId).where(ownedBy(reader));
    return status === undefined ? all : all.where('fund_status', '=', status);
  };
  return longListBy(services, { by: 'ref_num', direction: 'desc' }, query, (moves) => moves.map(show));
}

/** The debits of trades that leave no room for another, one for each trade at most, held. */
export function liveFundMoves(transaction: Kysely<Schema>, tradeIds: readonly number[]): Promise<AchFundMoveRow[]> {
  const query = transaction
    .selectFrom('ach_fund_moves')
    .selectAll()
    .where('trade_id', 'in', tradeIds)
    .where('fund_status', 'in', LIVE_STATUSES)
    .orderBy('ref_num');
  return rowsHeld(transaction, query).execute();
}

/** A debit in its new state, with the webhooks of the trade that went with it. */
export interface MovedFunds {
  readonly row: AchFundMoveRow;
  readonly tradeWebhooks: readonly TradeWebhook[];
}

/**
 * Moves a debit that is held to where the lifecycle leads by the trigger, and its trade with it: the one way to change
 * fundStatus. Throws ApiError with the refusal of the trigger.
 */
export async function moveFunds(
  transaction: Kysely<Schema>,
  move: AchFundMoveRow,
  trigger: FundTrigger,
  { nowUs, ...changes }: Changes<'ach_fund_moves'> & { readonly nowUs: number },
): Promise<MovedFunds> {
  const fund_status = stateAfter(FUND_MOVE_LIFECYCLE, move.fund_status, trigger);
  const of = { clientId: move.client_id, id: move.ref_num };
  // What goes to the bank counts as approved, as payments by card and deposits do.
  const approved = trigger === 'submit' ? { transaction_status: 'Approved' } : {};
  const row = found(
    FUND_MOVE,
    await writeRecord(transaction, FUND_MOVE, of, { ...changes, ...approved, fund_status, updated_at: nowUs }),
  );
  await blockIfUnauthorized(transaction, row, changes.errors ?? '', nowUs);
  const tradeTrigger = TRADE_TRIGGERS[trigger];
  if (tradeTrigger === undefined) return { row, tradeWebhooks: [] };
  const trade = await holdTrade(transaction, { clientId: move.client_id, tradeId: move.trade_id });
  if (trade === undefined) return { row, tradeWebhooks: [] };
  const { webhooks } = await moveTrade(transaction, trade, tradeTrigger, nowUs);
  return { row, tradeWebhooks: webhooks };
}
