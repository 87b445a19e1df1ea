import { BUY, SELL } from '../../src/matching/index.ts';
import { seededRandom } from './random.ts';

export const ENTER = 0;
export const ENTER_IMMEDIATE = 1;
export const CANCEL = 2;
/** A cancel and a new entry under the same id, whether the order is there or not. */
export const MODIFY = 3;

/** A day at the market in columns: one message each, in the order in which they arrive. */
export interface ScenarioFlow {
  readonly messages: number;
  readonly kind: Uint8Array;
  /** From 1 upwards, in the order of entry. */
  readonly orderNumber: Int32Array;
  readonly side: Uint8Array;
  /** Whole numbers: ticks, or what the ticks were made (inMillionths). */
  readonly price: Float64Array | Int32Array;
  /** Shares. */
  readonly quantity: Int32Array;
}

/** How the middle price moves: a path, as pairs of progress (0 to 1) and factor, and a random walk around it. */
interface Scenario {
  readonly path: readonly (readonly [progress: number, factor: number])[];
  /** The chance of a step of one tick for each new order. */
  readonly step: number;
  /** How far the walk goes from the path, in ticks. */
  readonly walkMax: number;
}

const FLAT = [
  [0, 1],
  [1, 1],
] as const;
const WALK = { step: 0.1, walkMax: 100 };

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  static: { path: FLAT, step: 0, walkMax: 0 },
  normal: { path: swing(0.02), ...WALK },
  'swing-25': { path: swing(0.25), ...WALK },
  'swing-40': { path: swing(0.4), ...WALK },
  'flash-crash': {
    path: [
      [0, 1],
      [0.03, 1.05],
      [0.06, 1],
      [0.25, 1],
      [0.28, 0.45],
      [0.5, 0.98],
      [0.72, 1.05],
      [0.94, 1],
      [0.97, 0.45],
      [1, 0.99],
    ],
    ...WALK,
  },
};

/**
 * Long down and up, and short the other way at the ends, where buys reach what rests to be sold, and sells what rests
 * to be bought. The highest and the lowest price are `share` of the middle apart.
 */
function swing(share: number): Scenario['path'] {
  return [
    [0, 1],
    [0.03, 1 + share / 2],
    [0.06, 1],
    [0.28, 1 - share / 2],
    [0.5, 1],
    [0.72, 1 + share / 2],
    [0.94, 1],
    [0.97, 1 - share / 2],
    [1, 1],
  ];
}

/**
 * How the orders of a run arrive: in the sequence of the price path, or each at a place that is drawn from the whole
 * of it, at every moment. Drawn, few orders are scattered over all prices of the path, nearly each of them opens a
 * price level and closes it again, and the touch moves with the last few; so it is in the public comparison of
 * engines.
 */
export type Arrival = 'drawn' | 'sequence';

/** In ticks; half a cent each. */
const MIDDLE = 62_000;
const DEPTH_MAX = 350;
const IMMEDIATE = 0.15;
/** The share of immediate orders that reach over the middle; the others hope for somebody at their own depth. */
const REACHING = 0.33;
const CANCELLED = 0.95;
const MODIFIED = 0.2;
/** The chance that a cancel is sent twice. */
const AFTERTHOUGHT = 0.03;
/** New orders in the median life of an order: 0.3 ms when 100,000 come a second. */
const LIFE_MEDIAN = 30;
/** The standard deviation of the life is some 3 powers of two. */
const LIFE_SPREAD = 5.2;

/** The flow with its prices in millionths of a dollar. @param tick in millionths; 5,000 makes prices about $310 */
export function inMillionths(flow: ScenarioFlow, tick = 5000): ScenarioFlow {
  return { ...flow, price: Float64Array.from(flow.price, (ticks) => ticks * tick) };
}

/**
 * Generates one scenario. Only additions, multiplications, divisions and 32-bit arithmetic, whose results the language
 * fixes to the bit, so that a seed gives the same flow on every machine.
 */
export class ScenarioGenerator {
  readonly #orders: number;
  readonly #random: () => number;
  readonly #depths = depthTable();
  /** Cancels (2 n) and modifications (2 n + 1) of order n, in a chain for each step at which they are due. */
  readonly #due: Int32Array;
  readonly #dueNext: Int32Array;
  readonly #sides: Uint8Array;
  readonly #prices: Int32Array;
  readonly #quantities: Int32Array;
  readonly #flow: { -readonly [K in keyof ScenarioFlow]: ScenarioFlow[K] };
  readonly #arrival: Arrival;
  /** The middle price along the path, in ticks. */
  readonly #path: Int32Array;

  constructor(scenario: Scenario, arrival: Arrival, orders: number, seed: number) {
    this.#arrival = arrival;
    this.#orders = orders;
    this.#random = seededRandom(seed);
    this.#due = new Int32Array(orders + 2).fill(-1);
    this.#dueNext = new Int32Array(2 * orders + 2);
    this.#sides = new Uint8Array(orders + 1);
    this.#prices = new Int32Array(orders + 1);
    this.#quantities = new Int32Array(orders + 1);
    this.#path = this.#walk(scenario);
    const room = 3 * orders;
    this.#flow = {
      messages: 0,
      kind: new Uint8Array(room),
      orderNumber: new Int32Array(room),
      side: new Uint8Array(room),
      price: new Int32Array(room),
      quantity: new Int32Array(room),
    };
  }

  generate(): ScenarioFlow {
    for (let n = 1; n <= this.#orders; n++) {
      this.#enter(n);
      for (let event = this.#due[n]!; event !== -1; event = this.#dueNext[event]!) {
        if ((event & 1) === 1) this.#modify(event >>> 1);
        else this.#cancel(event >>> 1);
      }
    }
    return this.#flow;
  }

  #walk({ path, step, walkMax }: Scenario): Int32Array {
    const middles = new Int32Array(this.#orders + 1);
    let offset = 0;
    for (let n = 0, leg = 1; n <= this.#orders; n++) {
      const progress = n / this.#orders;
      while (path[leg]![0] < progress) leg++;
      const [start, from] = path[leg - 1]!;
      const [end, to] = path[leg]!;
      const next = this.#random() < step ? offset + (this.#random() < 0.5 ? -1 : 1) : offset;
      if (Math.abs(next) <= walkMax) offset = next;
      middles[n] = Math.round(MIDDLE * (from + ((to - from) * (progress - start)) / (end - start))) + offset;
    }
    return middles;
  }

  /** Where on the path an order is priced. */
  #place(n: number): number {
    return this.#arrival === 'sequence' ? n : Math.floor(this.#random() * this.#orders);
  }

  #enter(n: number): void {
    const side = this.#random() < 0.5 ? BUY : SELL;
    const quantity = this.#size();
    const middle = this.#path[this.#place(n)]!;
    this.#sides[n] = side;
    this.#quantities[n] = quantity;
    const immediate = this.#random() < IMMEDIATE;
    const reaching = immediate && this.#random() < REACHING;
    const offset = reaching ? -1 - Math.floor(this.#random() * this.#random() * 10) : this.#depth();
    this.#prices[n] = side === BUY ? middle - offset : middle + offset;
    this.#send(immediate ? ENTER_IMMEDIATE : ENTER, n);
    if (immediate) return;
    const life = this.#life();
    if (this.#random() < CANCELLED) this.#plan(2 * n, n + life);
    if (this.#random() < MODIFIED) this.#plan(2 * n + 1, n + Math.floor(life * this.#random()));
  }

  /** Whoever has traded says so too late; some say it twice. */
  #cancel(n: number): void {
    this.#send(CANCEL, n);
    if (this.#random() < AFTERTHOUGHT) this.#send(CANCEL, n);
  }

  /** A fifth of them only want more shares, the others a price one tick better too. */
  #modify(n: number): void {
    const better = this.#random() < 0.8 ? 1 : 0;
    this.#prices[n]! += this.#sides[n] === BUY ? better : -better;
    this.#quantities[n]! += this.#size();
    this.#send(MODIFY, n);
  }

  #plan(event: number, step: number): void {
    if (step > this.#orders) return;
    this.#dueNext[event] = this.#due[step]!;
    this.#due[step] = event;
  }

  #send(kind: number, n: number): void {
    const at = this.#flow.messages++;
    this.#flow.kind[at] = kind;
    this.#flow.orderNumber[at] = n;
    this.#flow.side[at] = this.#sides[n]!;
    this.#flow.price[at] = this.#prices[n]!;
    this.#flow.quantity[at] = this.#quantities[n]!;
  }

  /** Two thirds round lots, most of them small. */
  #size(): number {
    const lot = this.#random() < 0.67 ? 100 : 1;
    return lot * (1 + Math.floor(this.#random() * this.#random() * (lot === 1 ? 99 : 10)));
  }

  #depth(): number {
    const share = this.#random();
    let low = 0;
    let high = DEPTH_MAX - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#depths[middle]! > share) high = middle;
      else low = middle + 1;
    }
    return low + 1;
  }

  /** In new orders. The logarithm is nearly normal: the sum of four even ones. */
  #life(): number {
    const octaves = (this.#random() + this.#random() + this.#random() + this.#random() - 2) * LIFE_SPREAD;
    const whole = Math.floor(octaves);
    let life = LIFE_MEDIAN * (1 + octaves - whole);
    for (let i = 0; i < whole; i++) life *= 2;
    for (let i = 0; i > whole; i--) life /= 2;
    return Math.floor(life);
  }
}

/** The share of orders at most 1, 2, ... ticks from the middle: (d + 4)^-4, with a hump some ticks from the touch. */
function depthTable(): Float64Array {
  const table = new Float64Array(DEPTH_MAX);
  let sum = 0;
  for (let d = 1; d <= DEPTH_MAX; d++) {
    const hump = 1 + 3 * Math.max(0, 1 - Math.abs(d - 8) / 6);
    const square = (d + 4) * (d + 4);
    sum += hump / (square * square);
    table[d - 1] = sum;
  }
  for (let i = 0; i < DEPTH_MAX; i++) table[i]! /= sum;
  return table;
}
