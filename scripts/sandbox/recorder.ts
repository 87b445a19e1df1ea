/** Passes the calls of a program on to the sandbox, and keeps them as a script (Z13). */
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SeenCall, scriptOf } from './session-script.ts';

export interface RecorderOptions {
  /** Of the sandbox. */
  readonly url: string;
  /** 0: any that is free. */
  readonly port: number;
  /** The client id of the operator. */
  readonly operatorId: string | undefined;
}

const BODY_BYTES_MAX = 1_048_576;
const CALLS_MAX = 10_000;
/** Of one connection, or of the body as it was sent. */
const NOT_PASSED_ON = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #server: Server;
  readonly #seen: SeenCall[] = [];
  readonly #keys = new Map<string, string>();
  /** Calls that are not in the script: files, long bodies, and those after the first ten thousand. */
  leftOut = 0;

  private constructor(options: RecorderOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#pass(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: RecorderOptions): Promise<Recorder> {
    const recorder = new Recorder(options);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    recorder.#server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
    await promise;
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get calls(): number {
    return this.#seen.length;
  }

  /** Stops, and writes the script. */
  async end(file: string): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await writeFile(file, `${JSON.stringify(scriptOf(this.#seen), null, 2)}\n`, { mode: 0o600 });
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const place = this.#place(request, body);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !NOT_PASSED_ON.has(name)) headers.set(name, value);
    }
    const { method = 'GET', url = '/' } = request;
    const sent = body.length > 0 && method !== 'GET' && method !== 'HEAD' ? { body } : {};
    let answered: Response;
    let text: Buffer;
    try {
      answered = await fetch(`${this.#options.url}${url}`, { method, headers, redirect: 'manual', ...sent });
      text = Buffer.from(await answered.arrayBuffer());
    } catch {
      // As the caller would have seen it: a connection that is cut.
      place?.(undefined);
      response.destroy();
      return;
    }
    place?.(parsed(text.toString()));
    const passed = [...answered.headers].filter(([name]) => !NOT_PASSED_ON.has(name) && name !== 'content-encoding');
    response.writeHead(answered.status, Object.fromEntries(passed));
    response.end(text);
  }

  /** Takes a place in the order of calls; what is returned is called with the answer. */
  #place(request: IncomingMessage, body: Buffer): ((answer: unknown) => void) | undefined {
    const { method: verb = 'GET', url: path = '/', headers } = request;
    if (!path.startsWith('/v3/')) return undefined;
    const fields = fieldsOf(body, headers['content-type'] ?? '');
    if (fields === undefined || this.#seen.length >= CALLS_MAX) {
      this.leftOut++;
      return undefined;
    }
    const at = this.#seen.length;
    const key = this.#keyOf(headers['idempotency-key']);
    const call = { as: this.#callerOf(headers.authorization, fields), verb, path, fields, ...(key && { key }) };
    this.#seen.push({ ...call, answer: undefined });
    return (answer) => {
      this.#seen[at] = { ...call, answer };
    };
  }

  #callerOf(authorization: string | undefined, fields: Readonly<Record<string, unknown>>): 'client' | 'operator' {
    const sent = /^Bearer ([^:]+):/.exec(authorization ?? '')?.[1] ?? fields.clientID;
    return sent !== undefined && sent === this.#options.operatorId ? 'operator' : 'client';
  }

  /** The keys themselves say nothing that a run needs. */
  #keyOf(sent: string | string[] | undefined): string | undefined {
    if (typeof sent !== 'string') return undefined;
    const known = this.#keys.get(sent) ?? `key${this.#keys.size + 1}`;
    this.#keys.set(sent, known);
    return known;
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Undefined: it is no object of fields. */
function fieldsOf(body: Buffer, type: string): Readonly<Record<string, unknown>> | undefined {
  if (body.length === 0) return {};
  if (body.length > BODY_BYTES_MAX) return undefined;
  const text = body.toString();
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  const value = type.startsWith('application/json') ? parsed(text) : undefined;
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isFields ? (value as Record<string, unknown>) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
