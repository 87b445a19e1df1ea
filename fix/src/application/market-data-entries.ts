/** Books and trades as entries of market data messages. */
import type { AuctionView, DepthView, Level, TradeMessage } from '../client.ts';
import type { Field } from '../codec/index.ts';
import { TAG } from './tags.ts';
import { fieldsOf, utcTimestamp } from './values.ts';

/** MDEntryType (269). */
export const BID = '0';
export const OFFER = '1';
export const TRADE = '2';
const IMBALANCE = 'A';
const CLEARING_PRICE = 'Q';
/** Of the call of an auction. */
export const AUCTION_TYPES: readonly string[] = [CLEARING_PRICE, IMBALANCE];

/** MDUpdateAction (279). */
const NEW = '0';
const CHANGE = '1';
const DELETE = '2';
/** ExecInst of entries that are of contingent orders: all or none, or a minimum. */
const ALL_OR_NONE = 'G';
/** QuoteCondition of a side that has only requests for quotes: not firm. */
const NON_FIRM = 'I';
/** TradeCondition of an imbalance: more buyers, more sellers. */
const MORE = { Buy: 'P', Sell: 'Q' } as const;

/** An entry by its id, which is the same as long as it is there: side, price and kind. */
export type Entries = ReadonlyMap<string, readonly Field[]>;

/** The entries of the best levels of the asked sides. A level with contingent orders has an entry more for them. */
export function entriesOf(view: DepthView, types: ReadonlySet<string>, levels: number): Entries {
  const entries = new Map<string, readonly Field[]>();
  const side = (type: string, all: readonly Level[], isRfq: boolean) => {
    if (!types.has(type)) return;
    for (const level of all.slice(0, levels)) addLevel(entries, type, level);
    if (all.length === 0 && isRfq) {
      entries.set(`${type}rfq`, fieldsOf([TAG.MDEntryType, type], [TAG.QuoteCondition, NON_FIRM], [TAG.Text, 'RFQ']));
    }
  };
  side(BID, view.bids, view.bidRfq);
  side(OFFER, view.offers, view.offerRfq);
  return entries;
}

const NOTHING = { price: null, volume: 0, surplus: 0, surplusSide: null };

/** What the disclosed orders of a call would trade (Q15): nothing while no call is on, or no orders cross. */
export function auctionEntriesOf({ call }: AuctionView, types: ReadonlySet<string>): Entries {
  const entries = new Map<string, readonly Field[]>();
  const { price, volume, surplus, surplusSide } = call?.indication ?? NOTHING;
  if (types.has(CLEARING_PRICE) && price !== null) {
    const type = [TAG.MDEntryType, CLEARING_PRICE] as const;
    entries.set(CLEARING_PRICE, fieldsOf(type, [TAG.MDEntryPx, price], [TAG.MDEntrySize, volume]));
  }
  if (types.has(IMBALANCE) && surplusSide !== null) {
    const type = [TAG.MDEntryType, IMBALANCE] as const;
    const side = [TAG.TradeCondition, MORE[surplusSide]] as const;
    entries.set(IMBALANCE, fieldsOf(type, [TAG.MDEntrySize, surplus], side));
  }
  return entries;
}

/** As a snapshot has them. */
export function snapshotEntries(entries: Entries): Field[][] {
  return [...entries.values()].map((fields) => [...fields]);
}

/** What leads from one to the other; `instrument` is in each entry. */
export function changedEntries(before: Entries, now: Entries, instrument: readonly Field[]): Field[][] {
  const changed: Field[][] = [];
  for (const [id, fields] of before) {
    if (now.has(id)) continue;
    const [type] = fields as [Field];
    changed.push([[TAG.MDUpdateAction, DELETE], type, [TAG.MDEntryID, id], ...instrument, ...priceOf(fields)]);
  }
  for (const [id, fields] of now) {
    const earlier = before.get(id);
    if (earlier !== undefined && isSame(earlier, fields)) continue;
    const [type, ...rest] = fields as [Field, ...Field[]];
    const action = earlier === undefined ? NEW : CHANGE;
    changed.push([[TAG.MDUpdateAction, action], type, [TAG.MDEntryID, id], ...instrument, ...rest]);
  }
  return changed;
}

/** A match, and what a bust or a correction makes of it: its entry is known by its id. */
export function tradeEntry(
  action: 'new' | 'change' | 'delete',
  trade: Pick<TradeMessage, 'tradeId' | 'price' | 'quantity' | 'time'>,
  instrument: readonly Field[],
): Field[] {
  const [date, time] = utcTimestamp(trade.time).split('-');
  return [
    ...fieldsOf(
      [TAG.MDUpdateAction, { new: NEW, change: CHANGE, delete: DELETE }[action]],
      [TAG.MDEntryType, TRADE],
      [TAG.MDEntryID, `${TRADE}${trade.tradeId}`],
    ),
    ...instrument,
    ...fieldsOf(
      [TAG.MDEntryPx, trade.price],
      [TAG.MDEntrySize, trade.quantity],
      [TAG.MDEntryDate, date],
      [TAG.MDEntryTime, time],
    ),
  ];
}

function addLevel(entries: Map<string, readonly Field[]>, type: string, level: Level): void {
  const { price, quantity, orders, contingent } = level;
  const entry = (size: number, count: number, instruction?: string) =>
    fieldsOf(
      [TAG.MDEntryType, type],
      [TAG.MDEntryPx, price],
      [TAG.MDEntrySize, size],
      [TAG.ExecInst, instruction],
      [TAG.NumberOfOrders, count],
    );
  if (quantity > 0) entries.set(`${type}@${price}`, entry(quantity, orders));
  if (contingent !== undefined) {
    entries.set(`${type}@${price}c`, entry(contingent.quantity, contingent.orders, ALL_OR_NONE));
  }
}

function priceOf(fields: readonly Field[]): readonly Field[] {
  return fields.filter(([tag]) => tag === TAG.MDEntryPx);
}

function isSame(one: readonly Field[], other: readonly Field[]): boolean {
  return (
    one.length === other.length && one.every(([tag, value], at) => other[at]?.[0] === tag && other[at]?.[1] === value)
  );
}
