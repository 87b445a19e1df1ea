/** The firms that orders and quotes are for, by what a message of the peer made: as durable as the cursor. */
import type { KeptRoute, RouteChange, SessionPort } from './api.ts';

/** Routes of ended orders and quotes that a session keeps: their matches may be busted or corrected. */
const ENDED_MAX = 10_000;

/** Of an order. */
export function orderKey(orderId: string): string {
  return `order ${orderId}`;
}

/** Of a quote by the id that the peer gave it, on an order. */
export function quoteKey(orderId: string, quoteId: string): string {
  return `quote ${orderId} ${quoteId}`;
}

export class KeptRoutes {
  readonly #routes: Map<string, KeptRoute>;
  /** The one that ended first first. */
  readonly #ended = new Set<string>();

  /** @param saved in the order in which they were stored */
  constructor(saved: SessionPort['routes']) {
    this.#routes = new Map(saved);
    for (const [key, { isEnded }] of saved) if (isEnded) this.#ended.add(key);
  }

  /** What the header of a report has; empty: nothing. */
  of(key: string): string {
    return this.#routes.get(key)?.route ?? '';
  }

  /** Returns what is to be stored. */
  add(key: string, route: string): RouteChange[] {
    if (route === '' || (this.of(key) === route && !this.#ended.has(key))) return [];
    this.#ended.delete(key);
    return [this.#set(key, { route, isEnded: false })];
  }

  /** The order or quote has ended. Returns what is to be stored. */
  end(key: string): RouteChange[] {
    const route = this.of(key);
    if (route === '' || this.#ended.has(key)) return [];
    this.#ended.add(key);
    const changed = [this.#set(key, { route, isEnded: true })];
    for (const oldest of this.#ended) {
      if (this.#ended.size <= ENDED_MAX) break;
      this.#ended.delete(oldest);
      this.#routes.delete(oldest);
      changed.push([oldest, undefined]);
    }
    return changed;
  }

  #set(key: string, kept: KeptRoute): RouteChange {
    this.#routes.set(key, kept);
    return [key, kept];
  }
}
