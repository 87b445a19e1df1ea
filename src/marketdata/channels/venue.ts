import type { FastifyBaseLogger } from 'fastify';
import type { EventFeed, MarketReads, Markets } from '../../exchange/api/index.ts';

export type StreamLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** What the stream publishes. */
export type Venue = Markets & MarketReads & EventFeed;

/** Whether the client has, or had, this account. */
export type AccountLookup = (clientId: string, accountId: string) => Promise<boolean>;
