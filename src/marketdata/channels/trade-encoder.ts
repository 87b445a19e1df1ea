/** The messages of trades (S24, S25), field by field: no other field can leave. */

import { formatInstant } from '../../calendar/format-time.ts';
import { type EventSeq, priceText, type SecurityId } from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';
import { Frame } from '../wire/index.ts';
import type { TradeItem, TradingDay } from './history.ts';

export interface TradesHeading {
  readonly securityId: SecurityId;
  readonly seq: EventSeq;
  readonly cursor: string;
  readonly time: Microseconds;
}

/** A trade, a bust or a correction for those whose last message of the security had prevSeq. */
export class TradeFrame extends Frame {
  readonly item: TradeItem;
  readonly prevSeq: EventSeq;
  /** The day's figures with it; undefined: left out. */
  readonly day: TradingDay | undefined;

  constructor(text: string, trade: Pick<TradeFrame, 'item' | 'prevSeq' | 'day'>) {
    super(text);
    this.item = trade.item;
    this.prevSeq = trade.prevSeq;
    this.day = trade.day;
  }
}

/** @param day what holds with it; undefined: left out */
export function encodeTrade(item: TradeItem, prevSeq: EventSeq, cursor: string, day?: TradingDay): TradeFrame {
  const { type, seq, time, securityId, tradeId, price, quantity } = item;
  const subject = `"type":"${type}","channel":"trades","securityId":"${securityId}"`;
  const place = `"seq":${seq},"prevSeq":${prevSeq},"cursor":"${cursor}","time":"${formatInstant(time)}"`;
  const trade = `"tradeId":"${tradeId}","price":"${priceText(price)}","quantity":${quantity}`;
  const text = `{${subject},${place},${trade}${moreText(item)}${day === undefined ? '' : `,${dayText(day)}`}}`;
  return new TradeFrame(text, { item, prevSeq, day });
}

/** The trades of a security between two of its messages (S36). */
export interface Bar {
  readonly securityId: SecurityId;
  /** Of the message before the first of its trades. */
  readonly prevSeq: EventSeq;
  /** Of its last trade, as its time. */
  readonly seq: EventSeq;
  readonly time: Microseconds;
  readonly trades: number;
  readonly volume: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly last: number;
  /** The day's figures with its last trade; undefined: left out. */
  readonly day: TradingDay | undefined;
}

export function encodeBar(bar: Bar, cursor: string): Frame {
  const { securityId, prevSeq, seq, time, trades, volume, open, high, low, last, day } = bar;
  const place = `"seq":${seq},"prevSeq":${prevSeq},"cursor":"${cursor}","time":"${formatInstant(time)}"`;
  const prices = `"open":"${priceText(open)}","high":"${priceText(high)}","low":"${priceText(low)}"`;
  const sums = `"trades":${trades},"volume":${volume},${prices},"last":"${priceText(last)}"`;
  const subject = `"type":"bar","channel":"trades","securityId":"${securityId}"`;
  return new Frame(`{${subject},${place},${sums}${day === undefined ? '' : `,${dayText(day)}`}}`);
}

/** @param day the date where there was no trade */
export function encodeTradesSnapshot(heading: TradesHeading, day: TradingDay | string): Frame {
  return new Frame(`{"type":"snapshot",${headingText(heading)},${dayText(day)}}`);
}

/** @param day the date where there was no trade */
export function encodeDay(heading: TradesHeading, day: TradingDay | string): Frame {
  return new Frame(`{"type":"day",${headingText(heading)},${dayText(day)}}`);
}

function headingText({ securityId, seq, cursor, time }: TradesHeading): string {
  const place = `"seq":${seq},"cursor":"${cursor}","time":"${formatInstant(time)}"`;
  return `"channel":"trades","securityId":"${securityId}",${place}`;
}

function moreText({ type, side, block, auction, before }: TradeItem): string {
  if (before) return `,"priceBefore":"${priceText(before.price)}","quantityBefore":${before.quantity}`;
  if (type !== 'trade') return '';
  const named = side === null ? 'null' : side === 'buy' ? '"Buy"' : '"Sell"';
  return `,"side":${named}${block ? ',"block":true' : ''}${auction === undefined ? '' : `,"auctionId":"${auction}"`}`;
}

function dayText(day: TradingDay | string): string {
  if (typeof day === 'string') {
    return `"day":{"date":"${day}","open":null,"high":null,"low":null,"last":null,"volume":0,"trades":0}`;
  }
  const { date, open, high, low, last, volume, trades } = day;
  const prices = `"open":"${priceText(open)}","high":"${priceText(high)}","low":"${priceText(low)}"`;
  return `"day":{"date":"${date}",${prices},"last":"${priceText(last)}","volume":${volume},"trades":${trades}}`;
}
