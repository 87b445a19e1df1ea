import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { closeAfterTest } from './cleanup.ts';

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  isSilent: boolean;
}

/** Passes bytes on to a server until it goes silent: then connections stay open, and nothing comes through any more. */
export class SilentProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #pairs = new Set<Pair>();
  /** Whether further connections are silent from the start. */
  isSilent = false;
  /** Whether further connections are ended at once. */
  isDown = false;
  /** Each further connection goes silent after as many answers of the target, each of one or more packets. */
  answersMax = Number.POSITIVE_INFINITY;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((near) => this.#pass(near));
  }

  static async start(target: string): Promise<SilentProxy> {
    const proxy = new SilentProxy(new URL(target));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    closeAfterTest(() => proxy.close());
    return proxy;
  }

  /** The URL of the target, through this proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href.replaceAll('+', '%20');
  }

  get connections(): number {
    return this.#pairs.size;
  }

  /** The connections that are open now, or some of them, say nothing more. */
  silence(count = Number.POSITIVE_INFINITY): void {
    for (const pair of [...this.#pairs].filter(({ isSilent }) => !isSilent).slice(0, count)) pair.isSilent = true;
  }

  /** Ends all connections. */
  cut(): void {
    for (const { near, far } of this.#pairs) for (const socket of [near, far]) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(near: Socket): void {
    if (this.isDown) return void near.destroy();
    const far = connect(Number(this.#target.port), this.#target.hostname);
    const pair: Pair = { near, far, isSilent: this.isSilent };
    this.#pairs.add(pair);
    let answers = 0;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (!pair.isSilent) to.write(bytes);
        if (from === far && ++answers >= this.answersMax) pair.isSilent = true;
      });
      from.on('error', () => from.destroy());
      from.on('close', () => {
        if (from === near) this.#pairs.delete(pair);
        // The other side hears nothing of a silent one's end.
        if (from === near || !pair.isSilent) to.destroy();
      });
    }
  }
}
