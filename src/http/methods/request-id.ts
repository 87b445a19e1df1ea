import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives each request an id that no caller chooses: a counter after a random prefix, which is unique without asking for
 * randomness each time.
 */
export function requestIds(): () => string {
  const prefix = `${randomBytes(6).toString('base64url').replace(/[-_]/g, '0')}-`;
  let count = 0;
  return () => prefix + ++count;
}

/** The caller's own id of its request; undefined where it sent none, or one that is long or odd. */
export function sentRequestId({ 'x-request-id': sent }: IncomingHttpHeaders): string | undefined {
  return saneRequestId(sent);
}

export function saneRequestId(sent: unknown): string | undefined {
  return typeof sent === 'string' && SANE_ID.test(sent) ? sent : undefined;
}
