/**
 * `npm run record:answers [-- FILE]`: starts its own sandbox, makes the calls of src/modules/examples/requests.ts in
 * their order, and writes what was answered to answers.json next to it, for the reference page: an answer a line. The
 * same code writes the same bytes, wherever and whenever it runs. Fails where a call is refused.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../src/config.ts';
import { RECORDED_FILE, type Recorded } from '../src/modules/examples/index.ts';
import { prepareSandbox } from '../src/service/prepare-sandbox.ts';
import { Service } from '../src/service/service.ts';
import { type Body, ExampleCalls } from './example-calls.ts';
import { enterFixedWorld } from './record/fixed-world.ts';

const MASK = 'XXXXXXXXXXXXXXX';
/** Shown once and never again; an example shows none. */
const SECRETS = new Set(['developerAPIKey', 'token', 'secret', 'signInLink']);
/** Of a link that needs no credentials. */
const SIGNATURE = /((?:signature|params)=)[^&"]+/;
/** Of the figures of the process, those that its machine and its speed do not change. */
const STEADY_FIGURE = /^openats_venue_/;
/** What passes before each call. */
const BETWEEN_CALLS_MS = 1000;

const world = enterFixedWorld();
const folder = mkdtempSync(join(tmpdir(), 'openats-record-'));
const config = readConfig({
  DATA_DIR: folder,
  PORT: '0',
  LEGACY_PORT: '0',
  METRICS_PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:8080',
  MARKET_ALWAYS_OPEN: 'true',
});
const service = await Service.open(config, pino({ level: 'error' }));
try {
  const demo = await prepareSandbox(service);
  await service.listen();
  const { methods, addresses } = service;
  const examples = new ExampleCalls({ methods, addresses, folder }, demo);
  // Ids follow from the name of the call: a new example changes no other.
  const answers = await examples.all((key) => {
    world.pass(BETWEEN_CALLS_MS);
    world.seed(key);
  });
  writeFileSync(process.argv[2] ?? RECORDED_FILE, textOf({ ids: examples.ids, answers: accepted(answers) }));
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

function masked(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return (name === 'figures' ? value.filter(isSteady) : value).map((one) => masked(one));
  if (typeof value === 'string') return value.replace(SIGNATURE, `$1${MASK}`);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, SECRETS.has(key) && entry !== null ? MASK : masked(entry, key)]),
  );
}

function isSteady(figure: { readonly name: string }): boolean {
  return STEADY_FIGURE.test(figure.name);
}

function textOf({ ids, answers }: Recorded): string {
  const lines = Object.entries(answers).map(([key, answer]) => `${JSON.stringify(key)}:${JSON.stringify(answer)}`);
  return `{"ids":${JSON.stringify(ids)},\n"answers":{\n${lines.join(',\n')}\n}}\n`;
}
