import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isFree } from '../http/server/index.ts';

/**
 * Lets only WebSocket requests for one path be upgrades. Everything else stays a normal request: many HTTP libraries
 * offer `Upgrade: h2c` with every call, and would otherwise lose the answer.
 */
export class UpgradeGate {
  readonly #path: string;
  /** Taken from the HTTP server, not yet a WebSocket: nobody else would end these when the server closes. */
  readonly #underWay = new Set<Duplex>();
  #shut = false;

  constructor(server: Server, path: string) {
    this.#path = path;
    Object.assign(server, { shouldUpgradeCallback: (request: IncomingMessage) => this.#admits(request) });
    server.on('upgrade', (_request, socket) => {
      this.#underWay.add(socket);
      socket.on('close', () => this.#underWay.delete(socket));
    });
  }

  /** The upgrade is done: the WebSocket looks after its socket. */
  done(socket: Duplex): void {
    this.#underWay.delete(socket);
  }

  /** No upgrades from now on: they are answered as normal requests. */
  shut(): void {
    this.#shut = true;
    for (const socket of this.#underWay) socket.destroy();
  }

  #admits(request: IncomingMessage): boolean {
    // Whoever takes the socket would take it from the answers of earlier requests.
    if (this.#shut || !isFree(request) || request.headers.upgrade?.toLowerCase() !== 'websocket') return false;
    return request.url?.split('?', 1)[0] === this.#path;
  }
}
