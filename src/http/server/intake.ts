/**
 * What a connection sends becomes requests piece by piece (C96). Node parses all bytes of one read, 64 KB of requests
 * and more, in one turn of the event loop. Here each connection has a gate between its socket and Node's parser:
 *
 *     socket -> bytes that are not parsed yet -> parser -> requests that have not begun -> handler
 *
 * The first request of a read begins at once while its connection has no other one and the turn is young. The others
 * wait, and with them the rest of what the connection sent; the socket is paused meanwhile. Waiting connections share
 * the turns.
 *
 * A client that sends one request after the other is passed on: Node's parser reads its socket itself, which is faster,
 * until a request comes before the answer to the one before it.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionGate, type Handler } from './connection-gate.ts';

const gates = new WeakMap<object, ConnectionGate>();

/**
 * Puts a gate between each connection of a server and the server's handler.
 *
 * @param silenceMs after which a connection is cut that takes no answers while its requests wait
 */
export function gateRequests(server: HttpServer, silenceMs: number): void {
  const [handle] = server.listeners('request') as Handler[];
  if (handle === undefined) throw new Error('a server of HTTP handles requests');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const gate = gates.get(request.socket);
    if (gate === undefined) handle(request, response);
    else gate.receive(request, response);
  });
  server.on('connection', (socket: Socket) => {
    gates.set(socket, new ConnectionGate(socket, handle, silenceMs));
  });
  // Whoever takes the socket gets the bytes too.
  server.prependListener('upgrade', (_request: IncomingMessage, socket: Socket) => gates.get(socket)?.leave());
}

/** Nothing more of what the connection sends is read. */
export function stopReading(socket: Socket): void {
  afterAnswers(socket, () => {});
  socket.pause();
}

/** Reads nothing more of what the connection sends, and calls back when what came before is answered. */
export function afterAnswers(socket: object, then: () => void): void {
  const gate = gates.get(socket);
  if (gate === undefined || (socket as Socket).destroyed) then();
  else gate.discard(then);
}

/** From now on a connection is cut that takes nothing of an answer for as long. */
export function limitSilence(socket: Socket, silenceMs: number): void {
  if (gates.has(socket)) socket.setTimeout(silenceMs);
}

/** Whether nothing that came on the connection of a request is unanswered. */
export function isFree({ socket }: IncomingMessage): boolean {
  return gates.get(socket)?.isFree ?? true;
}
