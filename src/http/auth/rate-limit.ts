import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalWithHeaders } from '../methods/index.ts';
import { addressKey, callerAddress } from './address.ts';

export interface RateLimitSettings {
  /** Requests per address in one window, orders apart; 0 is no limit. */
  readonly perAddress: number;
  /** Requests per client in one window, orders apart; 0 is no limit. */
  readonly perClient: number;
  /** Orders per client in one window; 0 is no limit. */
  readonly ordersPerClient: number;
  /** Requests of hosted pages per address in one window; 0 is no limit. */
  readonly perPageReader: number;
  readonly windowMs: number;
  /** How many addresses, and how many clients, are counted at a time; the longest unseen is forgotten first. */
  readonly entriesMax: number;
}

/** Counts the request; throws 429 when there were too many. */
export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface Limiters {
  readonly address: Limiter | undefined;
  readonly client: Limiter | undefined;
  readonly orders: Limiter | undefined;
  readonly pageReader: Limiter | undefined;
}

/** Limiters by the settings; what is off costs nothing. */
export async function createLimiters(app: FastifyInstance, settings: RateLimitSettings): Promise<Limiters> {
  const { perAddress, perClient, ordersPerClient, perPageReader } = settings;
  if (perAddress + perClient + ordersPerClient + perPageReader === 0) return NONE;
  await app.register(rateLimit, { global: false, cache: settings.entriesMax });
  const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string): Limiter | undefined => {
    if (max === 0) return undefined;
    const counting = { max, timeWindow: settings.windowMs, cache: settings.entriesMax, keyGenerator };
    return countWith(app.createRateLimit(counting));
  };
  const clientOf = (request: FastifyRequest) => request.requestContext?.client?.clientId ?? '';
  const addressOf = (request: FastifyRequest) => addressKey(request.requestContext?.ip ?? callerAddress(request));
  return {
    address: limiter(perAddress, addressOf),
    client: limiter(perClient, clientOf),
    orders: limiter(ordersPerClient, clientOf),
    pageReader: limiter(perPageReader, addressOf),
  };
}

const NONE: Limiters = { address: undefined, client: undefined, orders: undefined, pageReader: undefined };

function countWith(check: ReturnType<FastifyInstance['createRateLimit']>): Limiter {
  return async (request, reply) => {
    const result = await check(request);
    if (result.isAllowed) return;
    const headers = {
      'ratelimit-limit': String(result.max),
      'ratelimit-remaining': String(result.remaining),
      'ratelimit-reset': String(result.ttlInSeconds),
    };
    if (result.isExceeded)
      throw new RefusalWithHeaders(429, { ...headers, 'retry-after': String(result.ttlInSeconds) });
    reply.headers(headers);
  };
}
