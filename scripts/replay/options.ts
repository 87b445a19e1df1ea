import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ReplayFailure } from './failure.ts';
import type { HttpSettings } from './http-run.ts';
import type { Security } from './venue-setup.ts';

export const HELP = `npm run replay -- <file> [options]

Plays a LOBSTER message file (plain or .gz) on a running server over HTTP, as a broker would.

  --expect <file>         tops of the book after each message (LOBSTER, level 1): counts on how many messages ours
                          is equal
  --in-process            plays on the engine itself, without a server
  --verify-stream         plays on the engine first; executions, refusals and the tops that the stream delivers must be
                          the same on the server (also set by --expect)
  --url <url>             the server, default http://127.0.0.1:8080
  --client-file <file>    {"clientID","developerAPIKey"} of who places the orders, default data/sandbox-client.json
  --operator-file <file>  the same of who halts and resumes, default data/sandbox-operator.json
  --security <id>         an approved security with an empty book, with --issuer <id>; default: a new one
  --window <number>       requests in flight, 1 to 1000, default 64
  --limit <number>        messages to play at most
  --retry <seconds>       how long a lost server is waited for, default 60
  --resume <file>         keeps the state of the replay in this file, and goes on from it when it is there
  --json                  the report as JSON
  --help                  this text
`;

export interface ReplayOptions {
  readonly settings: HttpSettings;
  readonly inProcess: boolean;
  readonly verify: boolean;
  readonly json: boolean;
}

const OPTIONS = {
  expect: { type: 'string' },
  'in-process': { type: 'boolean', default: false },
  'verify-stream': { type: 'boolean', default: false },
  url: { type: 'string', default: 'http://127.0.0.1:8080' },
  'client-file': { type: 'string', default: join('data', 'sandbox-client.json') },
  'operator-file': { type: 'string', default: join('data', 'sandbox-operator.json') },
  security: { type: 'string' },
  issuer: { type: 'string' },
  window: { type: 'string', default: '64' },
  limit: { type: 'string' },
  retry: { type: 'string', default: '60' },
  resume: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The options of the command line; undefined when help is asked for. Throws ReplayFailure naming a wrong one. */
export function readOptions(args: readonly string[]): ReplayOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined) throw new ReplayFailure('which file is to be played?');
  if (others.length > 0) throw new ReplayFailure(`one file at a time; ${others.join(' ')} is too much`);
  const expect = values.expect ?? null;
  return {
    inProcess: values['in-process'],
    verify: values['verify-stream'] || expect !== null,
    json: values.json,
    settings: {
      file,
      expect,
      limit: values.limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber('limit', values.limit, 0, 1e9),
      url: serverUrl(values.url),
      clientFile: values['client-file'],
      operatorFile: values['operator-file'],
      security: securityOf(values),
      window: wholeNumber('window', values.window, 1, 1000),
      retryMsMax: wholeNumber('retry', values.retry, 0, 86_400) * 1000,
      stateFile: values.resume ?? null,
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new ReplayFailure((error as Error).message);
  }
}

function securityOf({ security, issuer }: { security?: string; issuer?: string }): Security | null {
  if (security === undefined && issuer === undefined) return null;
  if (security === undefined || issuer === undefined) throw new ReplayFailure('--security and --issuer go together');
  const idMax = Number.MAX_SAFE_INTEGER;
  return {
    securityId: wholeNumber('security', security, 1, idMax),
    issuerId: wholeNumber('issuer', issuer, 1, idMax),
  };
}

function serverUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ReplayFailure(`--url: ${text} is not an http URL`);
  }
  return new URL(text).origin;
}

function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= minimum && number <= maximum)) {
    throw new ReplayFailure(`--${name}: ${text} is not a whole number from ${minimum} to ${maximum}`);
  }
  return number;
}
