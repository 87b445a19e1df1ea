/**
 * The slow, obvious call auction (Q1 to Q4): every sum is made again from all orders, and shares are paired one by one.
 */
import type { AuctionOrder } from '../../src/matching/auction/index.ts';

const BUY = 0;
const [NONE_MODE, NEWEST, BOTH] = [0, 1, 3];

export interface ModelPrice {
  readonly price: number;
  readonly volume: number;
  readonly surplus: number;
}

export interface ModelResult {
  readonly price: number | null;
  readonly volume: number;
  readonly matches: readonly (readonly [buy: number, sell: number, quantity: number])[];
  readonly cancelled: readonly number[];
  readonly leftOut: readonly number[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const accepts = ({ side, price }: AuctionOrder, at: number) => (side === BUY ? price >= at : price <= at);

export function tradesAt(orders: readonly AuctionOrder[], price: number): ModelPrice {
  const shares = (isBuy: boolean) =>
    sum(orders.filter((one) => (one.side === BUY) === isBuy && accepts(one, price)).map(({ quantity }) => quantity));
  const [demand, supply] = [shares(true), shares(false)];
  return { price, volume: Math.min(demand, supply), surplus: demand - supply };
}

/** Q1. */
export function priceOf(orders: readonly AuctionOrder[], reference: number | null): ModelPrice | undefined {
  const limits = orders.map(({ price }) => price);
  const isBetween = reference !== null && Math.min(...limits) < reference && reference < Math.max(...limits);
  const candidates = [...new Set([...limits, ...(isBetween ? [reference] : [])])].sort((a, b) => a - b);
  let best = candidates.map((price) => tradesAt(orders, price));
  const volume = Math.max(0, ...best.map((one) => one.volume));
  if (volume === 0) return undefined;
  best = best.filter((one) => one.volume === volume);
  const surplus = Math.min(...best.map((one) => Math.abs(one.surplus)));
  best = best.filter((one) => Math.abs(one.surplus) === surplus);
  if (best.every((one) => one.surplus > 0)) return best.at(-1);
  if (best.every((one) => one.surplus < 0)) return best[0];
  if (reference === null) return best[Math.ceil(best.length / 2) - 1];
  const nearest = Math.min(...best.map(({ price }) => Math.abs(price - reference)));
  return best.find(({ price }) => Math.abs(price - reference) === nearest);
}

/** Q2: what each order gets, by order. */
function fillsOf(orders: readonly AuctionOrder[], { price, volume }: ModelPrice): Map<AuctionOrder, number> {
  const fills = new Map<AuctionOrder, number>();
  for (const isBuy of [true, false]) {
    const side = orders.filter((one) => (one.side === BUY) === isBuy && accepts(one, price));
    side.sort((a, b) => (isBuy ? b.price - a.price : a.price - b.price) || orders.indexOf(a) - orders.indexOf(b));
    let left = volume;
    for (const one of side) {
      const fill = Math.min(left, one.quantity);
      if (fill > 0) fills.set(one, fill);
      left -= fill;
    }
  }
  return fills;
}

function least({ contingency, quantity, minimum }: AuctionOrder): number {
  return contingency === 0 ? 1 : contingency === 1 ? quantity : Math.min(minimum, quantity);
}

/** The orders that trade, but too little, by priority: of a better price, then older. */
function shortOf(orders: readonly AuctionOrder[], reference: number | null): AuctionOrder[] {
  const price = priceOf(orders, reference);
  if (price === undefined) return [];
  return [...fillsOf(orders, price)].filter(([one, fill]) => fill < least(one)).map(([one]) => one);
}

/** Q3 and Q4: the orders that take part, and those that end. */
function takingPart(orders: readonly AuctionOrder[], reference: number | null) {
  let inside = [...orders];
  const [out, ended]: [AuctionOrder[], AuctionOrder[]] = [[], []];
  for (;;) {
    const short = shortOf(inside, reference).slice(-1);
    const gone = short.length > 0 ? short : endedBy(inside, reference);
    if (gone.length === 0) break;
    (short.length > 0 ? out : ended).push(...gone);
    inside = inside.filter((one) => !gone.includes(one));
  }
  for (const one of orders.filter((order) => out.includes(order))) {
    const withIt = orders.filter((order) => order === one || inside.includes(order));
    const price = priceOf(withIt, reference);
    const trades = price !== undefined && fillsOf(withIt, price).has(one);
    const isLawful = shortOf(withIt, reference).length === 0 && endedBy(withIt, reference).length === 0;
    if (trades && isLawful) inside = withIt;
  }
  return { inside, ended };
}

/** Q4: owners whose orders must not meet. */
function apart(fills: ReadonlyMap<AuctionOrder, number>): Set<number> {
  return new Set([...fills.keys()].filter(({ owner, mode }) => owner !== 0 && mode !== NONE_MODE).map((o) => o.owner));
}

export function slowAuction(orders: readonly AuctionOrder[], reference: number | null): ModelResult {
  const { inside, ended } = takingPart(orders, reference);
  const idsOf = (some: readonly AuctionOrder[]) => some.map(({ orderId }) => orderId as number);
  const cancelled = idsOf(ended);
  const leftOut = idsOf(orders.filter((one) => !inside.includes(one) && !ended.includes(one)));
  const price = priceOf(inside, reference);
  if (price === undefined) return { price: null, volume: 0, matches: [], cancelled, leftOut };
  const matches = pairedOf(fillsOf(inside, price), price.volume);
  return { price: price.price, volume: price.volume, matches, cancelled, leftOut };
}

function endedBy(orders: readonly AuctionOrder[], reference: number | null): AuctionOrder[] {
  const price = priceOf(orders, reference);
  if (price === undefined) return [];
  const { volume } = price;
  const fills = fillsOf(orders, price);
  for (const owner of apart(fills)) {
    const own = orders.filter((one) => one.owner === owner && fills.has(one));
    const isBothSided = new Set(own.map(({ side }) => side)).size === 2;
    if (!isBothSided || sum(own.map((one) => fills.get(one)!)) <= volume) continue;
    const one = own.findLast(({ mode }) => mode !== NONE_MODE)!;
    const other = own.findLast(({ side }) => side !== one.side)!;
    const [older, newer] = own.indexOf(one) < own.indexOf(other) ? [one, other] : [other, one];
    const mode = newer.mode === NONE_MODE ? older.mode : newer.mode;
    return mode === BOTH ? [older, newer] : [mode === NEWEST ? newer : older];
  }
  return [];
}

/** Share by share: an owner that has all that is left on one side of each pair is part of it. */
function pairedOf(fills: ReadonlyMap<AuctionOrder, number>, volume: number): ModelResult['matches'] {
  const kept = apart(fills);
  const ownerOf = (one: AuctionOrder) => (kept.has(one.owner) ? one.owner : 0);
  const open = [...fills].map(([order, left]) => ({ order, left }));
  const leftOf = (owner: number) => sum(open.filter(({ order }) => ownerOf(order) === owner).map(({ left }) => left));
  const isBothSided = (owner: number) =>
    new Set([...fills.keys()].filter((one) => one.owner === owner).map(({ side }) => side)).size === 2;
  const matches: [buy: number, sell: number, quantity: number][] = [];
  for (let rest = volume; rest > 0; rest--) {
    const buy = open.find(({ order, left }) => order.side === BUY && left > 0)!;
    const buyer = ownerOf(buy.order);
    const tight = [...kept].find((owner) => owner !== buyer && isBothSided(owner) && leftOf(owner) === rest);
    const sell = open.find(({ order, left }) => {
      if (order.side === BUY || left === 0) return false;
      return tight === undefined ? buyer === 0 || ownerOf(order) !== buyer : ownerOf(order) === tight;
    })!;
    buy.left--;
    sell.left--;
    const last = matches.at(-1);
    const [one, other] = [buy.order.orderId as number, sell.order.orderId as number];
    if (last?.[0] === one && last[1] === other) last[2]++;
    else matches.push([one, other, 1]);
  }
  return matches;
}
