/** The gateway as a program, which can be killed and started again, and a connection that can be cut. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/cluster/postgres-server.ts';
import { closeAfterTest } from '../../../test/support/cleanup.ts';
import type { SessionKey, SessionOptions } from '../../src/application/index.ts';
import type { Venue } from './venue.ts';

const PROGRAM = join(import.meta.dirname, '../../src/main.ts');

export interface ProgramSession extends Partial<SessionOptions> {
  readonly compId: string;
  readonly key: SessionKey;
}

export class GatewayProgram {
  /** Peers connect here: to a proxy before the gateway. */
  readonly port: number;
  readonly #proxy: CuttableProxy;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(port: number, proxy: CuttableProxy, env: NodeJS.ProcessEnv) {
    this.port = port;
    this.#proxy = proxy;
    this.#env = env;
  }

  static async start(venue: Venue, sessions: readonly ProgramSession[]): Promise<GatewayProgram> {
    const folder = mkdtempSync(join(tmpdir(), 'fix-program-'));
    closeAfterTest(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'sessions.json');
    const entries = sessions.map(({ key, ...session }) => ({ ...session, clientID: key.clientID }));
    writeFileSync(file, JSON.stringify(entries));
    const own = await freePort();
    const env = {
      ...{ PATH: process.env.PATH, OPENATS_URL: venue.url, FIX_DATA_DIR: folder, FIX_SESSIONS: file },
      ...{ FIX_PORT: String(own), FIX_ADMIN_PORT: '0' },
    };
    const proxy = await CuttableProxy.start(own);
    const program = new GatewayProgram(proxy.port, proxy, env);
    closeAfterTest(() => program.kill());
    await program.run();
    return program;
  }

  async run(): Promise<void> {
    this.#output = '';
    const child = spawn(process.execPath, [PROGRAM], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.#output += text));
    while (!this.#output.includes('SocketConnectPort')) {
      if (child.exitCode !== null) throw new Error(this.#output);
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    }
  }

  /** SIGKILL, and a start on what is stored. */
  async restart(): Promise<void> {
    await this.kill();
    await this.run();
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Cuts the connections of all peers. */
  cut(): void {
    this.#proxy.cut();
  }
}

class CuttableProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(target: number) {
    this.#server = createServer((peer) => {
      const gateway = connect(target, '127.0.0.1');
      for (const [one, other] of [
        [peer, gateway],
        [gateway, peer],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        one.on('error', () => {});
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  static async start(target: number): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    closeAfterTest(() => {
      proxy.cut();
      proxy.#server.close();
    });
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
