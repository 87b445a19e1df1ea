import type { Shares } from './ids.ts';
import type { Records, Ref } from './records.ts';

/**
 * The supply of one side for an initiator of the other side: shares that cross it, and the smallest least fill of
 * contingent ones.
 */
export interface Supply {
  readonly plain: number;
  readonly all: number;
  readonly leastContingent: number;
}

/** The supply of one side for initiators by their rank, and for the best of all ranks that are asked for. */
export interface Supplies {
  readonly most: Supply;
  at(initiatorRank: number): Supply;
}

/** One contingent order in the tree. Keys are copied here, so that a search reads nodes only. */
export class ContingentNode {
  readonly order: Ref;
  readonly rank: number;
  readonly time: number;
  /**
   * The heap order of the treap: mixed from the time, so that the shape is balanced yet the same on every run (M11).
   */
  readonly weight: number;
  least: number;
  remaining: Shares;
  /** The smallest least fill, and the largest remaining quantity, in this node's subtree. */
  leastBelow: number;
  mostBelow: number;
  /** Whether the order rests in the book. */
  rests = true;
  /** Whether the order waits to be retried as an initiator (M7). */
  queued = false;
  parent: ContingentNode | null = null;
  left: ContingentNode | null = null;
  right: ContingentNode | null = null;

  constructor(records: Records, order: Ref) {
    this.order = order;
    this.rank = records.rank(order);
    this.time = records.time(order);
    this.weight = mix(this.time);
    this.least = records.leastFill(order);
    this.remaining = records.remaining(order);
    this.leastBelow = this.least;
    this.mostBelow = this.remaining;
  }
}

/** The finalizer of MurmurHash3: neighbouring times get unrelated weights. */
function mix(time: number): number {
  let mixed = (time | 0) ^ Math.imul((time / 4294967296) | 0, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * The resting contingent orders of one side in priority order: a treap in which every subtree knows its smallest least
 * fill. So the next order that a given quantity can fill is found in O(log n), however many unfillable ones come
 * before it.
 */
export class ContingentIndex {
  readonly #records: Records;
  #size = 0;
  #root: ContingentNode | null = null;
  /** The worst rank of those that left or changed while they waited to be retried; -Infinity when none did. */
  #lost = -Infinity;
  /** Nodes visited so far, for tests that bound the work. */
  visits = 0;

  constructor(records: Records) {
    this.#records = records;
  }

  get size(): number {
    return this.#size;
  }

  /** The smallest least fill of all orders; Infinity without one. */
  get least(): number {
    return this.#root === null ? Infinity : this.#root.leastBelow;
  }

  /** The place of an order of the index. */
  nodeOf(order: Ref): ContingentNode {
    return this.#records.places.get(order) as ContingentNode;
  }

  /** The order must rest (its time is final) and not be in the index. */
  add(order: Ref): void {
    const node = new ContingentNode(this.#records, order);
    this.#records.places.set(order, node);
    this.#size++;
    if (this.#root === null) {
      this.#root = node;
      return;
    }
    let parent = this.#root;
    for (;;) {
      if (node.least < parent.leastBelow) parent.leastBelow = node.least;
      if (node.remaining > parent.mostBelow) parent.mostBelow = node.remaining;
      const below = comesBefore(node, parent) ? parent.left : parent.right;
      if (below === null) break;
      parent = below;
    }
    node.parent = parent;
    if (comesBefore(node, parent)) parent.left = node;
    else parent.right = node;
    while (node.parent !== null && node.parent.weight < node.weight) this.#rotateUp(node);
  }

  remove(order: Ref): void {
    const node = this.nodeOf(order);
    node.rests = false;
    this.#records.places.set(order, null);
    this.#size--;
    this.#noteLost(node);
    while (node.left !== null || node.right !== null) {
      const { left, right } = node;
      const heavier = right === null || (left !== null && left.weight > right.weight) ? left : right;
      this.#rotateUp(heavier as ContingentNode);
    }
    const parent = node.parent;
    this.#replaceChild(parent, node, null);
    refreshUpwards(parent);
  }

  /** To be called when what remains of the order has changed. */
  update(order: Ref): void {
    const node = this.nodeOf(order);
    this.#noteLost(node);
    node.least = this.#records.leastFill(order);
    node.remaining = this.#records.remaining(order);
    refreshUpwards(node);
  }

  #noteLost(node: ContingentNode): void {
    if (node.queued && node.rank > this.#lost) this.#lost = node.rank;
    if (this.#size === 0) this.#lost = -Infinity;
  }

  /**
   * The worst rank of the orders that have left, or have changed, while they waited to be retried (M7): in the queue
   * they may have represented others that were equal. -Infinity without one; the next call starts again.
   */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = -Infinity;
    return lost;
  }

  /** The best-ranked order that a fill of `quantity` can satisfy; 0 without one. */
  first(quantity: Shares): Ref {
    return this.#firstIn(this.#root, quantity);
  }

  /** The next order after `order` that a fill of `quantity` can satisfy; 0 without one. */
  after(order: Ref, quantity: Shares): Ref {
    let node = this.nodeOf(order);
    const found = this.#firstIn(node.right, quantity);
    if (found !== 0) return found;
    for (let parent = node.parent; parent !== null; node = parent, parent = node.parent) {
      this.visits++;
      if (node === parent.right) continue;
      if (parent.least <= quantity) return parent.order;
      const right = this.#firstIn(parent.right, quantity);
      if (right !== 0) return right;
    }
    return 0;
  }

  /** The smallest least fill of the orders up to a rank; Infinity without one. */
  leastUpTo(rank: number): number {
    let least = Infinity;
    for (let node = this.#root; node !== null; ) {
      this.visits++;
      if (node.rank > rank) node = node.left;
      else {
        least = Math.min(least, node.least, node.left === null ? Infinity : node.left.leastBelow);
        node = node.right;
      }
    }
    return least;
  }

  /** Whether any order could perhaps be supplied. */
  someSupplied(supply: Supply): boolean {
    return this.#root !== null && this.#root.leastBelow <= usable(supply, this.#root.mostBelow);
  }

  /**
   * Calls `visit` for the orders whose rank is at most `rank` and which the other side could perhaps supply, in order
   * of priority; of a run of equal all-or-none orders only for the first, as the others cannot do what it cannot.
   * @param supplies what crosses a rank; better ranks have at least as much
   */
  forEachSupplied(rank: number, supplies: Supplies, visit: (order: Ref) => void): void {
    this.#visitSupplied(this.#root, supplies.most, -Infinity, rank, supplies, visit);
  }

  /**
   * No rank of the subtree is below `from`, those above `to` do not count; `supply` covers what crosses any of them.
   */
  #visitSupplied(
    node: ContingentNode | null,
    supply: Supply,
    from: number,
    to: number,
    supplies: Supplies,
    visit: (order: Ref) => void,
  ): void {
    if (node === null) return;
    this.visits++;
    if (node.leastBelow > usable(supply, node.mostBelow)) return;
    if (node.rank > to) {
      this.#visitSupplied(node.left, supply, from, to, supplies, visit);
      return;
    }
    const allEqual = from === to && node.leastBelow === node.mostBelow;
    const supplyHere = supplies.at(node.rank);
    this.#visitSupplied(node.left, supply, from, node.rank, supplies, visit);
    if (allEqual && node.left !== null) return;
    if (node.least <= usable(supplyHere, node.remaining)) visit(node.order);
    if (!allEqual) this.#visitSupplied(node.right, supplyHere, node.rank, to, supplies, visit);
  }

  #firstIn(subtree: ContingentNode | null, quantity: Shares): Ref {
    let node = subtree;
    if (node === null || node.leastBelow > quantity) return 0;
    for (;;) {
      this.visits++;
      const left: ContingentNode | null = node.left;
      if (left !== null && left.leastBelow <= quantity) node = left;
      else if (node.least <= quantity) return node.order;
      else node = node.right as ContingentNode;
    }
  }

  /** Moves a node above its parent; order stays, the two subtree minima are made right. */
  #rotateUp(node: ContingentNode): void {
    const parent = node.parent as ContingentNode;
    this.#replaceChild(parent.parent, parent, node);
    if (parent.left === node) {
      parent.left = node.right;
      if (node.right !== null) node.right.parent = parent;
      node.right = parent;
    } else {
      parent.right = node.left;
      if (node.left !== null) node.left.parent = parent;
      node.left = parent;
    }
    parent.parent = node;
    refresh(parent);
    refresh(node);
  }

  #replaceChild(parent: ContingentNode | null, child: ContingentNode, replacement: ContingentNode | null): void {
    if (parent === null) this.#root = replacement;
    else if (parent.left === child) parent.left = replacement;
    else parent.right = replacement;
    if (replacement !== null) replacement.parent = parent;
  }
}

function comesBefore(a: ContingentNode, b: ContingentNode): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.time < b.time);
}

/** An initiator with less remaining than every contingent contra wants can only use the plain ones. */
function usable(supply: Supply, remaining: Shares): number {
  return remaining < supply.leastContingent ? supply.plain : supply.all;
}

/** Returns whether that changed anything. */
function refresh(node: ContingentNode): boolean {
  let least = node.least;
  let most = node.remaining;
  const { left, right } = node;
  if (left !== null) {
    least = Math.min(least, left.leastBelow);
    most = Math.max(most, left.mostBelow);
  }
  if (right !== null) {
    least = Math.min(least, right.leastBelow);
    most = Math.max(most, right.mostBelow);
  }
  if (least === node.leastBelow && most === node.mostBelow) return false;
  node.leastBelow = least;
  node.mostBelow = most;
  return true;
}

/** As far as anything changes. */
function refreshUpwards(from: ContingentNode | null): void {
  for (let node = from; node !== null && refresh(node); node = node.parent);
}
