import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { closeAfterTest } from '../../support/cleanup.ts';

/** Passes bytes on to a server, and cuts connections after a given number of them. */
export class CuttingProxy {
  cuts = 0;
  /** What the server said, as it passes; the length stays. */
  alter: (bytes: Buffer) => Buffer = (bytes) => bytes;
  /** Of each new connection; undefined: it is not cut. */
  #bytesOfNext: () => number | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: URL, bytesOfNext: () => number | undefined) {
    this.#bytesOfNext = bytesOfNext;
    this.#server = createServer((near) => this.#pass(near, connect(Number(target.port), target.hostname)));
  }

  static async start(target: string, bytesOfNext: () => number | undefined): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(target), bytesOfNext);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    closeAfterTest(() => proxy.close());
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on nothing is cut. */
  heal(): void {
    this.#bytesOfNext = () => undefined;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #pass(near: Socket, far: Socket): void {
    const bytesMax = this.#bytesOfNext();
    let passed = 0;
    const both = [near, far];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    for (const [from, to] of [both, both.toReversed()] as [Socket, Socket][]) {
      this.#sockets.add(from);
      from.on('data', (read: Buffer) => {
        const bytes = from === far ? this.alter(read) : read;
        passed += bytes.length;
        if (bytesMax === undefined || passed <= bytesMax) {
          to.write(bytes);
          return;
        }
        // A part of it still passes: the cut is in the middle of a message.
        to.write(bytes.subarray(0, bytes.length - (passed - bytesMax)), end);
        this.cuts += 1;
        from.removeAllListeners('data');
      });
      from.on('close', () => {
        this.#sockets.delete(from);
        end();
      });
      from.on('error', end);
    }
  }
}
