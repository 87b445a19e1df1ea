/** The API as the pages use it: openats/client, with what it throws in words for a reader. */
import { ApiRefusal, type MethodName, NoAnswer, OpenAts, wayOf } from '../client/index.ts';
import { sessionHeaders } from './reader-activity.ts';
import { stepUp } from './step-up.ts';
import { Topic } from './topic.ts';
import { inWords } from './words.ts';

export interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A call that changes something. */
export interface ApiCall {
  readonly name: MethodName;
  readonly fields: Fields;
}

/** Thrown to an action that is rehearsed, in place of its call. */
class Rehearsed extends Error {}

export const isRehearsed = (error: unknown): boolean => error instanceof Rehearsed;

let rehearsal: { readonly hear: (call: ApiCall) => void; readonly isOfRead: boolean } | undefined;

/** A user waits for the response: after this time the page shows an error and tries again. */
const BUDGET_MS = 6000;

export class Api {
  readonly ats: OpenAts;
  /** The last one that was answered; undefined: none yet. */
  sent: ApiCall | undefined;

  readonly isSession: boolean;
  /** Of the key; undefined: a user's session. */
  readonly clientId: string | undefined;
  /** Changes once the session of the cookie is over. */
  readonly over = new Topic();

  constructor(base: URL, who: Credentials | 'session') {
    const settings = { baseUrls: base.href.replace(/\/$/, ''), budgetMs: BUDGET_MS };
    this.isSession = who === 'session';
    this.clientId = who === 'session' ? undefined : who.clientID;
    this.ats = new OpenAts(who === 'session' ? { ...settings, sessionHeaders } : { ...settings, ...who });
  }

  /**
   * The fields of the answer; what changes something goes under its own Idempotency-Key, where it takes one.
   * Rejects with ApiRefusal or NoAnswer.
   */
  async call(name: MethodName, fields: Fields = {}): Promise<Fields> {
    const isChange = wayOf(name).repetition === 'key';
    if (rehearsal !== undefined && (isChange || rehearsal.isOfRead)) {
      rehearsal.hear({ name, fields });
      throw new Rehearsed();
    }
    const answer = await this.#called(name, fields);
    if (isChange) this.sent = { name, fields };
    return answer;
  }

  /** An action that is for users who have just signed in asks for that, and is repeated. */
  async #called(name: MethodName, fields: Fields): Promise<Fields> {
    const send = async () => visible(await this.ats.call(name, fields)) as Fields;
    try {
      return await send();
    } catch (error) {
      if (needsSignIn(error) && (await stepUp.ask(amountIn(error)))) return send();
      if (this.isSession && isRefusal(error) && error.statusCode === NOT_AUTHENTICATED) this.over.changed();
      throw error;
    }
  }
}

/**
 * The first call by which `work` would change something, or of all where `isOfRead`. It is not sent, and `work` fails.
 * Undefined: no call.
 */
export async function rehearse(work: () => unknown, isOfRead: boolean): Promise<ApiCall | undefined> {
  let first: ApiCall | undefined;
  const end = () => {
    rehearsal = undefined;
  };
  const hear = (call: ApiCall) => {
    first ??= call;
    // After the work has handled its failure, before the reader can do anything else.
    setTimeout(end);
  };
  rehearsal = { hear, isOfRead };
  try {
    await work();
  } catch {
    // Not sent, or a form that is not complete.
  }
  end();
  return first;
}

/** The fault in words, without the name of the method and the code of the answer. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiRefusal) {
    return inWords(error.faults.length > 0 ? error.faults.join('; ') : error.statusDesc);
  }
  if (error instanceof NoAnswer) return 'The venue did not answer';
  return error instanceof Error ? error.message : String(error);
}

/** From a call without an answer to the next try. */
export const RETRY_MS = 2000;

const REDACTED = 'REDACTED';

/** What the caller may see: fields above its level of personal data are left out, as if they had no value (C25). */
function visible(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([, member]) => member !== REDACTED);
  return Object.fromEntries(shown.map(([name, member]) => [name, visible(member)]));
}

/** How a call failed: the venue refused it, it was never sent, or it was sent and its outcome is unknown. */
export type Failure = 'refused' | 'unsent' | 'unknown';

export function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswer) return error.mayBeDone ? 'unknown' : 'unsent';
  return 'refused';
}

/** The code of missing and wrong credentials. */
const NOT_AUTHENTICATED = '103';
const SIGN_IN_AGAIN = 'sign-in-again';

const needsSignIn = (error: unknown): error is ApiRefusal => isRefusal(error) && error.answer.reason === SIGN_IN_AGAIN;

/** What the refused call would move. */
const amountIn = ({ answer: { amount } }: ApiRefusal): string | undefined =>
  typeof amount === 'string' ? amount : undefined;

export const isRefusal = (error: unknown): error is ApiRefusal => error instanceof ApiRefusal;

/** Not found; no bank account, and no supplement is stored. */
const NO_RECORD = ['404', '149', '200'];

/** Lists that are empty, and records that are not stored, are refused with these codes. */
export const isNoRecord = (error: unknown): boolean => isRefusal(error) && NO_RECORD.includes(error.statusCode);

/**
 * The faults of a refusal by the field that each begins with, with its label in place of its name; under '' those of
 * none of these fields.
 */
export function faultsByField(error: unknown, labels: ReadonlyMap<string, string>): Map<string, string> {
  const faults = isRefusal(error) && error.faults.length > 0 ? error.faults : [messageOf(error)];
  const found = new Map<string, string>();
  for (const fault of faults) {
    const [, named = ''] = /^\W*(\w+)/.exec(fault) ?? [];
    const label = labels.get(named);
    const field = label === undefined ? '' : named;
    // The unit of a label is not part of its name.
    const words = inWords(label === undefined ? fault : fault.replace(named, label.replace(/, [$%].*$| \(.*$/, '')));
    found.set(field, found.has(field) ? `${found.get(field)} ${words}` : words);
  }
  return found;
}
