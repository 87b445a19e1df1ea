import type {
  AuctionCall,
  AuctionPhase,
  AuctionReads,
  AuctionResult,
  AuctionsView,
  EndedAuction,
  Indicated,
  IndicationFeed,
} from '../../../src/exchange/api/auctions.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';

/** 2026-03-02T14:30:00.000001Z */
export const START = 1_772_461_800_000_001;

const NOTHING: AuctionResult = { price: null, volume: 0, surplus: 0 };

type Unsequenced = ExchangeEvent extends infer E ? (E extends ExchangeEvent ? Omit<E, 'seq' | 'time'> : never) : never;

/** The events of an exchange, and its calls, driven by hand. */
export abstract class FakeAuctions implements IndicationFeed, Pick<AuctionReads, 'endedAuctions'> {
  time = START;
  #seq = 0;
  readonly #listeners = new Set<(event: ExchangeEvent) => void>();

  /** The view of the security has them from now on. */
  protected abstract setAuctions(securityId: number, auctions: AuctionsView): void;

  get listenerCount(): number {
    return this.#listeners.size;
  }

  lastEventSeq(): number {
    return this.#seq;
  }
  subscribe(listener: (event: ExchangeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Gets each event before everybody else. */
  record: (event: ExchangeEvent) => void = () => {};

  /** `events` events happen that are of no interest. */
  skip(events: number): void {
    this.#seq += events;
  }

  emit(event: Unsequenced): void {
    this.#seq += 1;
    const happened = { ...event, seq: this.#seq, time: this.time } as ExchangeEvent;
    this.record(happened);
    for (const listener of this.#listeners) listener(happened);
  }

  readonly #calls = new Map<number, Indicated>();
  readonly #ended = new Map<number, EndedAuction[]>();
  readonly #indicationListeners = new Set<(securityId: SecurityId, indicated: Indicated) => void>();

  indicated(securityId: number): Indicated | null {
    return this.#calls.get(securityId) ?? null;
  }
  onIndicated(listener: (securityId: SecurityId, indicated: Indicated) => void): () => void {
    this.#indicationListeners.add(listener);
    return () => this.#indicationListeners.delete(listener);
  }
  endedAuctions(securityId: number): EndedAuction[] {
    return this.#ended.get(securityId) ?? [];
  }

  /** The call of the security is as it says from now on. */
  auction(securityId: number, phase: AuctionPhase, call: AuctionCall, result = NOTHING): void {
    const isOn = phase === 'called' || phase === 'extended';
    this.setAuctions(securityId, { version: 1, updatedAt: this.time, plan: null, call: isOn ? call : null });
    if (isOn) this.#calls.set(securityId, { seq: this.#seq + 1, time: this.time, indication: null });
    else this.endSilently(securityId, { ...call, endedAt: this.time, isUncrossed: phase === 'uncrossed', ...result });
    this.emit({ type: 'auction', securityId: securityId as SecurityId, phase, call, result });
  }

  endSilently(securityId: number, ended: EndedAuction): void {
    this.#calls.delete(securityId);
    this.#ended.set(securityId, [ended]);
  }

  /** The call has another indication, which takes an event more into account. */
  indicate(securityId: number, indication: AuctionResult): void {
    this.#seq += 1;
    const indicated = { seq: this.#seq, time: this.time, indication };
    this.#calls.set(securityId, indicated);
    for (const listener of this.#indicationListeners) listener(securityId as SecurityId, indicated);
  }
}
