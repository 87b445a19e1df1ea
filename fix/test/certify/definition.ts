/**
 * Acceptance tests as QuickFIX writes them, one a file: a line `iCONNECT` connects, `I` and a message sends it, `E` and
 * a message expects one, `eDISCONNECT` expects the end of the connection, `iDISCONNECT` ends it. With several
 * connections the letter is followed by a number and a comma.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeMessage, fieldValue, type Message, MessageReader } from '../../src/codec/index.ts';
import { utcTimestamp } from '../../src/session/index.ts';

interface Line {
  readonly number: number;
  readonly action: string;
  readonly connection: string;
  readonly text: string;
}

/** Fields whose values a definition does not fix: lengths, times, and texts for people. */
const FREE: ReadonlySet<number> = new Set([9, 10, 52, 58, 60, 122]);
const PATIENCE_MS = 10_000;

/** Lines that are neither empty nor comments. Throws for another form. */
export function linesOf(definition: string): Line[] {
  return definition.split(/\r?\n/).flatMap((line, at) => {
    if (/^\s*(?:#|$)/.test(line)) return [];
    const [, action, connection = '1', text] = /^([iIeE])(?:(\d+),)?(.+)$/.exec(line.trimEnd()) ?? [];
    if (action === undefined || text === undefined) throw new Error(`line ${at + 1}: ${line}`);
    return [{ number: at + 1, action, connection, text }];
  });
}

/** Runs a definition; resolves with why it fails, or with undefined. */
export async function run(definition: string, { port, key, reset }: Acceptor): Promise<string | undefined> {
  const connections = new Map<string, Connection>();
  try {
    for (const line of linesOf(definition)) {
      const fault = await take(line, { connections, port, key, reset });
      if (fault !== undefined) return `line ${line.number}: ${fault}`;
    }
    return undefined;
  } finally {
    for (const connection of connections.values()) connection.socket.destroy();
  }
}

export interface Acceptor {
  readonly port: number;
  /** Fields that each Logon gets, for its key. */
  readonly key: readonly string[];
  /** Definitions begin with number 1 on each connection, unless another one has the session. */
  readonly reset: () => Promise<void>;
}

interface Running extends Acceptor {
  readonly connections: Map<string, Connection>;
}

async function take({ action, connection: name, text }: Line, { connections, port, key, reset }: Running) {
  if (action === 'i' && text === 'CONNECT') {
    await reset();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    connections.set(name, new Connection(socket));
    return undefined;
  }
  const connection = connections.get(name);
  if (connection === undefined) return 'there is no connection';
  if (action === 'i') connection.socket.destroy();
  else if (action === 'e') return (await connection.ended()) ? undefined : 'the connection does not end';
  else if (action === 'I') connection.socket.write(bytesOf(text, key));
  else return differenceOf(text, await connection.next());
  return undefined;
}

class Connection {
  readonly socket: Socket;
  readonly #reader = new MessageReader(65_536);
  readonly #received: Message[] = [];
  #isEnded = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      this.#reader.append(chunk);
      for (let next = this.#reader.next(); next !== undefined; next = this.#reader.next()) {
        if (next.garbled === undefined) this.#received.push(next.message);
      }
      socket.emit('change');
    });
    socket.on('close', () => {
      this.#isEnded = true;
      socket.emit('change');
    });
  }

  async next(): Promise<Message | undefined> {
    await this.#until(() => this.#received.length > 0 || this.#isEnded);
    return this.#received.shift();
  }

  async ended(): Promise<boolean> {
    await this.#until(() => this.#isEnded || this.#received.length > 0);
    return this.#isEnded && this.#received.length === 0;
  }

  async #until(isReady: () => boolean): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (!isReady() && !signal.aborted) await once(this.socket, 'change', { signal }).catch(() => {});
  }
}

/** A message of a definition; what it leaves out is added: the length, the sum, times, and the key of a Logon. */
export function bytesOf(text: string, key: readonly string[]): Buffer {
  const timed = text.replace(/<TIME([+-]\d+)?>/g, (_, seconds = '0') =>
    utcTimestamp(Date.now() + Number(seconds) * 1000),
  );
  const fields = timed.split('\x01').filter((field) => field !== '');
  // A definition that has them means them as they are.
  if (fields[1]?.startsWith('9=') || fields.at(-1)?.startsWith('10=')) {
    const [whole, sum] = [fields[1]?.startsWith('9='), fields.at(-1)?.startsWith('10=')];
    if (whole && sum) return Buffer.from(`${fields.join('\x01')}\x01`, 'latin1');
  }
  const [begin = '', ...rest] = fields.filter((field) => !/^(?:9|10)=/.test(field));
  const isLogon = rest.includes('35=A');
  const body = isLogon && !rest.some((field) => field.startsWith('553=')) ? [...rest, ...key] : rest;
  const message = encodeMessage(begin.slice(2), body.map((field) => `${field}\x01`).join('')).toString('latin1');
  return Buffer.from(withGiven(message, fields), 'latin1');
}

/** The length or the sum that the definition has, in place of the right one. */
function withGiven(message: string, fields: readonly string[]): string {
  const length = fields.find((field) => field.startsWith('9='));
  const sum = fields.findLast((field) => field.startsWith('10='));
  const changed = length === undefined ? message : message.replace(/\x019=\d+\x01/, `\x01${length}\x01`);
  return sum === undefined ? changed : changed.replace(/\x0110=\d+\x01$/, `\x01${sum}\x01`);
}

/** What an expected message has that the received one has not. */
export function differenceOf(expected: string, message: Message | undefined): string | undefined {
  if (message === undefined) return `expected ${shown(expected)}, and nothing came`;
  for (const field of expected.split('\x01').filter((one) => one !== '')) {
    const [, tag, value] = /^(\d+)=(.*)$/s.exec(field) ?? [];
    const received = fieldValue(message, Number(tag));
    // The name of a TestRequest is free where the gateway asks.
    const isFree = FREE.has(Number(tag)) || (Number(tag) === 112 && message.msgType === '1');
    const isSame = isFree ? Number(tag) === 58 || received !== undefined : received === value;
    if (!isSame)
      return `expected ${shown(expected)}, and ${tag} is ${received ?? 'missing'} in ${shownMessage(message)}`;
  }
  return undefined;
}

function shown(text: string): string {
  return text.replaceAll('\x01', '|');
}

function shownMessage({ fields }: Message): string {
  return fields.map(([tag, value]) => `${tag}=${value}`).join('|');
}
