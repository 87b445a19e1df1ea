/** A QuickFIX client (initiator.cpp) as a process. */
import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { closeAfterTest } from '../../../test/support/cleanup.ts';
import type { SessionKey } from '../../src/application/index.ts';

const HERE = import.meta.dirname;
const DICTIONARY = join(HERE, '../../../docs/OpenATS-FIX44.xml');
/** Until a test fails that waits for a line. */
const PATIENCE_MS = 60_000;

/** Whether QuickFIX and a compiler are here. */
export const HAS_QUICKFIX =
  existsSync('/usr/include/quickfix/Session.h') && spawnSync('g++', ['--version']).status === 0;

interface Peer {
  readonly compId: string;
  readonly key: SessionKey;
}

export class Initiator {
  /** What it wrote, line by line. */
  readonly lines: string[] = [];
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #watchers = new Set<() => void>();

  private constructor(child: ChildProcessByStdio<Writable, Readable, Readable>) {
    this.#child = child;
    let rest = '';
    const take = (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() as string;
      this.lines.push(...lines);
      for (const watcher of [...this.#watchers]) watcher();
    };
    child.stdout.setEncoding('latin1').on('data', take);
    child.stderr.setEncoding('latin1').on('data', take);
  }

  static start(port: number, peers: readonly Peer[]): Initiator {
    const folder = mkdtempSync(join(tmpdir(), 'fix-initiator-'));
    closeAfterTest(() => rmSync(folder, { recursive: true, force: true }));
    const program = join(folder, 'initiator');
    // The headers of QuickFIX have exception specifications, which C++17 no longer has.
    execFileSync('g++', ['-std=c++14', '-w', '-o', program, join(HERE, 'initiator.cpp'), '-lquickfix']);
    const settings = [
      '[DEFAULT]',
      ...[
        'ConnectionType=initiator',
        'BeginString=FIX.4.4',
        'TargetCompID=OPENATS',
        'HeartBtInt=5',
        'ReconnectInterval=1',
      ],
      ...['StartTime=00:00:00', 'EndTime=00:00:00', 'SocketConnectHost=127.0.0.1', `SocketConnectPort=${port}`],
      ...[
        `FileStorePath=${folder}`,
        'UseDataDictionary=Y',
        `DataDictionary=${DICTIONARY}`,
        'ValidateUserDefinedFields=Y',
      ],
      ...peers.flatMap(({ compId, key }) => [
        '[SESSION]',
        ...[`SenderCompID=${compId}`, `Username=${key.clientID}`, `Password=${key.developerAPIKey}`],
      ]),
      '',
    ];
    const file = join(folder, 'settings.cfg');
    writeFileSync(file, settings.join('\n'));
    const child = spawn(program, [file], { stdio: ['pipe', 'pipe', 'pipe'] });
    closeAfterTest(() => void child.kill('SIGKILL'));
    return new Initiator(child);
  }

  /** Such as `35=D|11=a|`. */
  send(compId: string, message: string): void {
    this.#child.stdin.write(`${compId} ${message}\n`);
  }

  /** The first line from `from` on that has all of these, each as a whole field. */
  async line(compId: string, kind: string, fields = '', from = 0): Promise<string> {
    const wanted = fields.split('|').filter((one) => one !== '');
    const isIt = (line: string) =>
      line.startsWith(`${compId} ${kind}`) && wanted.every((one) => line.includes(`|${one}|`));
    return await this.until(() => this.lines.slice(from).find(isIt), `${compId} ${kind} ${fields}`);
  }

  until<T>(value: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = value();
        if (found === undefined) return;
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolve(found);
      };
      const late = () => reject(new Error(`waited in vain for ${what}:\n${this.lines.slice(-12).join('\n')}`));
      const timer = setTimeout(late, PATIENCE_MS);
      this.#watchers.add(look);
      look();
    });
  }

  /** Messages of the application layer, without those that were sent again. */
  messages(compId: string, fields: string): string[] {
    const wanted = fields.split('|');
    return this.lines.filter(
      (line) =>
        line.startsWith(`${compId} app`) &&
        !line.includes('|43=Y|') &&
        wanted.every((one) => line.includes(`|${one}|`)),
    );
  }

  async stop(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

/** The value of a tag in a line. */
export function valueIn(line: string, tag: number): string | undefined {
  return new RegExp(`\\|${tag}=([^|]*)\\|`).exec(line)?.[1];
}
