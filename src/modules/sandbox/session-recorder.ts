/** Takes the calls of clients that record them (Z13). They are in memory: a start begins without. */
import {
  type AnsweredCall,
  ApiError,
  type CallRecorder,
  type Client,
  DROP_COPY,
  scopesGranting,
} from '../../http/methods/index.ts';
import type { Recording, SandboxRecordings } from './recordings.ts';
import { ScriptWriter } from './session-script.ts';

/** Of a body, and of an answer. */
const LONG = 1_048_576;
const CALLS_MAX = 10_000;
/** Of paths and bodies. */
const CHARACTERS_MAX = 4 * LONG;
/** Of all clients, with those that are over and are still shown. */
const RECORDINGS_MAX = 20;
const OWN_METHODS = new Set(['startRecording', 'endRecording']);

interface Session {
  /** As it was when it asked. */
  readonly by: Client;
  readonly clients: ReadonlySet<string>;
  readonly writer: ScriptWriter;
  /** Names of Idempotency-Keys, which themselves say nothing that a run needs. */
  readonly keys: Map<string, string>;
  isOn: boolean;
  calls: number;
  characters: number;
  leftOut: number;
}

export class SessionRecorder implements SandboxRecordings, CallRecorder {
  /** By the client that asked; the oldest first. */
  readonly #sessions = new Map<string, Session>();
  isOn = false;

  start(by: Client, other: string | undefined): Recording {
    const { clientId } = by;
    if (this.#sessions.get(clientId)?.isOn === true && this.#shownTo(by) === undefined) {
      throw new ApiError(190, 'a key of the client that may do more is recording: end that recording with it first');
    }
    this.#sessions.delete(clientId);
    this.#makeRoom();
    const counts = { isOn: true, calls: 0, characters: 0, leftOut: 0 };
    const clients = new Set([clientId, ...(other === undefined ? [] : [other])]);
    const session = { by, clients, writer: new ScriptWriter(), keys: new Map<string, string>(), ...counts };
    if (other !== undefined) session.writer.know(other, 'client');
    this.#sessions.set(clientId, session);
    this.isOn = true;
    return shownOf(session);
  }

  of(reader: Client): Recording | undefined {
    const session = this.#shownTo(reader);
    return session && shownOf(session);
  }

  scriptOf(reader: Client): string {
    const session = this.#shownTo(reader);
    return session === undefined ? '' : `${JSON.stringify(session.writer.script, null, 2)}\n`;
  }

  end(reader: Client): Recording | undefined {
    const session = this.#shownTo(reader);
    if (session?.isOn !== true) return undefined;
    session.isOn = false;
    session.writer.end();
    session.keys.clear();
    this.isOn = this.#sessions.values().some(({ isOn }) => isOn);
    return shownOf(session);
  }

  /** People in the console have no part in it. */
  records(client: Client): boolean {
    return client.user === undefined && this.#sessions.values().some((session) => takes(session, client));
  }

  /** Of `records`. It has neither its own methods, nor those that read the sandbox. */
  take(call: AnsweredCall): void {
    const { client, method, verb, path } = call;
    if (!path.startsWith('/v3/') || OWN_METHODS.has(method.name)) return;
    if (method.group === 'Sandbox' && verb === 'GET') return;
    for (const session of this.#sessions.values()) {
      if (takes(session, client)) add(session, call);
    }
  }

  #shownTo(reader: Client): Session | undefined {
    const session = this.#sessions.get(reader.clientId);
    return session !== undefined && mayDoAll(reader, session.by) ? session : undefined;
  }

  #makeRoom(): void {
    if (this.#sessions.size < RECORDINGS_MAX) return;
    const over = this.#sessions.entries().find(([, { isOn }]) => !isOn);
    if (over === undefined) throw new ApiError(190, `at most ${RECORDINGS_MAX} clients record at once`);
    this.#sessions.delete(over[0]);
  }
}

/** Bodies show what their senders know: a key gets those of no key that may do more. */
function takes({ isOn, clients, by }: Session, client: Client): boolean {
  return isOn && clients.has(client.clientId) && mayDoAll(by, client);
}

/** Whether one may do and see all that another may. Roles of users that have recordings read all of their client. */
function mayDoAll(one: Client, other: Client): boolean {
  if (one.user !== undefined) return true;
  if (other.master && !one.master) return false;
  const has = (scope: string) => scopesGranting(scope).some((granting) => one.scopes.has(granting));
  const isGranted = (scope: string) => has(scope) || (scope === DROP_COPY && one.master);
  return [...other.scopes].every(isGranted) && one.deniedMethods.isSubsetOf(other.deniedMethods);
}

function add(session: Session, { client, verb, path, fields, idempotencyKey, answer }: AnsweredCall): void {
  const characters = path.length + (fields === undefined ? 0 : JSON.stringify(fields).length);
  const isLong = fields === undefined || characters > LONG || answer.length > LONG;
  if (isLong || session.calls >= CALLS_MAX || session.characters + characters > CHARACTERS_MAX) {
    session.leftOut++;
    return;
  }
  session.calls++;
  session.characters += characters;
  const key = idempotencyKey === undefined ? {} : { key: keyOf(session, idempotencyKey) };
  const as = client.master ? ('operator' as const) : ('client' as const);
  session.writer.know(client.clientId, as);
  session.writer.add({ as, verb, path, fields, ...key, answer: parsed(answer) });
}

function keyOf({ keys }: Session, sent: string): string {
  const name = keys.get(sent) ?? `key${keys.size + 1}`;
  keys.set(sent, name);
  return name;
}

/** Undefined: it has no content. */
function parsed(answer: string): unknown {
  return answer === '' ? undefined : JSON.parse(answer);
}

function shownOf({ isOn, calls, leftOut }: Session): Recording {
  return { isOn, calls, leftOut };
}
