import type {
  EventFeed,
  ExchangeEvent,
  MarketReads,
  Markets,
  Orders,
  SecurityView,
  TopOfBook,
} from '../../src/exchange/interface.ts';

function notUsed(): never {
  throw new Error('the stream has no business here');
}

/** What the stream needs of an exchange, without book and journal: changes of the top come from outside. */
export class StreamExchange implements Markets, MarketReads, EventFeed, Pick<Orders, 'submit'> {
  readonly venueId = '';
  readonly shard = 0;
  readonly #listeners = new Set<(event: ExchangeEvent) => void>();
  readonly #securities: ReadonlyMap<number, SecurityView>;
  readonly #tops = new Map<number, TopOfBook>();
  #seq = 0;

  nextTransition = notUsed;
  usualHours = notUsed;
  shownOrders = notUsed;
  submit = notUsed;

  constructor(securityIds: readonly number[]) {
    this.#securities = new Map(securityIds.map((id) => [id, viewOf(id)]));
  }

  /** A durable change of the top: what an exchange tells its listeners. */
  publish(top: TopOfBook): void {
    this.#seq += 1;
    this.#tops.set(top.securityId, top);
    const event: ExchangeEvent = { type: 'top', top, seq: this.#seq, time: top.time };
    for (const listener of this.#listeners) listener(event);
  }

  security(id: number): SecurityView | undefined {
    return this.#securities.get(id);
  }

  securities(): SecurityView[] {
    return [...this.#securities.values()];
  }

  topOfBook(id: number): TopOfBook | undefined {
    return this.#tops.get(id);
  }

  topsSince(): undefined {
    return undefined;
  }

  nowUs(): number {
    return Date.now() * 1000;
  }

  lastEventSeq(): number {
    return this.#seq;
  }

  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function viewOf(securityId: number): SecurityView {
  return {
    securityId,
    issuerId: 1,
    ownerClientId: 'owner',
    name: `Security ${securityId}`,
    status: 'trading',
    orderApproval: false,
    hours: null,
    market: 'open',
    outsideWindow: false,
    haltReason: null,
    revision: 1,
  };
}
