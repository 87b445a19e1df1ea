/** The events of GET /v3/events, one at a time, new and past (H7, S31). */
import type { Db } from '../../../database/schema/index.ts';
import {
  type EventSeq,
  type ExchangeEvent,
  isPublic,
  liquidityOf,
  type MatchView,
  type OrderEvent,
  type PublicEvent,
  recipientsOf,
  termsText,
} from '../../../exchange/api/index.ts';
import { eventFields } from './event-fields.ts';
import type { EventRange } from './event-range.ts';
import { eventsOf, type ReadEvent } from './event-reading.ts';

/** An event with those whom it concerns. */
export interface OwnEvent {
  readonly seq: EventSeq;
  /** Null: everybody. */
  readonly clientIds: readonly string[] | null;
  /**
   * JSON.
   *
   * @param named whether it names its clients
   * @param readers the clients that it is shown to; null: all
   */
  text(named: boolean, readers: ReadonlySet<string> | null): string;
}

/** Null: not in GET /v3/events. */
export function ownEventOf(event: ExchangeEvent): OwnEvent | null {
  return isPublic(event) ? new PublishedEvent(event) : null;
}

/** Oldest first; all of the range. `clientIds` null: of all clients. */
export async function ownEventsIn(
  db: Db,
  { after, upTo }: Pick<EventRange, 'after' | 'upTo'>,
  clientIds: readonly string[] | null,
): Promise<OwnEvent[]> {
  // Of several clients, what concerns them is picked out of all.
  const clientId = clientIds?.length === 1 ? clientIds[0] : undefined;
  const events = await eventsOf(db, { clientId, after, upTo, limit: upTo - after });
  const listed = events.map((event) => new ReadOwnEvent(event));
  if (clientIds === null) return listed;
  const wanted = new Set(clientIds);
  return listed.filter((event) => concerns(event.clientIds, wanted));
}

function concerns(clientIds: readonly string[] | null, wanted: ReadonlySet<string>): boolean {
  return clientIds === null || clientIds.some((id) => wanted.has(id));
}

/** Whether the event is about one of the clients, or about nobody alone. */
export function isAbout(event: ReadEvent, wanted: ReadonlySet<string>): boolean {
  return concerns(clientsOf(event), wanted);
}

/** A tape has thousands of them: nothing is made of an event before somebody is sent it, and no text is kept. */
class PublishedEvent implements OwnEvent {
  readonly seq: EventSeq;
  readonly clientIds: readonly string[] | null;
  readonly #event: PublicEvent;

  constructor(event: PublicEvent) {
    this.seq = event.seq;
    this.clientIds = clientsConcerned(event);
    this.#event = event;
  }

  text(named: boolean, readers: ReadonlySet<string> | null): string {
    return JSON.stringify(eventFields(readEventOf(this.#event), { named, readers }));
  }
}

class ReadOwnEvent implements OwnEvent {
  readonly seq: EventSeq;
  readonly clientIds: readonly string[] | null;
  readonly #event: ReadEvent;

  constructor(event: ReadEvent) {
    this.seq = event.seq;
    this.clientIds = clientsOf(event);
    this.#event = event;
  }

  text(named: boolean, readers: ReadonlySet<string> | null): string {
    return JSON.stringify(eventFields(this.#event, { named, readers }));
  }
}

function readEventOf(event: PublicEvent): ReadEvent {
  const { seq, time } = event;
  switch (event.type) {
    case 'order':
      return { type: 'order', seq, time, order: orderOf(event) };
    case 'match':
      return { type: 'match', seq, time, match: matchOf(event.match) };
    case 'market': {
      const { securityId: security_id, market, reason, cause } = event;
      return { type: 'market', seq, time, market: { security_id, market, reason, cause } };
    }
    case 'notice':
      return { type: 'notice', seq, time, notice: event.notice };
  }
}

function clientsConcerned(event: PublicEvent): readonly string[] | null {
  switch (event.type) {
    case 'order':
      return [event.order.ticket.clientId];
    case 'match':
      return [event.match.buyClientId, event.match.sellClientId];
    case 'notice':
      return recipientsOf(event.notice.to);
    case 'market':
      return null;
  }
}

function clientsOf(event: ReadEvent): readonly string[] | null {
  switch (event.type) {
    case 'order':
      return [event.order.entry.client_id];
    case 'match':
      return [event.match.buy_client_id, event.match.sell_client_id];
    case 'notice':
      return recipientsOf(event.notice.to);
    case 'market':
      return null;
  }
}

function orderOf({
  change,
  reason,
  order,
  fill,
  isInitiator,
  previousToken,
}: OrderEvent): Extract<ReadEvent, { type: 'order' }>['order'] {
  const { orderId, ticket, status, remaining, executed, quantity, price } = order;
  const { clientId, securityId, memberId, accountId, token, side, type, optional } = ticket;
  const place = { order_id: orderId, client_id: clientId, security_id: securityId, member_id: memberId };
  const liquidity = liquidityOf(isInitiator, type === 'Block');
  const entry = { ...place, account_id: accountId, token, side, type, optional: termsText(optional) };
  return { change, status, remaining, executed, quantity, price, reason, fill, liquidity, entry, previousToken };
}

function matchOf(match: MatchView): Extract<ReadEvent, { type: 'match' }>['match'] {
  return {
    match_id: match.matchId,
    security_id: match.securityId,
    price: match.price,
    quantity: match.quantity,
    buy_order_id: match.buyOrderId,
    sell_order_id: match.sellOrderId,
    buy_client_id: match.buyClientId,
    sell_client_id: match.sellClientId,
    block: match.block ? 1 : null,
    auction: match.auction ?? null,
  };
}
