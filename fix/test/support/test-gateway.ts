import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach } from 'vitest';
import type { OpenApplication, OutgoingMessage, SessionApplication, SessionPort } from '../../src/application/index.ts';
import { fieldValue, type Message } from '../../src/codec/index.ts';
import { Gateway } from '../../src/gateway/index.ts';
import { report } from './reports.ts';
import { type Changes, testSettings } from './test-settings.ts';

/** Answers each order with one report, at once or when a test says so, and keeps what it was given. */
export class TestApplication implements SessionApplication {
  readonly port: SessionPort;
  readonly received: { readonly id: number; readonly clOrdId: string | undefined }[] = [];
  readonly calls: string[] = [];
  isHolding = false;

  constructor(port: SessionPort) {
    this.port = port;
  }

  receive(id: number, message: Message): void {
    const clOrdId = fieldValue(message, 11);
    if (clOrdId === 'FAILS') throw new Error('a fault of the application');
    this.received.push({ id, clOrdId });
    if (!this.isHolding) this.answer(id, clOrdId ?? '');
  }

  answer(id: number, clOrdId: string): void {
    this.port.append([report(clOrdId)], { inbox: [id], cursor: String(id) });
  }

  refusal(_: number, message: Message, text: string): OutgoingMessage {
    return report(`${text}: ${fieldValue(message, 11)}`);
  }

  connected(): void {
    this.calls.push('connected');
  }

  disconnected(): void {
    this.calls.push('disconnected');
  }

  async close(): Promise<void> {
    this.calls.push('close');
  }
}

const ended: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fix-gateway-'));
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A gateway on a free port, with applications of tests. The key is `key`. */
export async function startGateway(
  changes: Changes = {},
  dataDir = temporaryFolder(),
  beforeOpen: () => Promise<void> = async () => {},
) {
  const applications: TestApplication[] = [];
  let opened = 0;
  const open: OpenApplication = async (port, key) => {
    opened += 1;
    await beforeOpen();
    if (!['key', 'another'].includes(key.developerAPIKey)) throw new Error('the venue refuses the key');
    const application = new TestApplication(port);
    applications.push(application);
    return application;
  };
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const settings = testSettings(dataDir, changes);
  const failures: unknown[] = [];
  const gateway = new Gateway({ settings, log, open, onFailure: (error) => failures.push(error) });
  const ports = await gateway.listen();
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await gateway.close();
    isClosed = true;
  };
  ended.push(close);
  return { gateway, applications, opening: () => opened, lines, failures, dataDir, close, ...ports };
}
