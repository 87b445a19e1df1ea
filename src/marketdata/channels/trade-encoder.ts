/** What the stream says of trades (S24, S25), field by field: only what is named here can ever leave. */
import { formatInstant } from '../../calendar/format-time.ts';
import { priceText } from '../../exchange/units.ts';
import { Frame } from '../frame.ts';
import type { TradeItem, TradingDay } from '../history.ts';

export interface TradesHeading {
  readonly securityId: number;
  readonly seq: number;
  readonly cursor: string;
  readonly time: number;
}

/** @param day what holds with it; null: nothing; undefined: not told */
export function encodeTrade(item: TradeItem, prevSeq: number, cursor: string, day?: TradingDay): Frame {
  const { type, seq, time, securityId, tradeId, price, quantity } = item;
  const subject = `"type":"${type}","channel":"trades","securityId":"${securityId}"`;
  const place = `"seq":${seq},"prevSeq":${prevSeq},"cursor":"${cursor}","time":"${formatInstant(time)}"`;
  const trade = `"tradeId":"${tradeId}","price":"${priceText(price)}","quantity":${quantity}`;
  return new Frame(`{${subject},${place},${trade}${sideText(item)}${day === undefined ? '' : `,${dayText(day)}`}}`);
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

function sideText({ type, side, block }: TradeItem): string {
  if (type === 'bust') return '';
  const named = side === null ? 'null' : side === 'buy' ? '"Buy"' : '"Sell"';
  return `,"side":${named}${block ? ',"block":true' : ''}`;
}

function dayText(day: TradingDay | string): string {
  if (typeof day === 'string') {
    return `"day":{"date":"${day}","open":null,"high":null,"low":null,"last":null,"volume":0,"trades":0}`;
  }
  const { date, open, high, low, last, volume, trades } = day;
  const prices = `"open":"${priceText(open)}","high":"${priceText(high)}","low":"${priceText(low)}"`;
  return `"day":{"date":"${date}",${prices},"last":"${priceText(last)}","volume":${volume},"trades":${trades}}`;
}
