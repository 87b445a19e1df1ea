import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Headers that a page of another origin may read, in addition to those that browsers always show. */
const EXPOSED = [
  'Idempotency-Replayed',
  'Ignored-Fields',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'X-Request-Id',
  'X-Sandbox-Fault',
  'X-Sent-Request-Id',
];

/** Until a browser asks again whether it may call. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of these origins call the methods (C92). They send their key in a header: no cookie counts from them,
 * which may not send the header that goes with it (P9). Registered before anything that refuses, so that a page can
 * read refusals, too.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  });
}
