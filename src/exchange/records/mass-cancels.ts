import type { OrderEnd, OrderFilter, QuoteAtRisk } from '../api/index.ts';
import { fitsFilter } from './walks.ts';

/** Different mass cancels of one client that are kept; above that the oldest concerns all of its older quotes. */
const KEPT_MAX = 1000;

export interface MassCancelRecord {
  /** Its number among all mass cancels. */
  readonly number: number;
  readonly filter: OrderFilter;
  readonly change: OrderEnd;
}

/** The newest mass cancel of each filter. */
class MassCancelsOfClient {
  /** The newest one that concerns everything: those before it say nothing more. */
  #ofAll: MassCancelRecord | undefined;
  /** Oldest first. */
  readonly #byFilter = new Map<string, MassCancelRecord>();

  add(cancel: MassCancelRecord): void {
    const { securityId, side, accountId, memberId } = cancel.filter;
    const terms = [securityId, side, accountId, memberId];
    if (terms.every((term) => term === undefined)) {
      this.#ofAll = cancel;
      this.#byFilter.clear();
      return;
    }
    const key = JSON.stringify(terms);
    this.#byFilter.delete(key);
    this.#byFilter.set(key, cancel);
    if (this.#byFilter.size > KEPT_MAX) this.#widenOldest();
  }

  #widenOldest(): void {
    const [key, oldest] = this.#byFilter.entries().next().value as [string, MassCancelRecord];
    this.#byFilter.delete(key);
    this.#ofAll = { ...oldest, filter: {} };
  }

  *values(): Generator<MassCancelRecord, void, undefined> {
    if (this.#ofAll !== undefined) yield this.#ofAll;
    yield* this.#byFilter.values();
  }
}

/**
 * The mass cancels of a journal before QUOTES_SINCE. Quotes were in the database then; each named how many mass cancels
 * there were when it was made, so that the journal decided which ones were still open (V47).
 */
export class MassCancels {
  count = 0;
  /** By client; empty: those of all clients. */
  readonly #ofClients = new Map<string, MassCancelsOfClient>();

  add(clientId: string, filter: OrderFilter, change: OrderEnd): void {
    this.restore(clientId, { number: ++this.count, filter, change });
  }

  /** How the quote was cancelled; undefined: it was not. */
  endOf(quote: QuoteAtRisk): OrderEnd | undefined {
    for (const clientId of ['', quote.clientId]) {
      for (const { number, filter, change } of this.#ofClients.get(clientId)?.values() ?? []) {
        if (number > quote.massCancels && fitsFilter(quote, filter)) return change;
      }
    }
    return undefined;
  }

  *entries(): Generator<readonly [clientId: string, MassCancelRecord], void, undefined> {
    for (const clientId of [...this.#ofClients.keys()].sort()) {
      for (const cancel of this.#ofClients.get(clientId)?.values() ?? []) yield [clientId, cancel];
    }
  }

  restore(clientId: string, cancel: MassCancelRecord): void {
    const ofClient = this.#ofClients.get(clientId) ?? new MassCancelsOfClient();
    ofClient.add(cancel);
    this.#ofClients.set(clientId, ofClient);
  }
}
