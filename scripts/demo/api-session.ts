import { ApiRefusal, type MethodName, NoAnswer, OpenAts } from '../../src/client/index.ts';

/** A step that did not work; the message is for a person. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export type Fields = Readonly<Record<string, unknown>>;

/** Of a call with its repetitions: a server that is not there should be reported soon. */
const BUDGET_MS = 10_000;

/** The API as the demos use it: each call is printed, and a refusal ends the program. */
export class ApiSession {
  readonly ats: OpenAts;
  readonly clientId: string;
  /** Calls that were accepted. */
  calls = 0;
  readonly #url: string;

  /** @param credentials client id and key, joined by a colon */
  constructor(url: string, credentials: string) {
    const [clientID = '', developerAPIKey = ''] = credentials.split(':');
    this.#url = url;
    this.clientId = clientID;
    this.ats = new OpenAts({ baseUrls: url, clientID, developerAPIKey, budgetMs: BUDGET_MS });
  }

  /** The same API with another key. */
  as(credentials: string): ApiSession {
    return new ApiSession(this.#url, credentials);
  }

  async call(name: MethodName, fields: Fields, said = ''): Promise<Fields> {
    const answer = await this.read(name, fields);
    this.#say(name, said);
    return answer;
  }

  /** A call that is not printed. */
  async read(name: MethodName, fields: Fields, signal?: AbortSignal): Promise<Fields> {
    const answer = await this.answerTo(name, fields, signal);
    const refusal = ApiRefusal.of(answer, { method: name });
    if (refusal !== undefined) throw new Refused(refusal.message);
    return answer;
  }

  /** Prints the reason of a refusal, and ends the program where the call was accepted. */
  async refused(name: MethodName, fields: Fields, said: string): Promise<void> {
    const { statusCode, statusDesc, reasonCode, 'Error(s)': errors } = await this.answerTo(name, fields);
    if (statusCode === '101') throw new Refused(`${name} (${said}) was not refused`);
    this.#say(name, `${said}: ${statusCode}, ${reasonCode ?? statusDesc}`);
    if (errors !== undefined) console.log(`    ${errors}`);
  }

  /** The answer or the refusal, not printed. */
  async answerTo(name: MethodName, fields: Fields, signal?: AbortSignal): Promise<Fields> {
    try {
      const answer = await this.ats.call(name, fields, { signal });
      this.calls++;
      return answer as unknown as Fields;
    } catch (error) {
      if (error instanceof ApiRefusal) return error.answer;
      if (!(error instanceof NoAnswer)) throw error;
      throw new Refused(`${this.#url} does not answer; start the sandbox with npm start, or name it with --url`);
    }
  }

  /** Uploads one file with a title, as methods take it that take several. */
  upload(name: MethodName, owner: Fields, title: string, file: File): Promise<Fields> {
    const numbered = { documentTitle: `documentTitle0=${title}`, file_name: `filename0=${file.name}` };
    return this.send(name, { ...owner, ...numbered }, file, title);
  }

  /** A call with one file. */
  send(name: MethodName, fields: Fields, file: File, said = ''): Promise<Fields> {
    return this.call(name, { ...fields, userfile0: file }, said);
  }

  /** Opens an address that an answer had, as an investor does: without credentials. */
  async open(url: string): Promise<void> {
    await this.#page(url, {});
  }

  /** Fills in the form of such a page, and sends it. */
  async fillIn(url: string, form: Readonly<Record<string, string>>): Promise<void> {
    await this.#page(url, { method: 'POST', body: new URLSearchParams(form) });
  }

  async #page(url: string, init: RequestInit): Promise<void> {
    const response = await fetch(url, init);
    const page = new URL(url).pathname;
    if (!response.ok) throw new Refused(`${page} answers HTTP ${response.status}: ${await response.text()}`);
    const { byteLength } = await response.arrayBuffer();
    this.#say(page, init.method === 'POST' ? 'the form is sent' : `${byteLength} bytes are read`);
  }

  #say(name: string, said: string): void {
    console.log(`  ${name.padEnd(34)} ${said}`.trimEnd());
  }
}

/** Element 1 of the two-element array that create methods answer with: the record (C6). */
export function created(details: unknown): Record<string, string> {
  const [, [record]] = details as [boolean, [Record<string, string>]];
  return record;
}

/** The first record of the list under this key of an answer. */
export function firstOf(list: unknown): Record<string, string> {
  const [record] = list as Record<string, string>[];
  if (record === undefined) throw new Refused('an answer has an empty list');
  return record;
}
