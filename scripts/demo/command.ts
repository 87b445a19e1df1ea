/** What the demos have in common on the command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiRefusal } from '../../src/client/index.ts';
import { ApiSession, Refused } from './api-session.ts';

const FLAGS = `  --url       a running sandbox; http://127.0.0.1, port PORT (8080 when not set), when absent
  --data-dir  its data folder, for the keys; DATA_DIR, or ./data, when absent. CLIENT_ID and DEVELOPER_API_KEY in the
              environment are taken instead of the client's key where they are set.`;

export interface Sessions {
  readonly api: ApiSession;
  /** The sandbox's operator; undefined where its key is not there. */
  readonly operator: ApiSession | undefined;
  readonly dataDir: string;
  /** Of the server, without the path of the API. */
  readonly url: string;
  /** Client id and key, joined by a colon. */
  readonly credentials: { readonly client: string; readonly operator: string | undefined };
  /** What else the command line has. */
  readonly args: readonly string[];
}

/**
 * Runs `work` against the sandbox that the flags name. What was refused is printed, and makes the exit code 1.
 * @param usage of a program that takes arguments, for those that were given
 */
export async function runDemo(
  name: string,
  work: (sessions: Sessions) => Promise<void>,
  usage?: (args: readonly string[]) => string,
): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: usage !== undefined,
    options: {
      url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT || 8080}` },
      'data-dir': { type: 'string', default: process.env.DATA_DIR || './data' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    const how = usage === undefined ? `npm run ${name} -- [--url URL] [--data-dir FOLDER]` : usage(positionals);
    console.log(`${how}\n\n${FLAGS}`);
    return;
  }
  const folder = values['data-dir'];
  try {
    // As the start prints the API.
    const url = values.url.replace(/(\/v3)?\/?$/, '');
    const keys = { client: credentials(folder), operator: operatorCredentials(folder) };
    const operator = keys.operator === undefined ? undefined : new ApiSession(url, keys.operator);
    const api = new ApiSession(url, keys.client);
    await work({ api, operator, dataDir: folder, args: positionals, url, credentials: keys });
  } catch (error) {
    console.error(error instanceof Refused || error instanceof ApiRefusal ? error.message : error);
    process.exitCode = 1;
  }
}

function credentials(dataDir: string): string {
  const { CLIENT_ID, DEVELOPER_API_KEY } = process.env;
  if (CLIENT_ID && DEVELOPER_API_KEY) return `${CLIENT_ID}:${DEVELOPER_API_KEY}`;
  const file = join(dataDir, 'sandbox-client.json');
  try {
    return readKey(file);
  } catch (error) {
    throw new Refused(
      `${file} could not be read (${(error as Error).message}); is the sandbox running, and is this its data folder?`,
    );
  }
}

function operatorCredentials(dataDir: string): string | undefined {
  try {
    return readKey(join(dataDir, 'sandbox-operator.json'));
  } catch {
    return undefined;
  }
}

function readKey(file: string): string {
  const { clientID, developerAPIKey } = JSON.parse(readFileSync(file, 'utf8'));
  return `${clientID}:${developerAPIKey}`;
}
