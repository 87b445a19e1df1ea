import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives each request an id: the caller's own X-Request-Id when it is short and plain, else a counter after a random
 * prefix per process, which is unique without asking for randomness each time.
 */
export function requestIds(): (request: { readonly headers: IncomingMessage['headers'] }) => string {
  const prefix = `${randomBytes(6).toString('base64url').replace(/[-_]/g, '0')}-`;
  let count = 0;
  return (request) => {
    const sent = request.headers['x-request-id'];
    if (typeof sent === 'string' && SANE_ID.test(sent)) return sent;
    count++;
    return prefix + count;
  };
}
