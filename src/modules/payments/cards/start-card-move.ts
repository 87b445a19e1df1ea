/** What ccFundMove and ccFundMovement have in common. */
import { Decimal } from 'decimal.js';
import type { CardFundMoveRow, Db, TradeRow } from '../../../database/schema/index.ts';
import { ApiError, type StatusCode } from '../../../http/methods/index.ts';
import { requireActiveAccount } from '../../accounts/index.ts';
import { nextId } from '../../shared/ids/index.ts';
import { insertRecord, newOwned } from '../../shared/record/index.ts';
import { fromMillionths, sixDecimals, toMillionths } from '../../shared/values/index.ts';
import { holdTrade, refuseCovered, requireCanBePaid } from '../../trades/index.ts';
import { cardLimits } from './card-limits.ts';
import { cardRail } from './card-rail.ts';
import type { CardDeps } from './cards-deps.ts';

/** What startCardMove refuses with. */
export const START_REFUSALS: readonly StatusCode[] = [135, 138, 148, 150, 188, 190, 211, 234, 404, 732];

export interface CardMoveOrder {
  readonly clientId: string;
  readonly accountId: string;
  readonly tradeId: number;
  /** As it was sent; undefined: the amount of the trade. */
  readonly amount: string | undefined;
  readonly ip: string;
}

/** Stores a payment, Pending (K3), in the transaction. Throws the refusals of K4 and K5. */
export async function startCardMove(
  { cards, cardAmountMax, nowUs }: CardDeps,
  db: Db,
  order: CardMoveOrder,
): Promise<CardFundMoveRow> {
  if (cards === undefined) throw new ApiError(211);
  const { clientId, accountId, tradeId } = order;
  await requireActiveAccount(db, clientId, accountId);
  const trade = await holdTrade(db, { clientId, tradeId });
  if (trade === undefined || trade.account_id !== accountId) throw new ApiError(188);
  const amount = amountOf(order.amount, trade);
  const open = (await cardRail.live(db, [tradeId])).find(({ fund_status }) => fund_status !== 'Settled');
  if (open !== undefined) throw new ApiError(150, `RefNum ${open.ref_num} is ${open.fund_status}`);
  const due = await refuseCovered(db, trade);
  await requireCanBePaid(db, { ...trade, amount: toMillionths(sixDecimals(amount)) }, cardLimits(cardAmountMax));
  if (order.amount === undefined && due < toMillionths(trade.total_amount)) {
    throw new ApiError(150, `${fromMillionths(due)} of the trade is due: pay that with ccFundMovement`);
  }
  const move = newMove(await nextId(db, 'card_move'), trade, { amount, ip: order.ip, nowUs: nowUs() });
  await insertRecord(db, cardRail.instrument.kind, move);
  return move;
}

/** Dollars in whole cents, above zero. Throws 732. */
function amountOf(sent: string | undefined, trade: TradeRow): Decimal {
  if (sent !== undefined && !/^[0-9]{1,15}(\.[0-9]{1,2})?$/.test(sent)) {
    throw new ApiError(732, 'amount: digits with at most two decimals');
  }
  const amount = new Decimal(sent ?? trade.total_amount);
  if (amount.isZero()) throw new ApiError(732, 'the amount is zero');
  if (amount.decimalPlaces() > 2) throw new ApiError(732, 'the amount of the trade is not in whole cents');
  return amount;
}

function newMove(
  refNum: number,
  trade: TradeRow,
  { amount, ip, nowUs }: { readonly amount: Decimal; readonly ip: string; readonly nowUs: number },
): CardFundMoveRow {
  return {
    ref_num: refNum,
    account_id: trade.account_id,
    trade_id: trade.trade_id,
    offering_id: trade.offering_id,
    total_amount: sixDecimals(amount),
    refunded_amount: '0.000000',
    fund_status: 'Pending',
    transaction_status: 'Pending',
    errors: null,
    processor_transaction_id: null,
    processor_transaction_message: null,
    processor_token_message: null,
    payment_key: null,
    token_sealed: null,
    submitted_at: null,
    ask_at: null,
    asked: 0,
    created_ip_address: ip,
    ...newOwned(trade.client_id, nowUs),
  };
}
