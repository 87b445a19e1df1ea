import type { Client } from '../../http/methods/index.ts';

/** The stream shows what getClob shows: a key that may not call it may not stream it either. */
export function mayStream(client: Client): boolean {
  return !client.deniedMethods.has('getClob') && !client.deniedMethods.has('stream');
}
