import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?$/i;

/**
 * Whether a request comes from this machine and was meant for it. The name in Host is asked too: a page of somebody
 * else's name that resolves to this machine would otherwise read what is shown to a local reader. Nor may a proxy
 * stand between.
 */
export function isOnThisMachine({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const { remoteAddress } = raw.socket;
  if (remoteAddress === undefined || !ipaddr.isValid(remoteAddress)) return false;
  if (ipaddr.process(remoteAddress).range() !== 'loopback' || !LOCAL_NAME.test(headers.host ?? '')) return false;
  return headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}
