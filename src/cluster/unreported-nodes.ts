import type { SeenNode } from './ledger.ts';

/** A node whose last report is older counts as gone. */
export const SEEN_MS_MAX = 5000;

/**
 * The other nodes that have not reported in this run of the server of the database (J26). A server that was restored
 * or promoted may lack what they know to be durable, and has at most earlier reports of them. A node that is gone is
 * not waited for.
 */
export class UnreportedNodes {
  readonly #own: string;
  readonly #gone = new Set<string>();
  #names: readonly string[] | undefined;
  #untilMs = 0;

  constructor(own: string) {
    this.#own = own;
  }

  /** Undefined: the nodes were not read since the connection was opened. */
  get names(): readonly string[] | undefined {
    return this.#names;
  }

  /** Over a new connection: the server may be another one. */
  connected(untilMs: number): void {
    this.#names = undefined;
    this.#untilMs = untilMs;
  }

  /** Returns the nodes that were waited for in vain. */
  note(nodes: readonly SeenNode[], nowMs: number): readonly string[] {
    const others = nodes.filter(({ node }) => node !== this.#own);
    for (const { node, hasReported, seenMsAgo } of others) {
      if (hasReported && seenMsAgo < SEEN_MS_MAX) this.#gone.delete(node);
      else if (hasReported) this.#gone.add(node);
    }
    const names = others.filter(({ node, hasReported }) => !hasReported && !this.#gone.has(node));
    const isOver = nowMs >= this.#untilMs;
    if (isOver) for (const { node } of names) this.#gone.add(node);
    this.#names = isOver ? [] : names.map(({ node }) => node);
    return isOver ? names.map(({ node }) => node) : [];
  }
}
