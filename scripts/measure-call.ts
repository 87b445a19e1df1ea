/**
 * `npm run measure:call -- createParty`: makes the example call of a method twice in its own sandbox, and prints the
 * files and named functions of src/ that the second one ran.
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

const [key = 'createParty'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'openats-measure-'));
const settings = { DATA_DIR: folder, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0', MARKET_ALWAYS_OPEN: 'true' };
const service = await Service.open(readConfig(settings), pino({ level: 'warn' }));
try {
  const { demo } = await prepareSandbox(service);
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
  // Work that the start and the first call left is not counted.
  await pause(500);
  await session.post('Profiler.takePreciseCoverage');
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = result.map(({ url, functions }) => ({ file: url.split('/src/')[1], names: namesOf(functions) }));
  const files = ran.filter(({ file, names }) => file !== undefined && names.length > 0);
  for (const { file, names } of files) console.log(`${file}: ${names.join(', ')}`);
  console.log(`${key}: ${files.length} files, ${files.flatMap(({ names }) => names).length} functions`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

function namesOf(functions: readonly Profiler.FunctionCoverage[]): string[] {
  const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
  return called.map(({ functionName }) => functionName).filter((name) => name !== '');
}
