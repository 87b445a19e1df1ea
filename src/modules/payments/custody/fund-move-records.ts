import { type Kysely, sql } from 'kysely';
import { rowsHeld } from '../../../database/row-lock.ts';
import type { Schema } from '../../../database/schema.ts';
import type { CustodyFundMoveRow } from '../../../database/tables/custody.ts';
import type { TradeRow } from '../../../database/tables/trades.ts';
import { stateAfter } from '../../shared/lifecycle.ts';
import { findRecord, found, holdRecord, type Owned, type Reader, writeRecord } from '../../shared/record/index.ts';
import { holdTrade, moveTrade, type TradeWebhook } from '../../trades/index.ts';
import { blockIfUnauthorized } from '../ach/accounts/index.ts';
import { CUSTODY_FUND_MOVE } from './fund-move-kind.ts';
import { FUND_MOVE_LIFECYCLE, type FundMoveTrigger, TRADE_TRIGGERS } from './fund-move-lifecycle.ts';

export interface Moved {
  readonly row: CustodyFundMoveRow;
  /** What the move did to its trade. */
  readonly webhooks: readonly TradeWebhook[];
}

export interface MoveDetails {
  readonly nowUs: number;
  readonly errors?: string | undefined;
  readonly batch_day?: string;
  readonly trace_number?: string;
}

/**
 * Moves the client's deposit in a transaction, and the trade that it is for. Throws 212 for an unknown one, 224 where
 * the lifecycle does not allow it.
 */
export async function moveDeposit(
  db: Kysely<Schema>,
  of: Owned,
  trigger: FundMoveTrigger,
  { nowUs, errors = '', ...sent }: MoveDetails,
): Promise<Moved> {
  const tradeTrigger = TRADE_TRIGGERS[trigger];
  const { deposit: stored, trade } = found(
    CUSTODY_FUND_MOVE,
    tradeTrigger === undefined ? await holdDepositAlone(db, of) : await holdDeposit(db, of.clientId, of.id),
  );
  const isLive = stored.approval_status === 'Pending';
  const changes = {
    status: stateAfter(FUND_MOVE_LIFECYCLE, stored.status, trigger),
    approval_status: trigger === 'submit' && isLive ? 'Approved' : undefined,
    ...sent,
    errors,
    updated_at: nowUs,
  };
  const row = found(CUSTODY_FUND_MOVE, await writeRecord(db, CUSTODY_FUND_MOVE, of, changes));
  await blockIfUnauthorized(db, row, errors, nowUs);
  if (trade === undefined || tradeTrigger === undefined) return { row, webhooks: [] };
  return { row, webhooks: (await moveTrade(db, trade, tradeTrigger, nowUs)).webhooks };
}

/** A deposit and the trade that it is for, if it is for one. */
interface HeldDeposit {
  readonly deposit: CustodyFundMoveRow;
  readonly trade?: TradeRow | undefined;
}

/** Both, which nobody else changes before the transaction ends; undefined where the reader has no such deposit. */
export async function holdDeposit(
  transaction: Kysely<Schema>,
  reader: Reader,
  id: string | number,
): Promise<HeldDeposit | undefined> {
  const seen = await findRecord(transaction, CUSTODY_FUND_MOVE, reader, id);
  if (seen === undefined) return undefined;
  const { client_id: clientId, trade_id: tradeId } = seen;
  // The trade first, as everybody takes them: two who held one each would wait for each other.
  const trade = tradeId === null ? undefined : await holdTrade(transaction, { clientId, tradeId });
  const held = await holdDepositAlone(transaction, { clientId, id });
  return held && { ...held, trade };
}

async function holdDepositAlone(transaction: Kysely<Schema>, of: Owned): Promise<HeldDeposit | undefined> {
  const deposit = await holdRecord(transaction, CUSTODY_FUND_MOVE, of);
  return deposit && { deposit };
}

/** As literal text: SQLite uses a partial index only where the statement says what is in it. */
const LIVE_STATES = ['Pending', 'Submitted', 'Settled'].map((state) => sql.lit(state));

/** The deposits of trades that are under way or have arrived, one for each trade at most, held. */
export function liveDeposits(transaction: Kysely<Schema>, tradeIds: readonly number[]): Promise<CustodyFundMoveRow[]> {
  const query = transaction
    .selectFrom('custody_fund_moves')
    .selectAll()
    .where('trade_id', 'in', tradeIds)
    .where('status', 'in', LIVE_STATES)
    .orderBy('reference_number');
  return rowsHeld(transaction, query).execute();
}
