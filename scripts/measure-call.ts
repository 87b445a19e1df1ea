/**
 * `npm run measure:call -- createParty`: makes the example call of a method in its own sandbox, and prints the files
 * and named functions of src/ that each of several calls ran; what only one of them ran was the work of a timer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { readConfig } from '../src/config.ts';
import { exampleRequests } from '../src/modules/examples/index.ts';
import { prepareSandbox } from '../src/service/prepare-sandbox.ts';
import { Service } from '../src/service/service.ts';
import { ExampleCalls } from './example-calls.ts';

const RUNS = 3;
const [key = 'createParty'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'openats-measure-'));
const settings = { DATA_DIR: folder, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0', MARKET_ALWAYS_OPEN: 'true' };
const service = await Service.open(readConfig(settings), pino({ level: 'warn' }));
try {
  const demo = await prepareSandbox(service);
  await service.listen();
  const { methods, addresses } = service;
  const calls = new ExampleCalls({ methods, addresses, folder }, demo);
  const values = exampleRequests(calls.ids)[key] as Record<string, unknown>;
  const call = () => calls.call(key, values);
  await call();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const runs: ReadonlySet<string>[] = [];
  for (let run = 0; run < RUNS; run++) {
    // Work that the start and the call before left is not counted.
    await pause(500);
    await session.post('Profiler.takePreciseCoverage');
    await call();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    runs.push(new Set(result.flatMap(namesOf)));
  }
  session.disconnect();
  const ran = [...runs[0]!].filter((name) => runs.every((run) => run.has(name)));
  const files = Map.groupBy(ran, (name) => name.split(': ')[0]);
  for (const [file, names] of files) console.log(`${file}: ${names.map((name) => name.split(/: |@/)[1]).join(', ')}`);
  console.log(`${key}: ${files.size} files, ${ran.length} functions`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The functions with a name that were called, as `file: name@place`; the initialization of fields is no function. */
function namesOf({ url, functions }: Profiler.ScriptCoverage): string[] {
  const file = url.split('/src/')[1];
  const called = functions.filter(({ ranges }) => file !== undefined && (ranges[0]?.count ?? 0) > 0);
  const named = called.filter(({ functionName: name }) => name !== '' && !name.startsWith('<'));
  return named.map(({ functionName, ranges }) => `${file}: ${functionName}@${ranges[0]!.startOffset}`);
}
