/**
 * What an order costs the leader's thread that another node passed on (J23): commands come over a real connection from
 * a worker thread, and the processor time of the thread that leads is measured, against the same commands submitted in
 * the leader's own process, in turn. The journal is in files.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { limitTicket } from '../../scripts/limit-ticket.ts';
import { CommandServer } from '../../src/cluster/link/command-server.ts';
import { linkKeys } from '../../src/cluster/link/proof.ts';
import type { EnterCommand, SecurityId } from '../../src/exchange/api/index.ts';
import { nodeFileSystem } from '../../src/exchange/journal/index.ts';
import { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { SystemClock } from '../../src/time/clock.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { spreadOf, spreadText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import { printOnPaper } from './on-paper.ts';

const SECURITY = 7 as SecurityId;
const DOLLAR = 1_000_000;
const HOST = '127.0.0.1';
const WARM_UP = 20_000;
/** As measured, in docs/contribute/cluster-proof.md: of the node that was called, and of one that follows. */
const HTTP_US = 20;
const APPLIED_US = 2.9;
/** Half of the commits in PostgreSQL take at most 2 ms. */
const COMMITS = { groupsASecond: 500, ordersAGroup: 512 };
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

export interface ThreadRun {
  readonly key: string;
  readonly port: number;
  readonly orders: number;
  /** In one frame, every millisecond. */
  readonly batch: number;
}

/** Every second order trades with the one before it. */
export function orderOf(number: number): EnterCommand {
  const side = number % 2 === 0 ? 'buy' : 'sell';
  const ticket = limitTicket({ clientId: `C${number % 16}`, securityId: SECURITY, side, ip: HOST });
  return { type: 'enter', ticket, quantity: 10, price: 10 * DOLLAR, contingency: 'None', minimum: 0 };
}

export async function measureLeaderThread(orders: number, batch: number, repetitions: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openats-thread-'));
  const exchange = new LiveExchange({
    ...{ folder, shard: 0, files: nodeFileSystem, clock: new SystemClock(), timers: systemTimers, alwaysOpen: true },
    ...{ segmentBytesMax: 64 * 1024 * 1024, waitingMax: 1_000_000, unprojectedMax: 1_000_000_000, limits: null },
    log: quiet,
  });
  exchange.start();
  // No history follows here.
  exchange.subscribe(({ seq }) => exchange.projected(seq));
  const about = { issuerId: 3, ownerClientId: 'issuer', name: 'Example Security', status: 'trading' } as const;
  await exchange.submit({ type: 'security', securityId: SECURITY, ...about });
  const key = 'a key of this run';
  const server = new CommandServer({
    ...{ keys: linkKeys(key), tls: undefined, epoch: () => 1, sequence: () => exchange.sequence, timers: systemTimers },
    submit: (command, origin) => exchange.submit(command, origin),
    onWebhooks: () => {},
    onUse: () => {},
    counted: () => [],
    onGone: async () => {},
    log: quiet,
  });
  const port = await server.listen(HOST, 0);
  const passedOn = new Series(() => measured(orders, () => fromWorker({ key, port, orders, batch })));
  const own = new Series(() => measured(orders, () => fromHere(exchange, orders, batch)));
  await fromWorker({ key, port, orders: WARM_UP, batch });
  await inTurn(repetitions, [passedOn, own]);
  console.log(`processor time of the leader's thread for an order, ${batch} of them a millisecond, µs:`);
  console.log(`  passed on by another node  ${spreadText(passedOn.results, inMicros)}`);
  console.log(`  submitted in the process   ${spreadText(own.results, inMicros)}`);
  printOnPaper({ http: HTTP_US, leader: spreadOf(passedOn.results).median, applied: APPLIED_US }, COMMITS);
  await server.close();
  await exchange.stop();
  rmSync(folder, { recursive: true });
}

const inMicros = (us: number): string => us.toFixed(1);

/** Microseconds of this thread for each order. */
async function measured(orders: number, run: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / orders;
}

function fromWorker(workerData: ThreadRun): Promise<void> {
  const worker = new Worker(new URL('./passing-worker.ts', import.meta.url), { workerData, execArgv: [] });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.on('error', reject);
  worker.on('exit', () => resolve());
  return promise;
}

async function fromHere(exchange: LiveExchange, orders: number, batch: number): Promise<void> {
  const answers: Promise<unknown>[] = [];
  for (let number = 0; number < orders; number += batch) {
    for (let at = 0; at < batch; at++) answers.push(exchange.submit(orderOf(number + at)));
    await new Promise<void>((resolve) => void systemTimers.after(1, resolve));
  }
  await Promise.all(answers);
}
