/** The files of a report and their columns; docs/venue/end-of-day.md lists them. */

import type { Selectable } from 'kysely';
import { formatInstant } from '../../calendar/format-time.ts';
import type { DayHoldingRow, DaySecurityRow, MatchRow, NoticeRow, OrderEntryRow } from '../../database/schema/index.ts';
import {
  averagePriceText,
  type EventSeq,
  filledOf,
  type MatchId,
  type Millionths,
  type OrderId,
  priceText,
  type ReferenceVersion,
  referenceFields,
  type SecurityReference,
  SHOWN_TERMS,
  type Shares,
  shownTerms,
  termsFrom,
} from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';
import type { CsvColumns, Value } from './csv-file.ts';
import type { ParquetColumns } from './parquet-file.ts';
import type { PositionAtEnd } from './positions.ts';
import type { ByUser, MatchOfOrders, OrderAtEnd, UpdateOfOrder } from './report-reads.ts';

const yesNo = (flag: number): string => (flag === 1 ? 'Yes' : 'No');

/** An order with its terms, as a row of the history has them. */
type OrderTerms = Omit<UpdateOfOrder, 'seq' | 'change' | 'remaining' | 'executed' | 'status' | 'changed_at' | 'reason'>;

const OPTIONAL_COLUMNS: CsvColumns<Pick<OrderTerms, 'optional'>> = Object.fromEntries(
  SHOWN_TERMS.map((name) => [
    name,
    ({ optional }) => {
      const terms = termsFrom(optional);
      const value = terms?.[name];
      return typeof value === 'number' ? value : (shownTerms(terms)[name] ?? null);
    },
  ]),
);

const ID_COLUMNS = {
  orderId: (row) => row.order_id,
  securityId: (row) => row.security_id,
} satisfies CsvColumns<OrderTerms>;

const TERM_COLUMNS = {
  issuerId: (row) => row.issuer_id,
  clientId: (row) => row.client_id,
  accountId: (row) => row.account_id,
  memberId: (row) => row.member_id,
  side: (row) => row.side,
  type: (row) => row.type,
  quantity: (row) => row.quantity,
  price: (row) => priceText(row.price),
  contingency: (row) => row.contingency,
  minimum: (row) => row.minimum,
  expiration: (row) => row.expiration,
  expirationDate: (row) => row.expiration_date,
  disclosePrice: (row) => yesNo(row.disclosed),
  solicited: (row) => yesNo(row.solicited),
  selfTradePrevention: (row) => row.self_trade,
  token: (row) => row.token,
  ...OPTIONAL_COLUMNS,
} satisfies CsvColumns<OrderTerms>;

/** A row with the symbol that its security had at the end of the day (V67); null: it had none. */
export type WithSymbol<Row> = Row & { readonly symbol: string | null };

export const ORDER_COLUMNS: CsvColumns<WithSymbol<OrderAtEnd>> = {
  ...ID_COLUMNS,
  symbol: (row) => row.symbol,
  ...TERM_COLUMNS,
  enteredTime: (row) => formatInstant(row.created_at),
  entryEventSeq: (row) => row.entry_seq,
  marketOpenAtEntry: (row) => yesNo(row.in_session),
  status: (row) => row.status,
  filled: filledOf,
  remaining: (row) => row.remaining,
  changedTime: (row) => formatInstant(row.updated_at),
  reason: (row) => row.reason,
  userId: (row) => row.user_id,
};

export const MATCH_COLUMNS: CsvColumns<MatchOfOrders> = {
  matchId: (row) => row.match_id,
  eventSeq: (row) => row.seq,
  time: (row) => formatInstant(row.matched_at),
  securityId: (row) => row.security_id,
  price: (row) => priceText(row.price),
  quantity: (row) => row.quantity,
  buyOrderId: (row) => row.buy_order_id,
  buyClientId: (row) => row.buy_client_id,
  buyAccountId: (row) => row.buy_account_id,
  sellOrderId: (row) => row.sell_order_id,
  sellClientId: (row) => row.sell_client_id,
  sellAccountId: (row) => row.sell_account_id,
  initiatorOrderId: (row) => row.hub_order_id,
  buyUserId: (row) => row.buy_user_id,
  sellUserId: (row) => row.sell_user_id,
};

const tradeSide = (row: MatchRow) => {
  if (row.block === 1) return null;
  return row.hub_order_id === row.buy_order_id ? 'Buy' : 'Sell';
};

/** The public fields of a trade, as in the stream (S24): no client, account or order. */
export const TRADE_COLUMNS: ParquetColumns<WithSymbol<MatchRow>> = {
  tradeId: { type: 'whole', of: (row) => row.match_id },
  eventSeq: { type: 'whole', of: (row) => row.seq },
  time: { type: 'microseconds', of: (row) => row.matched_at },
  securityId: { type: 'whole', of: (row) => row.security_id },
  symbol: { type: 'text', of: (row) => row.symbol },
  price: { type: 'millionths', of: (row) => row.price },
  quantity: { type: 'whole', of: (row) => row.quantity },
  side: { type: 'text', of: tradeSide },
  block: { type: 'boolean', of: (row) => row.block === 1 },
  auctionId: { type: 'text', of: (row) => (row.auction === null ? null : String(row.auction)) },
};

const noted = (name: string) => (row: NoticeRow) => (JSON.parse(row.fields) as Record<string, string>)[name]!;
const wholeShares = (name: string) => (row: NoticeRow) => Number(noted(name)(row));

export const ADJUSTMENT_COLUMNS: CsvColumns<ByUser<NoticeRow>> = {
  matchId: noted('tradeID'),
  eventSeq: (row) => row.seq,
  time: (row) => formatInstant(row.published_at),
  securityId: (row) => row.security_id,
  price: noted('price'),
  quantity: wholeShares('quantity'),
  priceBefore: noted('priceBefore'),
  quantityBefore: wholeShares('quantityBefore'),
  reason: noted('reason'),
  userId: (row) => row.user_id,
};

/** price and quantity: of the match when it was busted. */
export const BUST_COLUMNS: CsvColumns<ByUser<NoticeRow>> = {
  matchId: noted('tradeID'),
  eventSeq: (row) => row.seq,
  time: (row) => formatInstant(row.published_at),
  securityId: (row) => row.security_id,
  price: noted('price'),
  quantity: wholeShares('quantity'),
  reason: noted('reason'),
  userId: (row) => row.user_id,
};

export const POSITION_COLUMNS: CsvColumns<PositionAtEnd> = {
  clientId: (row) => row.client_id,
  accountId: (row) => row.account_id,
  securityId: (row) => row.security_id,
  boughtOnDay: (row) => String(row.bought_on_day),
  soldOnDay: (row) => String(row.sold_on_day),
  netOnDay: (row) => String(row.bought_on_day - row.sold_on_day),
  bought: (row) => String(row.bought),
  sold: (row) => String(row.sold),
  net: (row) => String(row.bought - row.sold),
};

export const HOLDING_COLUMNS: CsvColumns<Selectable<DayHoldingRow>> = {
  clientId: (row) => row.client_id,
  accountId: (row) => row.account_id,
  securityId: (row) => row.security_id,
  quantity: (row) => row.quantity,
  averageCost: ({ cost, quantity }) => (cost === null ? null : averagePriceText(cost, Math.abs(quantity))),
  costCarriedForward: (row) => (row.is_folded === 1 ? 'Yes' : 'No'),
};

const referenceOf = ({ reference }: DaySecurityRow) => JSON.parse(reference) as Omit<ReferenceVersion, 'symbols'>;
const inReference =
  <Name extends Exclude<keyof SecurityReference, 'tickSizes' | 'priceCollar'>>(name: Name) =>
  (row: DaySecurityRow) =>
    referenceOf(row).reference[name] ?? null;

/** The symbol of the security; null: it has none. */
export const symbolIn = inReference('symbol');

export const SECURITY_COLUMNS: CsvColumns<DaySecurityRow> = {
  securityId: (row) => row.security_id,
  issuerId: (row) => row.issuer_id,
  securityName: (row) => row.name,
  symbol: symbolIn,
  isin: inReference('isin'),
  cusip: inReference('cusip'),
  figi: inReference('figi'),
  currency: inReference('currency'),
  tickSizes: (row) => {
    const { tickSizes } = referenceFields(referenceOf(row).reference);
    return tickSizes?.map(({ from, tick }) => `${from}:${tick}`).join(' ') ?? null;
  },
  lotSize: inReference('lotSize'),
  minimumQuantity: inReference('minimumQuantity'),
  maximumQuantity: inReference('maximumQuantity'),
  priceCollar: (row) => referenceFields(referenceOf(row).reference).priceCollar ?? null,
  version: (row) => referenceOf(row).version,
  updatedTime: (row) => formatInstant(referenceOf(row).updatedAt),
};

/** One change of an order, in the record of all. */
export interface RecordedChange extends OrderTerms {
  readonly seq: EventSeq;
  readonly time: Microseconds;
  readonly change: string;
  readonly status: string;
  readonly remaining: Shares;
  readonly reason: string | null;
  /** Null also of a fill. */
  readonly user_id: string | null;
  readonly execution: {
    readonly matchId: MatchId;
    readonly price: Millionths;
    readonly quantity: Shares;
    readonly orderId: OrderId;
    readonly clientId: string;
  } | null;
}

const executed =
  (read: (execution: NonNullable<RecordedChange['execution']>) => Value) =>
  ({ execution }: RecordedChange): Value =>
    execution === null ? null : read(execution);

export const RECORD_COLUMNS: CsvColumns<RecordedChange> = {
  eventSeq: (row) => row.seq,
  time: (row) => formatInstant(row.time),
  event: (row) => row.change,
  ...ID_COLUMNS,
  ...TERM_COLUMNS,
  status: (row) => row.status,
  remaining: (row) => row.remaining,
  reason: (row) => row.reason,
  matchId: executed(({ matchId }) => matchId),
  executedPrice: executed(({ price }) => priceText(price)),
  executedQuantity: executed(({ quantity }) => quantity),
  counterOrderId: executed(({ orderId }) => orderId),
  counterClientId: executed(({ clientId }) => clientId),
  userId: (row) => row.user_id,
};

export function changeOfEntry(row: ByUser<OrderEntryRow>): RecordedChange {
  const { quantity: remaining, created_at: time } = row;
  return { ...row, time, change: 'entered', remaining, reason: null, execution: null };
}

export function changeOfUpdate(row: ByUser<UpdateOfOrder>): RecordedChange {
  return { ...row, time: row.changed_at, execution: null };
}

/** The fills of a match: the initiator's comes first (M8). */
export function changesOfMatch(row: MatchOfOrders): RecordedChange[] {
  const buyFirst = row.hub_order_id === row.buy_order_id;
  const [buy, sell] = [fill(row, 'buy', 'sell', buyFirst), fill(row, 'sell', 'buy', !buyFirst)];
  return buyFirst ? [buy, sell] : [sell, buy];
}

function fill(row: MatchOfOrders, side: 'buy' | 'sell', other: 'buy' | 'sell', isInitiator: boolean): RecordedChange {
  const remaining = row[`${side}_remaining`];
  return {
    seq: row.seq + (isInitiator ? 1 : 2),
    time: row.matched_at,
    change: 'filled',
    order_id: row[`${side}_order_id`],
    security_id: row.security_id,
    issuer_id: row[`${side}_issuer_id`],
    client_id: row[`${side}_client_id`],
    account_id: row[`${side}_account_id`],
    member_id: row[`${side}_member_id`],
    side,
    type: row[`${side}_type`],
    quantity: row[`${side}_order_quantity`],
    price: row[`${side}_order_price`],
    contingency: row[`${side}_order_contingency`],
    minimum: row[`${side}_order_minimum`],
    expiration: row[`${side}_expiration`],
    expiration_date: row[`${side}_expiration_date`],
    disclosed: row[`${side}_disclosed`],
    solicited: row[`${side}_solicited`],
    self_trade: row[`${side}_self_trade`],
    optional: row[`${side}_optional`],
    token: row[`${side}_token`],
    status: remaining === 0 ? 'Executed' : 'Partially Executed',
    remaining,
    reason: null,
    user_id: null,
    execution: {
      matchId: row.match_id,
      price: row.price,
      quantity: row.quantity,
      orderId: row[`${other}_order_id`],
      clientId: row[`${other}_client_id`],
    },
  };
}
