/** What the stream needs of a WebSocket: the standard's, of browsers and of Node 22 and later. */
export interface SocketLike {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type OpenSocket = (url: string) => SocketLike;

/** A class of the standard's WebSocket, such as that of the package ws. */
export type SocketClass = new (url: string) => unknown;

/**
 * Opens with the WebSocket of the platform, or with this one. It can set no headers: the key goes into the first
 * message (S2). Throws TypeError where the platform has none.
 */
export function socketOpener(Socket: SocketClass | undefined = globalThis.WebSocket): OpenSocket {
  if (Socket === undefined) {
    throw new TypeError(
      'This platform has no WebSocket (Node has one from version 22 on): install the package ws, and call ' +
        'stream({ WebSocket }) with its class.',
    );
  }
  return (url) => new Socket(url) as SocketLike;
}
