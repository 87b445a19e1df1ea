/** Runs the script of a session again (Z13). */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  filledIn,
  type RecordedCall,
  type SessionScript,
  statusOf,
  valueAt,
} from '../../src/modules/sandbox/session-script.ts';
import { Refused } from '../demo/api-session.ts';

export interface RunOptions {
  /** Of the sandbox. */
  readonly url: string;
  /** Client id and key, joined by a colon; of the operator undefined where its key is not there. */
  readonly credentials: { readonly client: string; readonly operator: string | undefined };
  /** Values of secrets that the script leaves out, by name. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly print: (line: string) => void;
}

/** Throws Refused at the first call that is answered in another way than it was. */
export async function runScript(file: string, options: RunOptions): Promise<void> {
  const values = new Map(options.secrets.entries().map(([name, value]) => [`secret:${name}`, value]));
  for (const [as, credentials] of Object.entries(options.credentials)) {
    if (credentials !== undefined) values.set(as, credentials.split(':', 1)[0] as string);
  }
  const run = randomUUID();
  for (const [index, call] of (await read(file)).calls.entries()) {
    const answer = await answerTo(call, values, run, options);
    const status = statusOf(answer);
    const what = `${index + 1}  ${call.verb} ${call.path}`;
    if (call.statusCode !== '' && status !== call.statusCode) {
      throw new Refused(`${what}: was answered ${call.statusCode}, is answered ${JSON.stringify(answer)}`);
    }
    for (const [name, path] of Object.entries(call.names)) {
      const value = valueAt(answer, path);
      if (value === undefined) throw new Refused(`${what}: the answer has no ${path.join('.')}`);
      values.set(name, value);
    }
    options.print(`${what}  ${status}`);
  }
}

async function read(file: string): Promise<SessionScript> {
  try {
    const script = JSON.parse(await readFile(file, 'utf8')) as SessionScript;
    if (script.openats !== 'session' || !Array.isArray(script.calls)) throw new Error('it is no script of a session');
    return script;
  } catch (error) {
    throw new Refused(`${file}: ${(error as Error).message}`);
  }
}

async function answerTo(
  { as, verb, path, fields, key }: RecordedCall,
  values: ReadonlyMap<string, string>,
  run: string,
  { url, credentials }: RunOptions,
): Promise<unknown> {
  const authorization = credentials[as];
  if (authorization === undefined) throw new Refused('the key of the operator is not in the data folder');
  const [sent, to] = [filled(fields, values), filled(path, values) as string];
  const headers: Record<string, string> = { authorization: `Bearer ${authorization}` };
  if (key !== undefined) headers['idempotency-key'] = `${run}-${key}`;
  const hasBody = verb !== 'GET' && verb !== 'HEAD';
  if (hasBody) headers['content-type'] = 'application/json';
  const init = { method: verb, headers, ...(hasBody ? { body: JSON.stringify(sent) } : {}) };
  const response = await fetch(`${url}${to}`, init).catch((error: unknown) => {
    throw new Refused(`${url}${to}: ${(error as Error).message}`);
  });
  return response.status === 204 ? undefined : response.json();
}

function filled(value: unknown, values: ReadonlyMap<string, string>): unknown {
  try {
    return filledIn(value, values);
  } catch (error) {
    throw new Refused(`${(error as Error).message}; name a secret with NAME=VALUE after the file`);
  }
}
