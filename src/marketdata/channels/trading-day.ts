import { easternDate } from '../../calendar/eastern-time.ts';
import type { TradeItem, TradingDay } from './history.ts';

/** The day with one trade more, which is its last; null: no trade yet. A trade of another day begins it. */
export function dayWith(day: TradingDay | null, { time, price, quantity }: TradeItem): TradingDay {
  const date = easternDate(time);
  if (day === null || day.date !== date) {
    return { date, open: price, high: price, low: price, last: price, volume: quantity, trades: 1 };
  }
  return {
    date,
    open: day.open,
    high: Math.max(day.high, price),
    low: Math.min(day.low, price),
    last: price,
    volume: day.volume + quantity,
    trades: day.trades + 1,
  };
}
