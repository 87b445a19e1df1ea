import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readThreadTimes } from '../../bench/support/thread-times.ts';
import { VenueProcess } from '../../bench/support/venue-process.ts';
import type { SessionKey } from '../src/application/index.ts';
import { OpenAts } from '../src/client.ts';

export const SESSIONS = 16;
const CLIENTS = 80;

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A venue with a client for each session, and the gateway between them; all on this machine. */
export class Rig {
  readonly url: string;
  readonly securityId: string;
  readonly issuerId: string;
  /** CompIDs of sessions are S0, S1 ...; the drop copies of the same clients are C0, C1 ... */
  readonly keys: readonly SessionKey[];
  readonly fixPort: number;
  #used = 0;
  readonly #venue: VenueProcess;
  readonly #gateway: ChildProcess;

  private constructor(
    venue: VenueProcess,
    gateway: ChildProcess,
    made: { keys: readonly SessionKey[]; fixPort: number },
  ) {
    const { securityId, issuerId } = venue.parties();
    this.url = `http://127.0.0.1:${venue.port}`;
    this.securityId = securityId;
    this.issuerId = issuerId;
    this.keys = made.keys;
    this.fixPort = made.fixPort;
    this.#venue = venue;
    this.#gateway = gateway;
  }

  static async start(folder: string): Promise<Rig> {
    const venue = await VenueProcess.start(join(folder, 'venue'));
    const operator = JSON.parse(readFileSync(join(folder, 'venue', 'sandbox-operator.json'), 'utf8')) as SessionKey;
    const { methods } = new OpenAts({ baseUrls: `http://127.0.0.1:${venue.port}`, ...operator });
    const keys: SessionKey[] = [];
    for (let at = 0; at < CLIENTS; at++) {
      const { client } = await methods.createClient({ name: `Example ${at}` });
      const { developerAPIKey } = await methods.createApiKey({ clientId: client.clientId, preset: 'trading' });
      keys.push({ clientID: client.clientId, developerAPIKey });
    }
    const { gateway, fixPort } = await startGateway(folder, keys, venue.port);
    return new Rig(venue, gateway, { keys, fixPort });
  }

  /** A client that nothing has used yet: the gateway follows the orders of each client that has logged on. */
  nextClient(): number {
    if (this.#used === CLIENTS) throw new Error(`at most ${CLIENTS} clients: fewer repetitions`);
    return this.#used++;
  }

  /** Microseconds of CPU of both programs so far, and the venue's work until its history is level. */
  async cpu(): Promise<{ readonly venue: number; readonly gateway: number }> {
    await this.#venue.settled();
    return { venue: cpuOf(this.#venue.pid), gateway: cpuOf(this.#gateway.pid as number) };
  }

  async stop(): Promise<void> {
    this.#gateway.kill('SIGKILL');
    await once(this.#gateway, 'exit');
    await this.#venue.stop();
  }
}

async function startGateway(folder: string, keys: readonly SessionKey[], venuePort: number) {
  const sessions = keys.flatMap(({ clientID }, at) => [
    { compId: `S${at}`, clientID },
    { compId: `C${at}`, clientID, dropCopy: true },
  ]);
  const file = join(folder, 'sessions.json');
  writeFileSync(file, JSON.stringify(sessions));
  const gateway = spawn(process.execPath, ['--max-semi-space-size=32', MAIN], {
    env: {
      PATH: process.env.PATH,
      OPENATS_URL: `http://127.0.0.1:${venuePort}`,
      FIX_SESSIONS: file,
      FIX_DATA_DIR: join(folder, 'fix'),
      FIX_PORT: '0',
      FIX_ADMIN_PORT: '0',
      FIX_MESSAGES_PER_SECOND: '1000000',
      FIX_SYNC: process.env.FIX_SYNC,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of gateway.stdout) {
    text += chunk;
    const [, port] = /SocketConnectPort=(\d+)/.exec(text) ?? [];
    if (port !== undefined) {
      gateway.stdout.resume();
      return { gateway, fixPort: Number(port) };
    }
  }
  throw new Error('the gateway did not start');
}

function cpuOf(pid: number): number {
  const kinds = readThreadTimes(pid);
  if (kinds === null) throw new Error('CPU times need Linux');
  return [...kinds.values()].reduce((sum, { ran_s }) => sum + ran_s * 1e6, 0);
}
