/** The addresses that a webhook may be sent to (C46). */
import ipaddr from 'ipaddr.js';

/** Public by their numbers, but answered by the host's own provider with instance metadata. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Global unicast is 2000::/3; all else in IPv6 is special or unassigned (RFC 4291, the IANA registry). */
const GLOBAL_UNICAST_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an address may be connected to: public unicast only, so never private, loopback, link-local (the
 * metadata services of most clouds are there), unique local, shared (carrier-grade NAT), multicast, reserved,
 * documentation or a tunnel of another family. An IPv4 address inside an IPv6 one (::ffff:0:0/96) is judged as IPv4;
 * zones are refused.
 */
export function isAllowedAddress(address: string, allowLoopback: boolean): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return allowLoopback;
  if (range !== 'unicast') return false;
  if (parsed.kind() === 'ipv6') return (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST_V6);
  return !METADATA.has(parsed.toString());
}
