import type { PerMessageDeflateOptions } from 'ws';

/** The window that messages are compressed with, in bits. */
export const WINDOW_BITS = 10;

/**
 * The parameters for a client that asks for permessage-deflate (RFC 7692): neither side keeps anything between two
 * messages, so that a connection costs no memory for it, and few of the clients' own messages are read at once.
 */
export const DEFLATE_TERMS: PerMessageDeflateOptions = Object.freeze({
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  concurrencyLimit: 4,
});

/**
 * Whether messages may be sent compressed.
 *
 * @param agreed names of the extensions of the connection
 * @param offer what the client asked for, which may be a smaller window
 */
export function takesDeflated(agreed: string, offer: string | undefined): boolean {
  if (agreed === '') return false;
  const windows = [...(offer ?? '').matchAll(/server_max_window_bits="?(\d+)/g)];
  return windows.every(([, bits]) => Number(bits) >= WINDOW_BITS);
}
