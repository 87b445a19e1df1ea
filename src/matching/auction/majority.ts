/**
 * The only owner that may have more than half of some shares. A share of an owner is set off against one of another,
 * which never changes who has more than half, until only one owner has any left.
 */
export class Vote {
  owner = 0;
  #shares = 0;

  add(owner: number, shares: number): void {
    if (owner === this.owner) this.#shares += shares;
    else if (shares <= this.#shares) this.#shares -= shares;
    else {
      this.owner = owner;
      this.#shares = shares - this.#shares;
    }
  }

  get shares(): number {
    return this.#shares;
  }

  clear(): void {
    this.owner = 0;
    this.#shares = 0;
  }
}

/** Votes over the first orders of a side, which leave and come back. A question or a change costs O(log n). */
export class Majority {
  /** A tree whose leaves are the orders: of each node the owner that its vote has found, and what is left to it. */
  readonly #owners: Int32Array;
  readonly #shares: Float64Array;
  readonly #leaves: number;
  readonly #vote = new Vote();

  constructor(size: number) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(size, 1)));
    this.#owners = new Int32Array(2 * this.#leaves);
    this.#shares = new Float64Array(2 * this.#leaves);
  }

  /** @param owner 0: of no owner that matters, @param shares 0 of an order that does not take part */
  set(place: number, owner: number, shares: number): void {
    let at = this.#leaves + place;
    this.#owners[at] = owner;
    this.#shares[at] = shares;
    const vote = this.#vote;
    for (at >>>= 1; at > 0; at >>>= 1) {
      vote.clear();
      this.#addTo(vote, 2 * at);
      this.#addTo(vote, 2 * at + 1);
      this.#owners[at] = vote.owner;
      this.#shares[at] = vote.shares;
    }
  }

  /** Adds the votes of the first `count` orders. */
  addFirst(count: number, vote: Vote): void {
    let low = this.#leaves;
    for (let high = this.#leaves + count; low < high; low >>>= 1, high >>>= 1) {
      if (low & 1) this.#addTo(vote, low++);
      if (high & 1) this.#addTo(vote, --high);
    }
  }

  #addTo(vote: Vote, node: number): void {
    vote.add(this.#owners[node]!, this.#shares[node]!);
  }
}
