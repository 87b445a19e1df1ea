import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?$/i;
/** What proxies add to a request. Some add nothing: no request is proof of a reader on this machine. */
const PROXY_HEADER = /^(via|forwarded|x-forwarded(-.*)?|x-real-ip)$/;

/**
 * Whether a request looks as if it came from this machine and was meant for it. The names in Host and Origin are asked
 * too: a page of somebody else's name that resolves to this machine would otherwise read the text for a local
 * reader. Nor may a proxy show itself.
 */
export function isOnThisMachine({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const { remoteAddress } = raw.socket;
  if (remoteAddress === undefined || !isLoopback(remoteAddress)) return false;
  const { host = '', origin = `http://${host}` } = headers;
  if (!LOCAL_NAME.test(host) || origin.toLowerCase() !== `http://${host.toLowerCase()}`) return false;
  return !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}

/** Whether an address, or the name localhost, is this machine's own, which no other machine reaches. */
export function isLoopback(address: string): boolean {
  if (address.toLowerCase() === 'localhost') return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
