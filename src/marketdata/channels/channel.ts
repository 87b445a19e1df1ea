import type { FastifyBaseLogger } from 'fastify';
import type {
  AuctionReads,
  EventFeed,
  ExchangeEvent,
  IndicationFeed,
  MarketReads,
  Markets,
} from '../../exchange/api/index.ts';
import type { Client } from '../../http/methods/index.ts';
import type { Beginning, ChannelName, Numbering, SecurityChoice, SubscribeRequest } from '../requests/index.ts';
import type { Exit } from '../wire/index.ts';

export type StreamLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** The events that the stream publishes. */
export type Venue = Markets & MarketReads & EventFeed & IndicationFeed & Pick<AuctionReads, 'endedAuctions'>;

/** Whether the client has, or had, this account. */
export type AccountLookup = (clientId: string, accountId: string) => Promise<boolean>;

/** One channel of the stream (S21), independent of the others. */
export interface Channel {
  readonly name: ChannelName;
  /** Subscriptions of all connections. */
  readonly subscriptionCount: number;
  /** Securities that somebody is subscribed to. */
  readonly securityCount: number;
  /** The side of a connection that asks for the channel for the first time. */
  open(peer: Peer): Side;
  /** A durable event of the venue. */
  publish(event: ExchangeEvent, nowMs: number): void;
}

/** The connection, as far as its channels know it. */
export interface Peer {
  readonly sendQueue: Exit;
  /** The client, with its current rights. */
  client(): Client;
  /** Throws StreamError where it would have too many subscriptions with `added` more. */
  requireRoom(added: number, request: SubscribeRequest): void;
}

/** The side of one connection in one channel. */
export interface Side {
  /** Securities that it named. */
  readonly size: number;
  /** Whether it is subscribed to anything. */
  readonly isUsed: boolean;
  /** Whether nothing before the cursor of now is still to be sent. */
  readonly isCaughtUp: boolean;
  /**
   * Refuses the whole request, by throwing StreamError, when a part of it cannot be had; says nothing before `accepted`
   * has.
   */
  subscribe(request: SubscribeRequest, nowMs: number, accepted: (beginning?: Beginning | Numbering) => void): void;
  /** Ignores securities that are not subscribed; "*" leaves all. */
  leave(securities: SecurityChoice, id: SubscribeRequest['id']): void;
  /** For the answer to `list`: an entry for each set of parameters. */
  list(): readonly object[];
  clear(): void;
}
