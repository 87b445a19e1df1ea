/** What the demos have in common on the command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiRefusal } from '../../src/client/index.ts';
import { ApiSession, Refused } from './api-session.ts';

const FLAGS = `  --url       the v3 host of a running sandbox; port PORT (8080 when not set) of 127.0.0.1 when absent
  --data-dir  its data folder, for the keys; DATA_DIR, or ./data, when absent. CLIENT_ID and DEVELOPER_API_KEY in the
              environment are taken instead of the client's key where they are set.`;

export interface Sessions {
  readonly api: ApiSession;
  /** The sandbox's operator; undefined where its key is not there. */
  readonly operator: ApiSession | undefined;
  readonly dataDir: string;
  /** What else the command line has. */
  readonly args: readonly string[];
}

/**
 * Runs `work` against the sandbox that the flags name. What was refused is printed, and makes the exit code 1.
 * @param usage of a program that takes arguments
 */
export async function runDemo(
  name: string,
  work: (sessions: Sessions) => Promise<void>,
  usage?: string,
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
    const how = usage === undefined ? `npm run ${name} -- [--url URL] [--data-dir FOLDER]` : usage;
    console.log(`${how}\n\n${FLAGS}`);
    return;
  }
  const folder = values['data-dir'];
  try {
    const api = new ApiSession(values.url, credentials(folder));
    await work({ api, operator: operatorSession(values.url, folder), dataDir: folder, args: positionals });
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

function operatorSession(url: string, dataDir: string): ApiSession | undefined {
  try {
    return new ApiSession(url, readKey(join(dataDir, 'sandbox-operator.json')));
  } catch {
    return undefined;
  }
}

function readKey(file: string): string {
  const { clientID, developerAPIKey } = JSON.parse(readFileSync(file, 'utf8'));
  return `${clientID}:${developerAPIKey}`;
}
