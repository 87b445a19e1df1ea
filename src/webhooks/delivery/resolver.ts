/** Name resolution for webhooks. */
import { Resolver } from 'node:dns/promises';

/** Gives every address of a name, IPv4 and IPv6. Rejects with an error that has a code (ENOTFOUND, ETIMEOUT). */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Asks the name servers of this machine, without its hosts file. Not the system's own lookup: that one holds a thread
 * of the pool which also writes the journal, so that a receiver with slow name servers could delay orders. A family
 * without an answer in timeoutMs is left out when the other one has one.
 *
 * servers, as address or address:port, replace the machine's own.
 */
export function createResolver(timeoutMs: number, servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses;
  };
}
