import { type Kysely, sql } from 'kysely';
import { rowsHeld } from '../../../database/row-lock.ts';
import type { Schema } from '../../../database/schema.ts';
import type { CardFundMoveRow } from '../../../database/tables/cards.ts';
import type { TradeRow } from '../../../database/tables/trades.ts';
import { toMillionths } from '../../shared/amounts.ts';
import { stateAfter } from '../../shared/lifecycle.ts';
import { longListBy, type ReadServices } from '../../shared/list/index.ts';
import { EVERY_CLIENT, findRecord, holdRecord, ownedBy, type Reader, writeRecord } from '../../shared/record/index.ts';
import type { Secrets } from '../../shared/services.ts';
import { holdTrade, moveTrade } from '../../trades/index.ts';
import { CARD_MOVE } from './card-kind.ts';
import { CARD_MOVE_LIFECYCLE, type CardMoveTrigger, LIVE_STATES } from './card-move-lifecycle.ts';
import { type CardWebhook, statusWebhook, voidWebhook } from './card-webhooks.ts';

export function findMove(db: Kysely<Schema>, reader: Reader, refNum: number): Promise<CardFundMoveRow | undefined> {
  return findRecord(db, CARD_MOVE, reader, refNum);
}

/** The payments of an account, newest first, as they are shown. */
export function movesOfAccount<T>(
  services: ReadServices,
  reader: Reader,
  accountId: string,
  show: (move: CardFundMoveRow) => T,
): Promise<readonly T[]> {
  const query = (db: Kysely<Schema>) =>
    db.selectFrom('card_fund_moves').selectAll().where(ownedBy(reader)).where('account_id', '=', accountId);
  return longListBy(services, { by: 'ref_num', direction: 'desc' }, query, (moves) => moves.map(show));
}

/** The payments that keep trades from being paid again by card (K4), one for each trade at most, held. */
export function liveMovesOf(transaction: Kysely<Schema>, tradeIds: readonly number[]): Promise<CardFundMoveRow[]> {
  const query = transaction
    .selectFrom('card_fund_moves')
    .selectAll()
    .where('trade_id', 'in', tradeIds)
    .where('fund_status', 'in', LITERAL_LIVE_STATES)
    .orderBy('ref_num');
  return rowsHeld(transaction, query).execute();
}

/** As literal text: SQLite uses a partial index only where the statement says what is in it. */
const LITERAL_LIVE_STATES = LIVE_STATES.map((state) => sql.lit(state));

/** Whether payments of the account wait for their card, or for its processor. */
export async function hasOpenMove(
  db: Kysely<Schema>,
  of: { readonly clientId: string; readonly accountId: string },
  states: readonly string[],
): Promise<boolean> {
  const open = await db
    .selectFrom('card_fund_moves')
    .select('ref_num')
    .where(ownedBy(of.clientId))
    .where('account_id', '=', of.accountId)
    .where('fund_status', 'in', states)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** A payment and its trade, which nobody else changes before the transaction ends. */
export interface HeldMove {
  readonly move: CardFundMoveRow;
  /** Undefined: it is gone, or not concerned. */
  readonly trade: TradeRow | undefined;
}

/** Of any client: for the operator, batches and the processor; undefined when there is none. */
export async function holdMove(transaction: Kysely<Schema>, refNum: number): Promise<HeldMove | undefined> {
  const seen = await findMove(transaction, EVERY_CLIENT, refNum);
  if (seen === undefined) return undefined;
  const clientId = seen.client_id;
  // The trade first, as everybody takes them: two who held one each would wait for each other.
  const trade = await holdTrade(transaction, { clientId, tradeId: seen.trade_id });
  const move = await holdRecord(transaction, CARD_MOVE, { clientId, id: refNum });
  return move && { move, trade };
}

/** New values of a payment; its state has a trigger instead. */
export type MoveValues = { readonly [C in keyof Omit<CardFundMoveRow, 'fund_status'>]?: CardFundMoveRow[C] };

export interface MovedCard {
  readonly move: CardFundMoveRow;
  /** What is to be sent, in order. */
  readonly webhooks: readonly CardWebhook[];
}

/**
 * Moves a held payment to where the lifecycle leads by the trigger, and its trade with it: the one way to change
 * fundStatus (K6). Throws ApiError with the refusal of the trigger.
 */
export async function moveCard(
  transaction: Kysely<Schema>,
  { move, trade }: HeldMove,
  { trigger, values = {} }: { readonly trigger: CardMoveTrigger; readonly values?: MoveValues },
  nowUs: number,
): Promise<MovedCard> {
  const fund_status = stateAfter(CARD_MOVE_LIFECYCLE, move.fund_status, trigger);
  // Of what has ended nothing is asked any more.
  const ask_at = trigger === 'submit' ? (values.ask_at ?? null) : null;
  const moved = await changeMove(transaction, move, { ...values, fund_status, ask_at, updated_at: nowUs });
  const own = trigger === 'void' ? voidWebhook(moved) : statusWebhook(moved);
  const further = trade === undefined ? [] : await moveItsTrade(transaction, { move: moved, trade }, trigger, nowUs);
  return { move: moved, webhooks: [own, ...further] };
}

/**
 * Writes down what went back of a held payment that stays as it is. Its trade is no longer FUNDED where the rest does
 * not pay for it.
 */
export async function refundPart(
  transaction: Kysely<Schema>,
  { move, trade }: HeldMove,
  values: Pick<CardFundMoveRow, 'refunded_amount' | 'errors'>,
  nowUs: number,
): Promise<MovedCard> {
  const refunded = await changeMove(transaction, move, { ...values, updated_at: nowUs });
  const isShort = trade?.order_status === 'FUNDED' && !paysFor(refunded, trade);
  const further = isShort ? (await moveTrade(transaction, trade, 'fundsReturned', nowUs)).webhooks : [];
  return { move: refunded, webhooks: [statusWebhook(refunded), ...further] };
}

function paysFor({ total_amount, refunded_amount }: CardFundMoveRow, trade: TradeRow): boolean {
  return toMillionths(total_amount) - toMillionths(refunded_amount) >= toMillionths(trade.total_amount);
}

async function moveItsTrade(
  transaction: Kysely<Schema>,
  { move, trade }: { readonly move: CardFundMoveRow; readonly trade: TradeRow },
  trigger: CardMoveTrigger,
  nowUs: number,
): Promise<readonly CardWebhook[]> {
  if (trigger !== 'return' && !(trigger === 'settle' && paysFor(move, trade))) return [];
  const { webhooks } = await moveTrade(
    transaction,
    trade,
    trigger === 'settle' ? 'fundsSettled' : 'fundsReturned',
    nowUs,
  );
  return webhooks;
}

/** Writes values of a payment that is held. */
export async function changeMove(
  db: Kysely<Schema>,
  { client_id, ref_num }: CardFundMoveRow,
  values: Partial<CardFundMoveRow>,
): Promise<CardFundMoveRow> {
  const changed = await writeRecord(db, CARD_MOVE, { clientId: client_id, id: ref_num }, values);
  if (changed === undefined) throw new Error(`payment ${ref_num} is gone while it was held`);
  return changed;
}

/** Seals the token of the card that pays. */
export function sealToken(secrets: Secrets, { ref_num }: CardFundMoveRow, token: string): string {
  return secrets.seal(token, tokenContext(ref_num));
}

export function paymentToken(secrets: Secrets, { ref_num, token_sealed }: CardFundMoveRow): string {
  return token_sealed === null ? '' : secrets.open(token_sealed, tokenContext(ref_num));
}

function tokenContext(refNum: number): string {
  return `card_fund_moves.token:${refNum}`;
}
