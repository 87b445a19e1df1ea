/**
 * `npm run record:answers`: starts its own sandbox, makes the calls of src/modules/examples/requests.ts in their order,
 * and writes what was answered to answers.json next to it, for the reference page. Fails where a call is refused.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../src/config.ts';
import { RECORDED_FILE, readRecorded } from '../src/modules/examples/index.ts';
import { prepareSandbox } from '../src/service/prepare-sandbox.ts';
import { Service } from '../src/service/service.ts';
import { type Body, ExampleCalls } from './example-calls.ts';
import { keepRecorded } from './keep-recorded.ts';

const MASK = 'XXXXXXXXXXXXXXX';
/** Shown once and never again; an example shows none. */
const SECRETS = new Set(['developerAPIKey', 'token', 'secret', 'signInLink']);
/** Of a link that needs no credentials. */
const SIGNATURE = /((?:signature|params)=)[^&"]+/;

const folder = mkdtempSync(join(tmpdir(), 'openats-record-'));
const config = readConfig({
  DATA_DIR: folder,
  PORT: '0',
  LEGACY_PORT: '0',
  METRICS_PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:8080',
  MARKET_ALWAYS_OPEN: 'true',
});
const service = await Service.open(config, pino({ level: 'warn' }));
try {
  const demo = await prepareSandbox(service);
  await service.listen();
  const { methods, addresses } = service;
  const examples = new ExampleCalls({ methods, addresses, folder }, demo);
  const answers = accepted(await examples.all());
  const recorded = keepRecorded(readRecorded(), { ids: examples.ids, answers });
  writeFileSync(RECORDED_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

function accepted(answers: Readonly<Record<string, Body>>): Record<string, Body> {
  const shown: Record<string, Body> = {};
  for (const [key, answer] of Object.entries(answers)) {
    if (answer.statusCode === '101') shown[key] = masked(answer) as Body;
    else {
      console.error(`${key} is refused: ${JSON.stringify(answer)}`);
      process.exitCode = 1;
    }
  }
  return shown;
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'string') return value.replace(SIGNATURE, `$1${MASK}`);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, SECRETS.has(name) && entry !== null ? MASK : masked(entry)]),
  );
}
