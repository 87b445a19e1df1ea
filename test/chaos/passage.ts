import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../scripts/cluster/postgres-server.ts';

/**
 * A connection of a node to a database that can be cut without notice to either, so that nothing is forwarded any more,
 * or refused.
 */
class Passage {
  readonly address: string;
  readonly #port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(port: number, targetPort: number) {
    this.address = `127.0.0.1:${port}`;
    this.#port = port;
    this.#server = createServer((near) => {
      const far = connect(targetPort, '127.0.0.1');
      this.#join(near, far);
      this.#join(far, near);
      if (this.#isCut) for (const socket of [near, far]) socket.pause();
    });
  }

  static async to(targetPort: number): Promise<Passage> {
    const passage = new Passage(await freePort(), targetPort);
    await passage.accept();
    return passage;
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes) => void to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** What was on its way when the line was cut arrives late. */
  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Ends all connections; nobody listens at the address any more. */
  refuse(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async accept(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  close(): void {
    if (this.#server.listening) this.refuse();
  }
}

/** Of a node to all hosts of its databases. */
export interface NodeLines {
  /** Of JOURNAL_URL. */
  readonly journal: readonly Passage[];
  /** Of DATABASE_URL. */
  readonly reference: readonly Passage[];
}

export async function linesTo(ports: readonly number[]): Promise<NodeLines> {
  const passages = () => Promise.all(ports.map((port) => Passage.to(port)));
  return { journal: await passages(), reference: await passages() };
}
