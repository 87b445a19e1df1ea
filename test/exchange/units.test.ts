import { expect, test } from 'vitest';
import {
  type EventSeq,
  following,
  type MatchId,
  type Millionths,
  NO_ORDER,
  type OrderId,
  priceText,
  type SecurityId,
  type Shares,
} from '../../src/exchange/api/units.ts';
import type { CommandSeq, JournalTail } from '../../src/exchange/journal/index.ts';
import { BUY, type Engine, NONE } from '../../src/matching/index.ts';
import type { AtsDeps } from '../../src/modules/ats/shared/deps.ts';
import type { Timers } from '../../src/time/timers.ts';
import { MINUTE_MS, MINUTE_US, type Microseconds } from '../../src/time/units.ts';

const orderId = 100_100 as OrderId;
const matchId = 6_000_000 as MatchId;
const securityId = 1 as SecurityId;

test('an id less a count is no id: ids are 100 apart', () => {
  const amendedOf = ({ exchange }: AtsDeps) =>
    // @ts-expect-error a number
    exchange.amendmentsIn(securityId, { after: matchId - 50_000, upTo: matchId });
  expect(amendedOf).toBeDefined();
  // @ts-expect-error a number
  const before: OrderId = orderId - 50_000;
  expect(before).toBe(50_100);
});

test('the id of an order is not that of a match', () => {
  // @ts-expect-error of an order
  const match: MatchId = orderId;
  expect(match).toBe(100_100);
  // @ts-expect-error they are never equal
  expect(orderId === matchId).toBe(false);
});

test('an order does not change places with its book', () => {
  const swapped = (engine: Engine) => {
    // @ts-expect-error the book comes first
    engine.enter(orderId, securityId, BUY, 1, 1, NONE, 0, false, true);
    return engine.enter(securityId, orderId, BUY, 1, 1, NONE, 0, false, true);
  };
  expect(swapped).toBeDefined();
});

test('a read goes on after an id', () => {
  const from: OrderId = following(NO_ORDER);
  expect(from).toBe(1);
});

test('the number of an event is not that of a command', () => {
  const eventSeq: EventSeq = 7;
  const commandSeq: CommandSeq = 3;
  const next = (tail: JournalTail) => {
    // @ts-expect-error of an event
    tail.next(eventSeq);
    return tail.next(commandSeq);
  };
  expect(next).toBeDefined();
});

test('a price is not a number of shares', () => {
  const price: Millionths = 25_000_000;
  const shares: Shares = 100;
  // @ts-expect-error shares
  expect(priceText(shares)).toBe('0.000100');
  expect(priceText(price)).toBe('25.000000');
  const swapped = (engine: Engine) => {
    // @ts-expect-error the price comes first
    engine.enter(securityId, orderId, BUY, shares, price, NONE, 0, false, true);
    return engine.enter(securityId, orderId, BUY, price, shares, NONE, 0, false, true);
  };
  expect(swapped).toBeDefined();
});

test('timers count milliseconds, the clock of the venue microseconds', () => {
  const nowUs: Microseconds = MINUTE_US;
  const late = (timers: Timers) => {
    // @ts-expect-error microseconds
    timers.after(nowUs, () => {});
    return timers.after(MINUTE_MS, () => {});
  };
  expect(late).toBeDefined();
});
