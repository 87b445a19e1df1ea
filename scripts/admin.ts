/**
 * Administration of clients, keys and webhooks from the command line: the /v3/admin methods of a running server, and
 * one command, bootstrap-operator, that works on the database itself.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { CLUSTER_COMMANDS } from './cluster/admin-commands.ts';
import { USER_COMMANDS, userCommand } from './users/admin-commands.ts';

const ANSWER_TIMEOUT_MS = 15_000;

/** How an option's text becomes a field of the call. */
interface Option {
  readonly field: string;
  readonly about: string;
  readonly required?: boolean;
  /** Names separated by commas, or * for all. */
  readonly list?: boolean;
  /** Takes no value: Yes when it is given. */
  readonly flag?: boolean;
}

interface Command {
  readonly method: string;
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
}

class Problem extends Error {
  override readonly name = 'Problem';
}

const client: Option = { field: 'clientId', about: 'client id', required: true };
const key: Option = { field: 'keyId', about: 'key id', required: true };
const preset: Option = { field: 'preset', about: 'read-only, drop-copy, trading or operations' };
const command = (method: string, about: string, options: Command['options']): Command => ({ method, about, options });

const COMMANDS: Readonly<Record<string, Command>> = {
  'create-client': command('createClient', 'creates a client', {
    name: { field: 'name', about: 'its name', required: true },
    parent: { field: 'parentId', about: 'id of its parent client' },
  }),
  clients: command('getClients', 'lists the clients', {
    offset: { field: 'offset', about: 'clients to skip' },
    limit: { field: 'limit', about: 'most clients to list' },
  }),
  'update-client': command('updateClient', 'renames a client, stops or resumes its access', {
    client,
    name: { field: 'name', about: 'new name' },
    active: { field: 'active', about: 'Yes or No' },
  }),
  'create-key': command('createApiKey', 'creates a key and shows it this once', {
    client,
    master: { field: 'master', about: 'a master key', flag: true },
    preset,
    name: { field: 'name', about: 'what it is for' },
    expires: { field: 'expiresAt', about: 'when it ends by itself, such as 2027-03-02T14:30:00Z' },
  }),
  'rotate-key': command('rotateApiKey', 'makes the key that follows another one, and shows it this once', {
    key,
    'overlap-minutes': { field: 'overlapMinutes', about: 'until the other key ends; a day when absent' },
  }),
  keys: command('getApiKeys', 'lists the keys of a client', { client }),
  'revoke-key': command('revokeApiKey', 'ends a key at once', { key }),
  'grant-scopes': command('setScopes', 'replaces the scopes of a key', {
    key,
    scopes: { field: 'scopes', about: 'names separated by commas, or *', list: true },
    preset,
  }),
  'deny-methods': command('setMethodPermissions', 'replaces the methods that a key may not call', {
    key,
    methods: { field: 'deniedMethods', about: 'names separated by commas; "" allows all', required: true, list: true },
  }),
  'grant-fields': command('setFieldPermissions', 'replaces the field permissions of a key', {
    key,
    fields: {
      field: 'fieldPermissions',
      about: '<method>.<field>, separated by commas, or *',
      required: true,
      list: true,
    },
  }),
  'create-webhook': command('createWebhook', 'registers a URL for the webhooks of a method', {
    client,
    method: { field: 'method', about: 'method name', required: true },
    'webhook-url': { field: 'url', about: 'https URL', required: true },
  }),
  webhooks: command('getWebhooks', 'lists the webhooks of a client', { client }),
  'delete-webhook': command('deleteWebhook', 'ends a registration', {
    id: { field: 'id', about: 'id of the webhook', required: true },
  }),
  'create-token': command('generateWebhookToken', 'makes a webhook identification token and shows it this once', {
    client,
  }),
  tokens: command('getWebhookTokens', 'lists the webhook identification tokens, masked', { client }),
  'retire-token': command('retireWebhookToken', 'stops sending a token', {
    token: { field: 'tokenId', about: 'id of the token', required: true },
  }),
  'encrypt-webhooks': command('setWebhookEncryptionKey', 'sets or removes the key that encrypts webhooks', {
    client,
    'encryption-key': { field: 'key', about: 'base64 of 32 bytes; absent: a new one is made and shown' },
    remove: { field: 'remove', about: 'send them plain again', flag: true },
  }),
  deliveries: command('getWebhookDeliveries', 'lists deliveries of webhooks, newest first', {
    client: { field: 'clientId', about: 'only those of this client' },
    method: { field: 'method', about: 'only those of this method' },
    before: { field: 'before', about: 'only those before this seq' },
    limit: { field: 'limit', about: 'most deliveries to list' },
  }),
};

const COMMON = {
  url: { type: 'string' },
  credentials: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const BOOTSTRAP = 'bootstrap-operator';
const USER = 'user';
const MIGRATE = 'migrate';

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { about, options }]) => {
    const shown = Object.entries(options).map(([option, { required, flag, about: what }]) => {
      const text = flag ? `--${option}` : `--${option} <${what}>`;
      return required ? text : `[${text}]`;
    });
    return `  ${name} ${shown.join(' ')}\n      ${about}`;
  });
  return `npm run admin -- <command> [options]

Commands, on the running server (HOST and PORT, or --url):
${lines.join('\n')}

Commands on the database itself (DATABASE_URL or DATA_DIR), for the first operator of an installation and emergencies:
  ${BOOTSTRAP} --out <file> [--name <name of the operator>]
      creates a client with a master key and writes them to the file (mode 600)
  ${MIGRATE}
      brings all tables to this release, for servers whose database role may not alter them
${Object.entries(USER_COMMANDS)
  .map(
    ([one, { about, needs }]) =>
      `  ${USER} ${[one, ...needs.map((need) => `--${need} <${need}>`)].join(' ')}\n      ${about}`,
  )
  .join('\n')}

Commands on the journal of several nodes (JOURNAL_URL):
${Object.entries(CLUSTER_COMMANDS)
  .map(([one, { about }]) => `  ${one}\n      ${about}`)
  .join('\n')}

Options of all commands:
  --url <url>           the server, for example https://api.example.com
  --credentials <file>  {"clientID","developerAPIKey"} of a master key; default DATA_DIR/sandbox-operator.json
  --help                this text`;
}

/** Read only when they are called: the other commands do without the program of the venue. */
const DIRECT: Readonly<Record<string, (args: readonly string[]) => Promise<unknown>>> = {
  [USER]: userCommand,
  [MIGRATE]: async () => (await import('./database/migrate-command.ts')).migrateCommand(),
  ...Object.fromEntries(Object.entries(CLUSTER_COMMANDS).map(([name, { run }]) => [name, run])),
};

async function main(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || rest.includes('--help') || rest.includes('-h') || ['help', '--help', '-h'].includes(name)) {
    console.log(help());
    return;
  }
  if (name === BOOTSTRAP) return await bootstrap(rest);
  const direct = Object.hasOwn(DIRECT, name) ? DIRECT[name] : undefined;
  if (direct) {
    const shown = await direct(rest).catch((error: Error) => {
      throw error.name === 'WrongSetting' ? error : new Problem(error.message);
    });
    console.log(JSON.stringify(shown, null, 2));
    return;
  }
  const found = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (found === undefined) throw new Problem(`There is no command ${name}; --help lists them`);
  const values = parse(rest, found.options);
  const body = bodyOf(found, values);
  const answer = await call(values.url ?? serverUrl(), found.method, body, await credentialsOf(values.credentials));
  console.log(JSON.stringify(answer, null, 2));
}

type Values = Record<string, string | undefined>;

function parse(args: readonly string[], options: Command['options']): Values {
  const own = Object.entries(options).map(([name, { flag }]) => [name, { type: flag ? 'boolean' : 'string' }] as const);
  try {
    const { values } = parseArgs({ args: [...args], options: { ...COMMON, ...Object.fromEntries(own) } });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === true ? 'Yes' : String(value)]),
    );
  } catch (error) {
    throw new Problem(`${(error as Error).message}; --help shows the options`);
  }
}

function bodyOf({ options }: Command, values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const value = values[name];
    if (value === undefined) {
      if (option.required) throw new Problem(`--${name} is missing: ${option.about}`);
    } else body[option.field] = option.list ? listOf(value) : value;
  }
  return body;
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function serverUrl(): string {
  const { HOST, PORT } = readConfig(process.env);
  // An address that means all of them is for listening only.
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** A file, because arguments can be read by every user of the machine. */
async function credentialsOf(file: string | undefined): Promise<string> {
  const path = file ?? join(readConfig(process.env).DATA_DIR, 'sandbox-operator.json');
  try {
    const { clientID, developerAPIKey } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    if (typeof clientID !== 'string' || typeof developerAPIKey !== 'string')
      throw new Error('clientID or developerAPIKey is missing');
    return `${clientID}:${developerAPIKey}`;
  } catch (error) {
    throw new Problem(`The credentials cannot be read from ${path}: ${(error as Error).message}`);
  }
}

async function call(url: string, method: string, body: unknown, credentials: string): Promise<unknown> {
  const answer = await post(new URL(`/v3/admin/${method}`, url), body, credentials);
  const { statusCode, statusDesc, ...fields } = await readJson(answer);
  if (statusCode === '101') return fields;
  const detail = fields['Error(s)'] === undefined ? '' : `: ${fields['Error(s)']}`;
  throw new Problem(`${method} was refused: ${statusCode} ${statusDesc}${detail}`);
}

async function post(url: URL, body: unknown, credentials: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
  } catch (error) {
    const cause = (error as Error).cause;
    throw new Problem(
      `No answer from ${url.origin}: ` +
        `${cause instanceof Error && cause.message ? cause.message : (error as Error).message}`,
    );
  }
}

async function readJson(answer: Response): Promise<Record<string, unknown>> {
  try {
    return (await answer.json()) as Record<string, unknown>;
  } catch {
    throw new Problem(`The server's answer (HTTP ${answer.status}) is not of this API`);
  }
}

async function bootstrap(args: readonly string[]): Promise<void> {
  const values = parse(args, { out: { field: 'out', about: '' }, name: { field: 'name', about: '' } });
  if (values.out === undefined) throw new Problem('--out is missing: the file that the credentials go to');
  // No other command needs a database.
  const { bootstrapCommand } = await import('./database/bootstrap-command.ts');
  console.log(await bootstrapCommand(values.out, values.name));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(
    error instanceof Problem || (error as Error).name === 'WrongSetting' ? (error as Error).message : error,
  );
  process.exitCode = 1;
}
