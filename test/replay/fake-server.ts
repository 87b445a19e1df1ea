import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { closeAfterTest } from '../support/cleanup.ts';

/** Where nobody listens: a port that was free a moment ago may be that of another test by now. */
export const NOBODY = '127.0.0.1:1';

/** A request with its body. */
export interface Received {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
  readonly key: string;
}

/**
 * An HTTP server on a free port whose handler sees the requests of a connection in the order in which they were sent.
 */
export class FakeServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  port = 0;

  private constructor(handler: (received: Received) => void) {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => handler({ request, response, body, key: String(request.headers['idempotency-key']) }));
    });
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    closeAfterTest(() => this.close());
  }

  /** port 0: a free one. */
  static async start(handler: (received: Received) => void, port = 0): Promise<FakeServer> {
    const server = new FakeServer(handler);
    server.#server.listen(port, '127.0.0.1');
    await once(server.#server, 'listening');
    server.port = (server.#server.address() as AddressInfo).port;
    return server;
  }

  /** On a port that the system gives to nobody by itself: it is still free when another server is to take its place. */
  static async startAside(handler: (received: Received) => void): Promise<FakeServer> {
    for (;;) {
      const port = 10_000 + Math.floor(Math.random() * 20_000);
      const server = await FakeServer.start(handler, port).catch((error: { code?: string }) => error.code);
      if (server instanceof FakeServer) return server;
      if (server !== 'EADDRINUSE') throw new Error(`no server could be started: ${server}`);
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** As a killed process: the port is closed and every connection cut. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

export function answer(response: ServerResponse, fields: object, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ statusCode: '101', statusDesc: 'Ok', ...fields }));
}
