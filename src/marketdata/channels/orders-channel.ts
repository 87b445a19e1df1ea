import type { ExchangeEvent } from '../../exchange/api/index.ts';
import type { Channel, Peer, Side } from './channel.ts';
import type { OwnEvent, PastRange } from './history.ts';
import { OrdersSide } from './orders-side.ts';
import { SharedFrames } from './shared-frames.ts';
import { Tape } from './tape.ts';
import type { TapeParts } from './tape-parts.ts';

/** Between two looks at which clients a subscription is about. */
const RENEWAL_MS = 30_000;

/** The events of GET /v3/events, to those whom they concern (S31, S32). */
export class OrdersChannel implements Channel {
  readonly name = 'orders';
  readonly securityCount = 0;
  readonly parts: TapeParts;
  readonly frames = new SharedFrames<OwnEvent>();
  /** Null until somebody is interested the first time. */
  #tape: Tape<OwnEvent> | null = null;
  readonly #sides = new Set<OrdersSide>();
  readonly #ofClient = new Map<string, Set<OrdersSide>>();
  /** Of master keys. */
  readonly #ofAll = new Set<OrdersSide>();
  #endRenewal: () => void = () => {};

  constructor(parts: TapeParts) {
    this.parts = parts;
  }

  get subscriptionCount(): number {
    return this.#sides.size;
  }

  get tape(): Tape<OwnEvent> {
    this.#tape ??= new Tape(this.parts.exchange.lastEventSeq(), this.parts.tapeItemsMax);
    return this.#tape;
  }

  open(peer: Peer): Side {
    return new OrdersSide(this, peer);
  }

  older(range: PastRange, clientIds: readonly string[] | null): Promise<readonly OwnEvent[]> {
    return this.parts.turns.run(() => this.parts.history.events(range, clientIds));
  }

  /** @param clientIds null: all */
  add(side: OrdersSide, clientIds: ReadonlySet<string> | null): void {
    if (this.#sides.size === 0) {
      this.#endRenewal = this.parts.timers.every(RENEWAL_MS, () => {
        for (const one of this.#sides) one.renew();
      });
    }
    this.#sides.add(side);
    if (clientIds === null) this.#ofAll.add(side);
    for (const clientId of clientIds ?? []) {
      const own = this.#ofClient.get(clientId);
      if (own === undefined) this.#ofClient.set(clientId, new Set([side]));
      else own.add(side);
    }
  }

  remove(side: OrdersSide, clientIds: ReadonlySet<string> | null): void {
    if (!this.#sides.delete(side)) return;
    this.#ofAll.delete(side);
    for (const clientId of clientIds ?? []) {
      const own = this.#ofClient.get(clientId);
      own?.delete(side);
      if (own?.size === 0) this.#ofClient.delete(clientId);
    }
    if (this.#sides.size === 0) this.#endRenewal();
  }

  publish(event: ExchangeEvent, nowMs: number): void {
    if (this.#tape === null) return;
    const own = this.parts.history.eventOf(event);
    if (own === null) return;
    this.#tape.push(own);
    if (own.clientIds === null) {
      for (const side of this.#sides) side.offer(own, nowMs);
      return;
    }
    for (const side of this.#ofAll) side.offer(own, nowMs);
    // A reader of both sides of a match ignores the second offer.
    for (const clientId of own.clientIds) {
      for (const side of this.#ofClient.get(clientId) ?? []) side.offer(own, nowMs);
    }
  }
}
