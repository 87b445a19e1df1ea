import type { Db, TradeRow } from '../../../database/schema/index.ts';
import type { Client } from '../../../http/methods/index.ts';
import { type Holding, moveShares, NOTHING_HELD } from '../../offerings/index.ts';
import { eligibility, eligibleWebhook } from '../../shared/eligible-to-close.ts';
import { findRecord, holdRecord, type Reader, readerOf, stateAfter, writeRecord } from '../../shared/record/index.ts';
import { priceOf, toMillionths } from '../../shared/values/index.ts';
import { issueUnits } from '../../units/index.ts';
import { TRADE } from './trade-fields.ts';
import { holdsUnits, TRADE_LIFECYCLE, type TradeTrigger } from './trade-lifecycle.ts';
import { statusWebhook, type TradeWebhook } from './trade-webhooks.ts';

/** A trade, as a change names it: whose, and which. */
export interface OwnTrade {
  readonly clientId: string;
  readonly tradeId: number;
}

/** The reader's trade, canceled ones included; undefined when it is unknown or another client's. */
export function findTrade(db: Db, reader: Reader, tradeId: number): Promise<TradeRow | undefined> {
  return findRecord(db, TRADE, reader, tradeId);
}

/** How many dollars the trade of a call is of, for the question before it (P21); undefined as in findTrade. */
export function totalOfTrade({ db }: { readonly db: Db }) {
  return async ({ tradeId }: { readonly tradeId: number }, client: Client) =>
    (await findTrade(db, readerOf(client), tradeId))?.total_amount;
}

/** The client's trade, which nobody else changes before the transaction ends; undefined as in findTrade. */
export function holdTrade(transaction: Db, { clientId, tradeId }: OwnTrade): Promise<TradeRow | undefined> {
  return holdRecord(transaction, TRADE, { clientId, id: tradeId });
}

/** The trade of a reader who need not be its client, held as holdTrade does; undefined as in findTrade. */
export async function holdTradeOf(transaction: Db, reader: Reader, tradeId: number): Promise<TradeRow | undefined> {
  const seen = await findTrade(transaction, reader, tradeId);
  return seen && holdTrade(transaction, { clientId: seen.client_id, tradeId });
}

/** A trade that was found, when it is of this account; undefined otherwise, as one that does not exist (C5). */
export function ofAccount(trade: TradeRow | undefined, accountId: string): TradeRow | undefined {
  return trade?.account_id === accountId ? trade : undefined;
}

/** What createTrade says of a trade. */
export type NewTrade = Omit<
  TradeRow,
  | 'order_status'
  | 'errors'
  | 'document_key'
  | 'esign_status'
  | 'eligible_to_close'
  | 'archived'
  | 'updated_at'
  | 'updated_ip_address'
  | 'deleted_at'
  | 'recorded_amount'
>;

/** A trade as it is stored first: CREATED, with nothing to sign sent yet. */
export function newTrade(trade: NewTrade): TradeRow {
  return {
    ...trade,
    order_status: 'CREATED',
    errors: null,
    document_key: null,
    esign_status: 'NOTSIGNED',
    eligible_to_close: 0,
    archived: 0,
    updated_at: null,
    updated_ip_address: null,
    deleted_at: null,
    recorded_amount: null,
  };
}

/** New values of a trade; undefined keeps the stored one. Its state has a trigger instead. */
type TradeValues = {
  readonly [C in keyof Omit<
    TradeRow,
    'trade_id' | 'client_id' | 'offering_id' | 'account_id' | 'order_status' | 'eligible_to_close' | 'updated_at'
  >]?: TradeRow[C] | undefined;
};

export interface TradeChange {
  readonly values?: TradeValues;
  /** What moves it to another state; absent: it stays in its own. */
  readonly trigger?: TradeTrigger;
  /** The parameter that is named when the offering has fewer units or less room than the change takes. */
  readonly unitsField?: string;
}

/** A changed trade, with the webhooks that are due in addition to that of the method. */
export interface ChangedTrade {
  readonly row: TradeRow;
  readonly webhooks: readonly TradeWebhook[];
}

/**
 * Moves a held trade to where the lifecycle leads by the trigger (T2): the one way to change orderStatus. In the same
 * transaction the units of a trade that ends are given back to its offering, and those of one that is SETTLED are to be
 * issued (F12): the caller then submits them. Throws ApiError with the refusal of the
 * trigger. Webhooks: updateTradeStatus where the state is another, but for a withdrawal, which deleteTrade sends; and
 * updateEligibleToCloseStatus where it can be closed from now on.
 */
export function moveTrade(
  transaction: Db,
  trade: TradeRow,
  trigger: TradeTrigger,
  nowUs: number,
): Promise<ChangedTrade> {
  return changeTrade(transaction, trade, { trigger }, nowUs);
}

/** As moveTrade, with other values changed too; the units that a change takes or gives are those of the offering. */
export async function changeTrade(
  transaction: Db,
  trade: TradeRow,
  { values = {}, trigger, unitsField = 'shares' }: TradeChange,
  nowUs: number,
): Promise<ChangedTrade> {
  const order_status =
    trigger === undefined ? trade.order_status : stateAfter(TRADE_LIFECYCLE, trade.order_status, trigger);
  const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const merged: TradeRow = { ...trade, ...sent, order_status, updated_at: nowUs };
  const row: TradeRow = { ...merged, eligible_to_close: await eligibility(transaction, merged) };
  const held = { before: holdingOf(trade), after: holdingOf(row) };
  if (held.before.units !== held.after.units || held.before.amount !== held.after.amount) {
    await moveShares(transaction, trade.offering_id, held, unitsField);
  }
  if (order_status === 'SETTLED' && trade.order_status !== order_status) await issueUnits(transaction, row, nowUs);
  const { eligible_to_close, updated_at } = row;
  const changes = { ...sent, order_status, eligible_to_close, updated_at };
  await writeRecord(transaction, TRADE, { clientId: trade.client_id, id: trade.trade_id }, changes);
  return { row, webhooks: await dueWebhooks(transaction, { before: trade, after: row, trigger }) };
}

/** What the trade holds of its offering (T5). */
export function holdingOf(trade: Pick<TradeRow, 'order_status' | 'unit_price' | 'total_shares'>): Holding {
  if (!holdsUnits(trade.order_status)) return NOTHING_HELD;
  return {
    units: toMillionths(trade.total_shares),
    amount: toMillionths(priceOf(trade.unit_price, trade.total_shares)),
  };
}

interface TradeStep {
  readonly before: TradeRow;
  readonly after: TradeRow;
  readonly trigger: TradeTrigger | undefined;
}

async function dueWebhooks(transaction: Db, { before, after, trigger }: TradeStep): Promise<readonly TradeWebhook[]> {
  const due: TradeWebhook[] = [];
  if (before.order_status !== after.order_status && trigger !== 'withdraw') {
    due.push({
      clientId: after.client_id,
      method: 'updateTradeStatus',
      fields: await statusWebhook(transaction, after),
    });
  }
  if (before.eligible_to_close === 0 && after.eligible_to_close === 1) due.push(eligibleWebhook(after));
  return due;
}
