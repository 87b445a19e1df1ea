/**
 * A port of the process. It listens until the process ends, and gives each new connection to the present server, which
 * changes with the state of the process (J29): no caller is refused while one server ends and the next one is made.
 */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, isIPv6, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface ListenerOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Of all servers together; no limit when absent. */
  readonly connectionsMax?: number;
}

export class Listener {
  readonly #listening: Server[] = [];
  #present: HttpServer;
  #url = '';

  private constructor(first: HttpServer) {
    this.#present = first;
    this.giveTo(first);
  }

  /** Rejects where the port is taken or the host is not of this machine. */
  static async open(first: HttpServer, { host, port, connectionsMax }: ListenerOptions): Promise<Listener> {
    const listener = new Listener(first);
    const bound = await listener.#listen({ host, port }, connectionsMax);
    const { address } = bound;
    listener.#url = `http://${isIPv6(address) ? `[${address}]` : reachable(address)}:${bound.port}`;
    // As Node's servers do, a process that is asked for under this name answers under all of its addresses.
    if (host === 'localhost') {
      const others = (await lookup(host, { all: true })).filter((one) => one.address !== address);
      for (const other of others) {
        // It may have no such address.
        await listener.#listen({ host: other.address, port: bound.port }, connectionsMax).catch(() => {});
      }
    }
    return listener;
  }

  /** For messages and links: http://host:port. */
  get url(): string {
    return this.#url;
  }

  /** New connections go to this server from now on; those of the server before stay with it. */
  giveTo(server: HttpServer): void {
    this.#present = server;
    // Node's server begins with this event to watch how long its requests take.
    server.emit('listening');
  }

  /** New connections are refused from now on. */
  close(): void {
    for (const server of this.#listening) server.close();
  }

  async #listen(at: { readonly host: string; readonly port: number }, connectionsMax?: number) {
    // As Node's own server of HTTP has it.
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    if (connectionsMax !== undefined) server.maxConnections = connectionsMax;
    server.on('connection', (socket: Socket) => this.#present.emit('connection', socket));
    server.listen(at);
    await once(server, 'listening');
    this.#listening.push(server);
    return server.address() as AddressInfo;
  }
}

/** An address of this machine in place of the one for all of them. */
function reachable(address: string): string {
  if (address !== '0.0.0.0') return address;
  const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  const ofVersion4 = addresses.filter(({ family }) => family === 'IPv4');
  return (ofVersion4.find(({ internal }) => internal) ?? ofVersion4[0])?.address ?? address;
}
