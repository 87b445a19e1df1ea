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

/** The WebSocket of the platform, which can set no headers: the key goes into the first message (S2). */
export const openWebSocket: OpenSocket = (url) => new WebSocket(url) as unknown as SocketLike;
