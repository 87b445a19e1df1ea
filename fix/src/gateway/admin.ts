import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { LARGEST_WHOLE } from '../dictionary/index.ts';
import type { LiveSession } from './live-session.ts';
import type { Metrics } from './metrics.ts';
import type { AdminSettings } from './settings.ts';

interface AdminDeps {
  readonly settings: AdminSettings;
  /** By the CompID of the peer. */
  readonly sessions: ReadonlyMap<string, LiveSession>;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => number;
}

interface Numbers {
  readonly nextIn: number;
  readonly nextOut: number;
}

interface Approval extends Numbers {
  readonly id: string;
  readonly session: string;
  readonly requestedBy: string;
  readonly expiresAt: number;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const APPROVAL_MS = 15 * 60_000;
const MOST_APPROVALS = 100;
const MOST_BODY_BYTES = 1000;

/**
 * Administration over HTTP on the loopback address: GET /metrics, GET /sessions, POST /sessions/COMPID/disconnect, POST
 * /sessions/COMPID/numbers, POST /approvals/ID. What changes something needs the token of an operator.
 */
export class AdminServer {
  readonly server: Server;
  readonly #deps: AdminDeps;
  readonly #approvals = new Map<string, Approval>();

  constructor(deps: AdminDeps) {
    this.#deps = deps;
    this.server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        const status = error instanceof Refusal ? error.status : 500;
        if (status === 500) deps.log.error({ err: error }, 'administration failed');
        send(response, status, { error: error instanceof Refusal ? error.message : 'internal error' });
      });
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { registry } = this.#deps.metrics;
    const [, area = '', name = '', action = ''] = (request.url ?? '/').split('/').map(decoded);
    const call = `${request.method} /${area}${action === '' ? '' : `/${action}`}`;
    if (call === 'GET /metrics') {
      response.setHeader('content-type', registry.contentType).end(await registry.metrics());
      return;
    }
    if (call === 'GET /sessions') return send(response, 200, { sessions: this.#list(), approvals: this.#pending() });
    if (request.method !== 'POST') throw new Refusal(404, 'unknown address');
    const operator = this.#operatorOf(request);
    if (call === 'POST /sessions/disconnect') {
      this.#session(name).disconnect('the operator ends the session');
      this.#deps.log.warn({ operator, session: name }, 'session disconnected by an operator');
      return send(response, 200, { done: true });
    }
    if (call === 'POST /sessions/numbers') {
      return send(response, 200, this.#requestNumbers(operator, name, numbersOf(await bodyOf(request))));
    }
    if (call === 'POST /approvals') return send(response, 200, this.#approve(operator, name));
    throw new Refusal(404, 'unknown address');
  }

  #list(): object[] {
    return [...this.#deps.sessions.values()].map((session) => ({
      compId: session.definition.compId,
      name: session.name,
      connected: session.isConnected,
      dropCopy: session.options.dropCopy,
      ...session.numbers,
      unfinished: session.inbox,
    }));
  }

  #pending(): Approval[] {
    const now = this.#deps.now();
    for (const [id, { expiresAt }] of this.#approvals) if (expiresAt <= now) this.#approvals.delete(id);
    return [...this.#approvals.values()];
  }

  #requestNumbers(operator: string, compId: string, numbers: Numbers): object {
    this.#session(compId);
    const { settings, now } = this.#deps;
    if (!settings.twoPersonApproval) return this.#setNumbers(compId, numbers, operator);
    if (this.#pending().length >= MOST_APPROVALS) throw new Refusal(429, 'too many requests wait for approval');
    const expiresAt = now() + APPROVAL_MS;
    const approval = { id: randomUUID(), session: compId, requestedBy: operator, expiresAt, ...numbers };
    this.#approvals.set(approval.id, approval);
    return { approval };
  }

  #approve(operator: string, id: string): object {
    const approval = this.#pending().find((one) => one.id === id);
    if (approval === undefined) throw new Refusal(404, 'unknown approval');
    if (approval.requestedBy === operator) throw new Refusal(403, 'another operator must approve');
    this.#approvals.delete(id);
    return this.#setNumbers(approval.session, approval, `${approval.requestedBy}, approved by ${operator}`);
  }

  #setNumbers(compId: string, { nextIn, nextOut }: Numbers, by: string): object {
    this.#deps.log.warn({ operator: by, session: compId, nextIn, nextOut }, 'numbers set by an operator');
    this.#session(compId).setNumbers(nextIn, nextOut, 'the operator sets the sequence numbers');
    return { done: true };
  }

  #session(compId: string): LiveSession {
    const session = this.#deps.sessions.get(compId);
    if (session === undefined) throw new Refusal(404, 'unknown session');
    return session;
  }

  #operatorOf({ headers }: IncomingMessage): string {
    const sent = hashOf(headers.authorization?.replace(/^Bearer /, '') ?? '');
    for (const [token, name] of this.#deps.settings.operators) {
      if (timingSafeEqual(sent, hashOf(token))) return name;
    }
    throw new Refusal(401, 'the token of an operator is required: FIX_OPERATORS');
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(404, 'unknown address');
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MOST_BODY_BYTES) throw new Refusal(413, 'the body is too long');
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal(400, 'the body must be JSON: {"nextIn":1,"nextOut":1}');
  }
}

function numbersOf(body: unknown): Numbers {
  const { nextIn, nextOut } = (body ?? {}) as Record<string, unknown>;
  const valid = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= LARGEST_WHOLE;
  if (!valid(nextIn)) throw new Refusal(400, `nextIn must be a whole number from 1 to ${LARGEST_WHOLE}`);
  if (!valid(nextOut)) throw new Refusal(400, `nextOut must be a whole number from 1 to ${LARGEST_WHOLE}`);
  return { nextIn, nextOut };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
}
