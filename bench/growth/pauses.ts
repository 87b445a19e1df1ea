/**
 * Whether anybody waits while a book, or the whole venue, grows: each order that comes to rest is timed alone, in
 * several repetitions, and its least time counts. What the growth causes hits the same order each time, what the
 * machine and the garbage collector do hits another one.
 */
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { type BookSide, BUY, Engine, NONE } from '../../src/matching/index.ts';
import { nowNs } from '../support/latency-clock.ts';
import { ReportSum } from '../support/report-sum.ts';
import { VenueFlow } from '../support/venue-flow.ts';

const TICK = 5000;
const MIDDLE = 33_500;
const LEVELS = 800;

/** The longest that an order takes to rest in a book, in milliseconds. */
export function worstInBook(orders: number, repetitions: number): number {
  return worstOf(orders, repetitions, () => {
    const engine = new Engine(new ReportSum());
    engine.addBook(1, true);
    return (i) => {
      const side = (i & 1) as BookSide;
      const offset = 20 + ((i >>> 1) % LEVELS);
      const price = (side === BUY ? MIDDLE - offset : MIDDLE + offset) * TICK;
      const before = nowNs();
      engine.enter(1, i + 1, side, price, 100, NONE, 0, false, true);
      return nowNs() - before;
    };
  });
}

/** The longest that a new order takes the state of the venue, its events included, in milliseconds. */
export function worstInVenue(orders: number, repetitions: number): number {
  return worstOf(orders, repetitions, () => {
    const flow = new VenueFlow();
    const state = new VenueState(0);
    state.sink = () => {};
    for (const command of flow.opening()) state.apply(command);
    return () => {
      const command = flow.rest();
      const before = nowNs();
      state.apply(command);
      return nowNs() - before;
    };
  });
}

/** @param begin makes a new measured object; the i-th order is entered and its nanoseconds are returned */
function worstOf(orders: number, repetitions: number, begin: () => (i: number) => number): number {
  const least = new Float64Array(orders).fill(Infinity);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const enter = begin();
    for (let i = 0; i < orders; i++) least[i] = Math.min(least[i]!, enter(i));
  }
  let worst = 0;
  for (const ns of least) worst = Math.max(worst, ns);
  return worst / 1e6;
}
