/** A step that did not work, said for a person. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export type Fields = Readonly<Record<string, unknown>>;

/** The API as this program uses it: JSON both ways; anything but statusCode 101 ends the program with what was said. */
export class ApiSession {
  readonly #url: string;
  /** The header of each call. */
  readonly authorization: string;
  /** Whose key it is. */
  readonly clientId: string;
  /** Calls that were accepted. */
  calls = 0;

  /** @param credentials client id and key, joined by a colon */
  constructor(url: string, credentials: string) {
    this.#url = url.replace(/\/+$/, '');
    this.authorization = `Bearer ${credentials}`;
    this.clientId = credentials.slice(0, credentials.indexOf(':'));
  }

  /** The same API with another key. */
  as(credentials: string): ApiSession {
    return new ApiSession(this.#url, credentials);
  }

  get url(): string {
    return this.#url;
  }

  get streamUrl(): string {
    return `${this.#url.replace(/^http/, 'ws')}/v3/stream`;
  }

  /** Reads a resource; says nothing. */
  async get(path: string, signal?: AbortSignal): Promise<Fields> {
    const headers = { authorization: this.authorization };
    const response = await fetch(`${this.#url}/v3/${path}`, { headers, ...(signal === undefined ? {} : { signal }) });
    return this.#answer(path, response);
  }

  /** What must be refused: says why it was, and ends the program where it was not. */
  async refused(name: string, fields: Fields, said: string): Promise<void> {
    const { statusCode, statusDesc, reasonCode, 'Error(s)': errors } = await this.answerTo(name, fields);
    if (statusCode === '101') throw new Refused(`${name} (${said}) was not refused`);
    this.#say(name, `${said}: ${statusCode}, ${reasonCode ?? statusDesc}`);
    if (errors !== undefined) console.log(`    ${errors}`);
  }

  /** Whatever is answered; says nothing. */
  async answerTo(name: string, fields: Fields): Promise<Fields> {
    const body = JSON.stringify(fields);
    const response = await this.#send('POST', name, { body, headers: { 'content-type': 'application/json' } });
    this.calls++;
    return (await response.json()) as Fields;
  }

  put(name: string, fields: Fields, said = ''): Promise<Fields> {
    return this.#call('PUT', name, fields, said);
  }

  post(name: string, fields: Fields, said = ''): Promise<Fields> {
    return this.#call('POST', name, fields, said);
  }

  /** Uploads one file with a title, as methods take it that take several. */
  upload(name: string, owner: Fields, title: string, file: File): Promise<Fields> {
    const numbered = { documentTitle: `documentTitle0=${title}`, file_name: `filename0=${file.name}` };
    return this.send(name, { ...owner, ...numbered }, file, title);
  }

  /** Sends a form with one file. */
  async send(name: string, fields: Fields, file: File, said = ''): Promise<Fields> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    form.append('userfile0', file);
    const answer = await this.#answer(name, await this.#send('POST', name, { body: form }));
    this.#say(name, said);
    return answer;
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

  async #call(verb: string, name: string, fields: Fields, said: string): Promise<Fields> {
    const body = JSON.stringify(fields);
    const response = await this.#send(verb, name, { body, headers: { 'content-type': 'application/json' } });
    const answer = await this.#answer(name, response);
    this.#say(name, said);
    return answer;
  }

  async #send(verb: string, name: string, init: { body: string | FormData; headers?: Record<string, string> }) {
    try {
      return await fetch(`${this.#url}/v3/${name}`, {
        ...init,
        method: verb,
        headers: { ...init.headers, authorization: this.authorization },
      });
    } catch {
      throw new Refused(`${this.#url} does not answer; start the sandbox with npm start, or name it with --url`);
    }
  }

  async #answer(name: string, response: Response): Promise<Fields> {
    const answer = (await response.json()) as Fields;
    if (answer.statusCode !== '101') throw new Refused(`${name} was refused: ${JSON.stringify(answer)}`);
    this.calls++;
    return answer;
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
