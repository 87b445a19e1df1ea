import type { EventSeq, ExchangeEvent } from '../../exchange/api/index.ts';
import { Fifo } from '../../exchange/collections/index.ts';

const EVENTS_MAX = 20_000;

/**
 * The newest events of a venue that this process follows: whoever takes it over finds those here whose webhooks the
 * owner before had not written, and need not read the journal for them.
 */
export class RecentEvents {
  readonly #events = new Fifo<ExchangeEvent>();
  readonly #max: number;

  constructor(max = EVENTS_MAX) {
    this.#max = max;
  }

  add(event: ExchangeEvent): void {
    this.#events.push(event);
    if (this.#events.size > this.#max) this.#events.shift();
  }

  /** The events after one, up to another, which are then dropped; undefined when some are missing. */
  between(after: EventSeq, upTo: EventSeq): readonly ExchangeEvent[] | undefined {
    const found: ExchangeEvent[] = [];
    for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) {
      if (event.seq > after && event.seq <= upTo) found.push(event);
    }
    const isWhole = upTo <= after || found[0]?.seq === after + 1;
    return isWhole ? found : undefined;
  }
}
