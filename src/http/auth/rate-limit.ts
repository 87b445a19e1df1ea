import type { FastifyReply, FastifyRequest } from 'fastify';
import { HELD_HERE, type Held, RateCounts, type SharedUse } from '../../usage/index.ts';
import { RefusalWithHeaders } from '../methods/index.ts';
import { addressKey, callerAddress } from './address.ts';
import type { HttpLimits } from './limits.ts';

/** Counts the request; throws 429 when there were too many. */
export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Each is undefined where its limit is off. */
export interface Rates {
  readonly address: RateCounts | undefined;
  readonly client: RateCounts | undefined;
  readonly orders: RateCounts | undefined;
  readonly pageReader: RateCounts | undefined;
}

export type Limiters = { readonly [Name in keyof Rates]: Limiter | undefined };

/** What the limits of clients and addresses are counted with. */
export interface ClientUsage {
  readonly rates: Rates;
  /** Requests with files under way. */
  readonly uploads: Held;
  readonly uploadBytes: Held;
  /** Connections of the stream. */
  readonly streams: Held;
}

/** @param use counts over all nodes; undefined: over this process */
export function clientUsage(limits: HttpLimits, use: SharedUse | undefined): ClientUsage {
  const held = (kind: string): Held => use?.held(kind) ?? HELD_HERE;
  return {
    rates: ratesOf(limits, use),
    uploads: held('uploads'),
    uploadBytes: held('upload-bytes'),
    streams: held('streams'),
  };
}

function ratesOf(limits: HttpLimits, use: SharedUse | undefined): Rates {
  const rate = (kind: string, max: number): RateCounts | undefined => {
    if (max === 0) return undefined;
    const options = { max, windowMs: limits.requestsWindowMs, namesMax: limits.addressesMax };
    return use?.rate(kind, options) ?? new RateCounts(options);
  };
  return {
    address: rate('address', limits.requestsPerAddress),
    client: rate('client', limits.requestsPerClient),
    orders: rate('orders', limits.ordersPerClient),
    pageReader: rate('pages', limits.pageRequestsPerAddress),
  };
}

export function limitersOf({ address, client, orders, pageReader }: Rates): Limiters {
  return {
    address: address && limiter(address, addressOf),
    client: client && limiter(client, clientOf),
    orders: orders && limiter(orders, clientOf),
    pageReader: pageReader && limiter(pageReader, addressOf),
  };
}

const clientOf = (request: FastifyRequest): string => request.requestContext?.client?.clientId ?? '';
const addressOf = (request: FastifyRequest): string => addressKey(request.requestContext?.ip ?? callerAddress(request));

function limiter(rate: RateCounts, nameOf: (request: FastifyRequest) => string): Limiter {
  return async (request, reply) => {
    const { isAllowed, remaining, secondsToWait } = rate.take(nameOf(request));
    const headers = {
      'ratelimit-limit': String(rate.max),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(secondsToWait),
    };
    if (!isAllowed) throw new RefusalWithHeaders(429, { ...headers, 'retry-after': String(secondsToWait) });
    reply.headers(headers);
  };
}
