import {
  type Command,
  type EventFeed,
  type ExchangeEvent,
  type MarketState,
  type Markets,
  type Orders,
  type Outcome,
  type PricedTop,
  type SecurityView,
  type TopOfBook,
  type TopSide,
  VenueUnavailable,
} from '../../../src/exchange/interface.ts';

/** 2026-03-02T14:30:00.000001Z */
export const START = 1_772_461_800_000_001;

export const priced = (price: number, quantity = 100, orders = 1): PricedTop => ({
  price,
  quantity,
  orders,
  contingentQuantity: 0,
  contingentOrders: 0,
  firm: null,
});

type Unsequenced = ExchangeEvent extends infer E ? (E extends ExchangeEvent ? Omit<E, 'seq' | 'time'> : never) : never;

function notUsed(): never {
  throw new Error('the stream has no business here');
}

/** The part of the exchange that the stream reads, driven by hand. Whatever else it calls throws. */
export class FakeExchange implements Markets, EventFeed, Pick<Orders, 'submit'> {
  readonly venueId = '';
  readonly shard = 0;
  time = START;
  #seq = 0;
  readonly #listeners = new Set<(event: ExchangeEvent) => void>();
  readonly #securities = new Map<number, SecurityView>();
  readonly #tops = new Map<number, TopOfBook>();
  readonly #kept = new Map<number, TopOfBook[]>();

  nextTransition = notUsed;

  /** What was submitted; while the venue is away nothing is taken. */
  readonly submitted: Command[] = [];
  isAway = false;
  #wake: (() => void) | null = null;

  async submit(command: Command): Promise<Outcome> {
    if (this.isAway) throw new VenueUnavailable('the venue is away');
    this.submitted.push(command);
    this.#wake?.();
    return { ok: true, order: null, lostPriority: false, replayed: false };
  }

  /** Until so many commands were submitted. */
  async hasSubmitted(count: number): Promise<void> {
    while (this.submitted.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  get listenerCount(): number {
    return this.#listeners.size;
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
  topsSince(id: number, after: number): TopOfBook[] | undefined {
    const current = this.#tops.get(id);
    if (current === undefined) return undefined;
    const missed = (this.#kept.get(id) ?? []).filter((top) => top.seq > after);
    // What a seq that never was gives is left open by the interface: here, nothing missed.
    return missed.length >= current.seq - after ? missed : undefined;
  }
  nowUs(): number {
    return this.time;
  }
  lastEventSeq(): number {
    return this.#seq;
  }
  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: Unsequenced): void {
    this.#seq += 1;
    for (const listener of this.#listeners) listener({ ...event, seq: this.#seq, time: this.time } as ExchangeEvent);
  }

  addSecurity(securityId: number, market: MarketState = 'open'): void {
    const security: SecurityView = {
      securityId,
      issuerId: 1,
      ownerClientId: 'owner',
      name: `Example Issuer ${securityId}`,
      status: 'trading',
      orderApproval: false,
      hours: null,
      market,
      outsideWindow: false,
      haltReason: null,
      revision: 1,
    };
    this.#securities.set(securityId, security);
    this.emit({ type: 'security', security });
  }

  setMarket(securityId: number, market: MarketState): void {
    const security = this.#securities.get(securityId);
    if (security) this.#securities.set(securityId, { ...security, market });
    this.emit({ type: 'market', securityId, market, reason: null, cause: 'scheduled' });
  }

  /** Changes the visible top; returns its seq. */
  change(securityId: number, bid: TopSide, offer: TopSide = null): number {
    const seq = (this.#tops.get(securityId)?.seq ?? 0) + 1;
    this.time += 7;
    const top = Object.freeze({ securityId, seq, time: this.time, bid, offer });
    this.#tops.set(securityId, top);
    this.#kept.set(securityId, [...(this.#kept.get(securityId) ?? []).slice(-99), top]);
    this.emit({ type: 'top', top });
    return seq;
  }

  /** As change(), but the state is ahead of the event, as within a group commit; returns what delivers the event. */
  changeSilently(securityId: number, bid: TopSide): () => void {
    const seq = (this.#tops.get(securityId)?.seq ?? 0) + 1;
    const top = { securityId, seq, time: this.time, bid, offer: null };
    this.#tops.set(securityId, top);
    this.#kept.get(securityId)?.push(top);
    return () => this.emit({ type: 'top', top });
  }

  forgetChanges(securityId: number): void {
    this.#kept.delete(securityId);
  }
}
