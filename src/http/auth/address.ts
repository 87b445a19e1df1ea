import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** For a caller whose connection was gone before its address could be read. */
const UNKNOWN_ADDRESS = '0.0.0.0';

/**
 * The addresses through which a request came: the peer first, then those that the trusted proxies name, up to the
 * caller.
 */
export interface Origin {
  readonly ip: string | undefined;
  /** undefined where no proxy is trusted. */
  readonly ips?: readonly (string | undefined)[] | undefined;
}

/**
 * The caller's address, always a valid IP. Text in X-Forwarded-For that is no address ends the way back: the caller is
 * then the last proxy before it, for addresses before it cannot be known.
 */
export function callerAddress({ ip, ips }: Origin): string {
  let caller = UNKNOWN_ADDRESS;
  for (const text of ips ?? [ip]) {
    const address = readAddress(text);
    if (address === undefined) break;
    caller = address;
  }
  return caller;
}

/** An address as it may stand in X-Forwarded-For or on a socket: with a port, a zone, or IPv4 mapped into IPv6. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined || isIPv4(text)) return text;
  const bare = text.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (isIP(bare) === 0) return undefined;
  return ipaddr.process(bare.replace(/%.*$/, '')).toString();
}

/** The name under which a valid IP is counted: IPv4 as it is, IPv6 by its /64, which one subscriber holds whole. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : (address as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
