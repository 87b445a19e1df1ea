import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SessionOptions } from '../application/index.ts';

/** One session: a CompID of a peer and the key that it logs on with. */
export interface SessionDefinition {
  /** SenderCompID of the peer. */
  readonly compId: string;
  /** The client of the key; its Logon must name it. */
  readonly clientID: string;
  readonly options: SessionOptions;
}

export interface Limits {
  /** Connections that have not logged on, of strangers and of the last addresses of sessions each. */
  readonly connections: number;
  readonly messagesPerSecond: number;
  readonly messageBytes: number;
  /** Received messages of a session without an outcome yet; above them orders are refused. */
  readonly unfinished: number;
  /** Messages of a session that are kept for resends. */
  readonly keptMessages: number;
  /** How long a peer may not read while messages wait for it. */
  readonly slowReaderMs: number;
  /** How long a connection may take to log on. */
  readonly logonMs: number;
}

export interface AdminSettings {
  readonly port: number;
  /** Names of operators by their tokens. Without any, the numbers of sessions cannot be reset over HTTP. */
  readonly operators: ReadonlyMap<string, string>;
  /** Whether a second operator must approve a reset. */
  readonly twoPersonApproval: boolean;
}

export interface GatewaySettings {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly compId: string;
  /** How a Logon carries the key: in Username and Password, or in RawData as clientID:developerAPIKey. */
  readonly logonBy: 'password' | 'rawdata';
  readonly venueUrl: string;
  readonly dataDir: string;
  readonly sync: boolean;
  /** When all sessions end and their numbers begin at 1 again. */
  readonly resetAt: { readonly time: string; readonly timeZone: string } | undefined;
  /** Business days from a trade to its settlement; undefined: reports have no SettlDate. */
  readonly settlementDays: number | undefined;
  readonly limits: Limits;
  readonly admin: AdminSettings;
  readonly sessions: readonly SessionDefinition[];
}

export const LIMITS: Limits = {
  connections: 256,
  messagesPerSecond: 2000,
  messageBytes: 65_536,
  unfinished: 1000,
  keptMessages: 1_000_000,
  slowReaderMs: 60_000,
  logonMs: 10_000,
};

export class WrongSetting extends Error {
  override readonly name = 'WrongSetting';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws WrongSetting, which names the variable or the field of the file of sessions. */
export function readSettings(env: Environment): GatewaySettings {
  const number = (name: string, or: number, most = 1e9) => wholeNumber(name, env[name], or, most);
  const logonBy = env.FIX_LOGON ?? 'password';
  if (logonBy !== 'password' && logonBy !== 'rawdata') throw new WrongSetting('FIX_LOGON must be password or rawdata');
  const dataDir = resolve(env.FIX_DATA_DIR ?? 'data');
  const file = env.FIX_SESSIONS ?? join(dataDir, 'sessions.json');
  return {
    host: env.FIX_HOST ?? '127.0.0.1',
    port: number('FIX_PORT', 9878, 65_535),
    tls: tlsOf(env),
    compId: env.FIX_COMP_ID ?? 'OPENATS',
    logonBy,
    venueUrl: env.OPENATS_URL ?? 'http://127.0.0.1:8080',
    dataDir,
    sync: yesNo('FIX_SYNC', env.FIX_SYNC),
    resetAt: resetTime(env.FIX_RESET_AT),
    settlementDays: env.FIX_SETTLEMENT_DAYS ? number('FIX_SETTLEMENT_DAYS', 0, 30) : undefined,
    limits: {
      connections: number('FIX_MAX_CONNECTIONS', LIMITS.connections),
      messagesPerSecond: number('FIX_MESSAGES_PER_SECOND', LIMITS.messagesPerSecond),
      messageBytes: number('FIX_MESSAGE_BYTES', LIMITS.messageBytes, 1_000_000),
      unfinished: number('FIX_MAX_UNFINISHED', LIMITS.unfinished),
      keptMessages: number('FIX_KEPT_MESSAGES', LIMITS.keptMessages),
      slowReaderMs: number('FIX_SLOW_READER_MS', LIMITS.slowReaderMs),
      logonMs: LIMITS.logonMs,
    },
    admin: {
      port: number('FIX_ADMIN_PORT', 9879, 65_535),
      operators: operatorsOf(env.FIX_OPERATORS),
      twoPersonApproval: yesNo('FIX_TWO_PERSON_APPROVAL', env.FIX_TWO_PERSON_APPROVAL),
    },
    sessions: env.FIX_SESSIONS === undefined ? sandboxSessions(env) : readSessions(file),
  };
}

/** Without a file of sessions: two for the key that the sandbox made, one of them a drop copy. */
function sandboxSessions(env: Environment): SessionDefinition[] {
  const { clientID } = sandboxKey(env);
  const options: SessionOptions = { dropCopy: false, cancelOnDisconnect: undefined };
  return [
    { compId: 'CLIENT', clientID, options: { ...options, tradeReports: true } },
    { compId: 'DROPCOPY', clientID, options: { ...options, dropCopy: true } },
  ];
}

/** The key of the sandbox's client, in the data folder of the service. */
export function sandboxKey(env: Environment): { readonly clientID: string; readonly developerAPIKey: string } {
  const file = resolve(env.DATA_DIR ?? '../data', 'sandbox-client.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const help = 'start the sandbox first (npm start), name its folder in DATA_DIR, or set FIX_SESSIONS';
    throw new WrongSetting(`${file} cannot be read: ${help} (${(error as Error).message})`);
  }
}

function readSessions(file: string): SessionDefinition[] {
  let entries: unknown;
  try {
    // As some editors write it.
    entries = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new WrongSetting(`FIX_SESSIONS: ${file} cannot be read: ${(error as Error).message}`);
  }
  if (!Array.isArray(entries)) throw new WrongSetting(`FIX_SESSIONS: ${file} must be a list of sessions`);
  const sessions = entries.map((entry, at) => sessionOf(entry, `FIX_SESSIONS: entry ${at + 1} of ${file}`));
  const twice = sessions.find(({ compId }, at) => sessions.findIndex((one) => one.compId === compId) !== at);
  if (twice !== undefined) throw new WrongSetting(`FIX_SESSIONS: ${file} has compId ${twice.compId} twice`);
  return sessions;
}

function sessionOf(entry: unknown, where: string): SessionDefinition {
  const fields = new Fields(entry, where);
  const compId = fields.text('compId', /^[\x21-\x7e]{1,64}$/) ?? fields.missing('compId');
  const clientID = fields.text('clientID') ?? fields.missing('clientID');
  const options: SessionOptions = {
    dropCopy: fields.flag('dropCopy'),
    tradeReports: fields.flag('tradeReports'),
    withoutCustomFields: fields.flag('withoutCustomFields'),
    memberId: fields.text('memberId'),
    cancelOnDisconnect: cancelOnDisconnect(fields.take('cancelOnDisconnect'), `${where}, cancelOnDisconnect`),
  };
  fields.end();
  return { compId, clientID, options };
}

function cancelOnDisconnect(entry: unknown, where: string): SessionOptions['cancelOnDisconnect'] {
  if (entry === undefined) return undefined;
  const fields = new Fields(entry, where);
  const accountId = fields.text('accountId');
  const seconds = fields.take('seconds');
  fields.end();
  if (!Number.isInteger(seconds)) throw new WrongSetting(`${where}: seconds must be a whole number`);
  return { accountId, seconds: seconds as number };
}

/** The fields of an object of JSON, each taken once. */
class Fields {
  readonly #fields: Record<string, unknown>;
  readonly #where: string;

  constructor(entry: unknown, where: string) {
    if (typeof entry !== 'object' || entry === null) throw new WrongSetting(`${where} must be an object`);
    this.#fields = { ...entry };
    this.#where = where;
  }

  take(name: string): unknown {
    const value = this.#fields[name];
    delete this.#fields[name];
    return value;
  }

  text(name: string, form = /^\S{1,64}$/): string | undefined {
    const value = this.take(name);
    if (value === undefined || (typeof value === 'string' && form.test(value))) return value;
    throw new WrongSetting(`${this.#where}: ${name} must be text of at most 64 characters, without spaces`);
  }

  flag(name: string): boolean {
    const value = this.take(name) ?? false;
    if (typeof value === 'boolean') return value;
    throw new WrongSetting(`${this.#where}: ${name} must be true or false`);
  }

  missing(name: string): never {
    throw new WrongSetting(`${this.#where}: ${name} is required`);
  }

  end(): void {
    const [other] = Object.keys(this.#fields);
    if (other !== undefined) throw new WrongSetting(`${this.#where}: ${other} is unknown`);
  }
}

function wholeNumber(name: string, text: string | undefined, or: number, most: number): number {
  if (text === undefined || text === '') return or;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new WrongSetting(`${name} must be a whole number from 0 to ${most}`);
  }
  return value;
}

function yesNo(name: string, text = 'false'): boolean {
  if (text !== 'true' && text !== 'false') throw new WrongSetting(`${name} must be true or false`);
  return text === 'true';
}

function tlsOf(env: Environment): GatewaySettings['tls'] {
  const { FIX_TLS_CERT: cert, FIX_TLS_KEY: key } = env;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new WrongSetting('FIX_TLS_CERT and FIX_TLS_KEY belong together');
  return { cert: readSecret('FIX_TLS_CERT', cert), key: readSecret('FIX_TLS_KEY', key) };
}

function readSecret(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new WrongSetting(`${name}: ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** `17:15 America/New_York`. */
function resetTime(text: string | undefined): GatewaySettings['resetAt'] {
  if (text === undefined || text === '') return undefined;
  const [, time, timeZone] = /^((?:[01]\d|2[0-3]):[0-5]\d) (\S+)$/.exec(text) ?? [];
  if (time === undefined || timeZone === undefined || !isTimeZone(timeZone)) {
    throw new WrongSetting('FIX_RESET_AT must be a time and a time zone, such as 17:15 America/New_York');
  }
  return { time, timeZone };
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** `alice:token,bob:token`. */
function operatorsOf(text = ''): ReadonlyMap<string, string> {
  const entries = text.split(',').filter((one) => one !== '');
  const operators = entries.map((entry): [string, string] => {
    const [, name, token] = /^([^:]+):(.{16,})$/.exec(entry) ?? [];
    if (name === undefined || token === undefined) {
      throw new WrongSetting(
        'FIX_OPERATORS must be name:token, separated by commas; a token has 16 characters or more',
      );
    }
    return [token, name];
  });
  return new Map(operators);
}
