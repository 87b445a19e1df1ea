import ipaddr from 'ipaddr.js';

/** The name under which an address is counted: IPv4 as it is, IPv6 by its /64, which one subscriber holds whole. */
export function addressKey(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : (address as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
