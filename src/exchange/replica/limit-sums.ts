import type { CrossingBook, CrossingSide } from '../../matching/index.ts';
import type { Millionths, Shares } from '../api/index.ts';

/** The shares at one limit, in a balanced tree of all limits, with the sums of the limits below it in the tree. */
interface Limit {
  price: Millionths;
  buys: Shares;
  sells: Shares;
  lower: Limit | null;
  higher: Limit | null;
  height: number;
  buysInTree: Shares;
  sellsInTree: Shares;
}

/**
 * The shares of both sides of a book by their limits, for the price of an auction. A change costs O(log n), and so does
 * each sum: a tree whose two halves differ by at most one in height (AVL).
 */
export class LimitSums implements CrossingBook {
  reference: Millionths | null = null;
  readonly buys: CrossingSide = {
    sharesAt: (price) => this.#buysFrom(price),
    limitUpTo: (price) => last(this.#root, price, 'buysInTree'),
    limitFrom: (price) => first(this.#root, price, 'buysInTree'),
  };
  readonly sells: CrossingSide = {
    sharesAt: (price) => this.#sellsUpTo(price),
    limitUpTo: (price) => last(this.#root, price, 'sellsInTree'),
    limitFrom: (price) => first(this.#root, price, 'sellsInTree'),
  };
  #root: Limit | null = null;

  /** @param shares below 0: they leave */
  add(side: 'buy' | 'sell', price: Millionths, shares: number): void {
    const [buys, sells] = side === 'buy' ? [shares, 0] : [0, shares];
    this.#root = added(this.#root, price, buys, sells);
  }

  /** The highest limit, or the reference price, at which there are no fewer shares of buyers than of sellers. */
  get edge(): Millionths | undefined {
    const { reference } = this;
    const limit = this.#lastWithBuyers();
    if (reference === null || (limit !== undefined && reference <= limit)) return limit;
    return this.#buysFrom(reference) >= this.#sellsUpTo(reference) ? reference : limit;
  }

  #lastWithBuyers(): Millionths | undefined {
    let [buysAbove, sellsBelow] = [0, 0];
    let found: Millionths | undefined;
    for (let at = this.#root; at !== null; ) {
      const demand = buysAbove + buysIn(at.higher) + at.buys;
      const supply = sellsBelow + sellsIn(at.lower) + at.sells;
      if (demand >= supply) {
        found = at.price;
        sellsBelow = supply;
        at = at.higher;
      } else {
        buysAbove = demand;
        at = at.lower;
      }
    }
    return found;
  }

  #buysFrom(price: Millionths): Shares {
    let sum = 0;
    for (let at = this.#root; at !== null; ) {
      if (at.price < price) at = at.higher;
      else {
        sum += at.buys + buysIn(at.higher);
        at = at.lower;
      }
    }
    return sum;
  }

  #sellsUpTo(price: Millionths): Shares {
    let sum = 0;
    for (let at = this.#root; at !== null; ) {
      if (at.price > price) at = at.lower;
      else {
        sum += at.sells + sellsIn(at.lower);
        at = at.higher;
      }
    }
    return sum;
  }
}

type Sum = 'buysInTree' | 'sellsInTree';

const buysIn = (tree: Limit | null): Shares => tree?.buysInTree ?? 0;
const sellsIn = (tree: Limit | null): Shares => tree?.sellsInTree ?? 0;
const heightOf = (tree: Limit | null): number => tree?.height ?? 0;
const ownOf = (limit: Limit, of: Sum): Shares => (of === 'buysInTree' ? limit.buys : limit.sells);

/** The highest limit of the side, not above the price. */
function last(tree: Limit | null, price: Millionths, of: Sum): Millionths | undefined {
  if (tree === null || tree[of] === 0) return undefined;
  if (tree.price > price) return last(tree.lower, price, of);
  return last(tree.higher, price, of) ?? (ownOf(tree, of) > 0 ? tree.price : last(tree.lower, price, of));
}

/** The lowest limit of the side, not below the price. */
function first(tree: Limit | null, price: Millionths, of: Sum): Millionths | undefined {
  if (tree === null || tree[of] === 0) return undefined;
  if (tree.price < price) return first(tree.higher, price, of);
  return first(tree.lower, price, of) ?? (ownOf(tree, of) > 0 ? tree.price : first(tree.higher, price, of));
}

function added(tree: Limit | null, price: Millionths, buys: number, sells: number): Limit | null {
  if (tree === null) {
    return { price, buys, sells, lower: null, higher: null, height: 1, buysInTree: buys, sellsInTree: sells };
  }
  if (price < tree.price) tree.lower = added(tree.lower, price, buys, sells);
  else if (price > tree.price) tree.higher = added(tree.higher, price, buys, sells);
  else {
    tree.buys += buys;
    tree.sells += sells;
    if (tree.buys === 0 && tree.sells === 0) return withoutRoot(tree);
  }
  return balanced(tree);
}

function withoutRoot({ lower, higher }: Limit): Limit | null {
  if (lower === null || higher === null) return lower ?? higher;
  let next = higher;
  while (next.lower !== null) next = next.lower;
  next.higher = withoutFirst(higher);
  next.lower = lower;
  return balanced(next);
}

function withoutFirst(tree: Limit): Limit | null {
  if (tree.lower === null) return tree.higher;
  tree.lower = withoutFirst(tree.lower);
  return balanced(tree);
}

/** Its halves are balanced, and differ by at most two in height. */
function balanced(tree: Limit): Limit {
  const lean = heightOf(tree.lower) - heightOf(tree.higher);
  if (lean > 1) {
    const lower = tree.lower as Limit;
    if (heightOf(lower.lower) < heightOf(lower.higher)) tree.lower = raisedHigher(lower);
    return raisedLower(tree);
  }
  if (lean < -1) {
    const higher = tree.higher as Limit;
    if (heightOf(higher.higher) < heightOf(higher.lower)) tree.higher = raisedLower(higher);
    return raisedHigher(tree);
  }
  return summed(tree);
}

/** The root of the lower half becomes the root. */
function raisedLower(tree: Limit): Limit {
  const root = tree.lower as Limit;
  tree.lower = root.higher;
  root.higher = summed(tree);
  return summed(root);
}

function raisedHigher(tree: Limit): Limit {
  const root = tree.higher as Limit;
  tree.higher = root.lower;
  root.lower = summed(tree);
  return summed(root);
}

function summed(tree: Limit): Limit {
  const { lower, higher } = tree;
  tree.height = 1 + Math.max(heightOf(lower), heightOf(higher));
  tree.buysInTree = tree.buys + buysIn(lower) + buysIn(higher);
  tree.sellsInTree = tree.sells + sellsIn(lower) + sellsIn(higher);
  return tree;
}
