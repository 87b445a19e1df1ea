import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Between two looks for connections whose last answer has left. */
const SWEEP_MS = 50;
const LOOK_MS = 10;
/** How long the end of a server waits for the first request of a connection that it has accepted. */
const FIRST_REQUEST_MS_MAX = 250;

/**
 * The open connections of a server, for its end. A server that a Listener gives its connections to does not listen
 * itself: to Node it has ended at once, whatever is under way.
 */
export class Connections {
  readonly #server: HttpServer;
  readonly #open = new Set<Socket>();
  readonly #drained = Promise.withResolvers<void>();
  #isEnding = false;

  constructor(server: HttpServer) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => {
        this.#open.delete(socket);
        this.#resolveDrained();
      });
    });
  }

  /**
   * Resolves when each connection has sent something, or after a while. Node takes one that was just accepted for idle,
   * and would cut the caller off before it has read the request.
   */
  async firstRequests(): Promise<void> {
    const isSilent = () => this.#open.values().some(({ bytesRead }) => bytesRead === 0);
    for (let waitedMs = 0; isSilent() && waitedMs < FIRST_REQUEST_MS_MAX; waitedMs += LOOK_MS) await delay(LOOK_MS);
  }

  /**
   * Closes connections that wait for nothing, and after a while all. A connection whose last answer was under way
   * already when the closing began does not end by itself, and a slow upload or download may take longer than anybody
   * waits for the server to end.
   */
  end(closingMs: number): void {
    const server = this.#server;
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), closingMs);
    const stop = (): void => {
      clearInterval(sweep);
      clearTimeout(cut);
    };
    if (server.listening) server.once('close', stop);
    else void this.drained().then(stop);
  }

  /** Resolves when none is open; to be called once no more are given to the server. */
  drained(): Promise<void> {
    this.#isEnding = true;
    this.#resolveDrained();
    return this.#drained.promise;
  }

  #resolveDrained(): void {
    if (this.#isEnding && this.#open.size === 0) this.#drained.resolve();
  }
}
