/** A step that did not work, said for a person. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export type Fields = Readonly<Record<string, unknown>>;

/** The API as this program uses it: JSON both ways; anything but statusCode 101 ends the program with what was said. */
export class ApiSession {
  readonly #url: string;
  readonly #authorization: string;
  /** Calls that were accepted. */
  calls = 0;

  /** @param credentials client id and key, joined by a colon */
  constructor(url: string, credentials: string) {
    this.#url = url.replace(/\/+$/, '');
    this.#authorization = `Bearer ${credentials}`;
  }

  put(name: string, fields: Fields, said = ''): Promise<Fields> {
    return this.#call('PUT', name, fields, said);
  }

  post(name: string, fields: Fields, said = ''): Promise<Fields> {
    return this.#call('POST', name, fields, said);
  }

  /** Uploads one file with a title. */
  async upload(name: string, owner: Fields, title: string, file: File): Promise<void> {
    const form = new FormData();
    for (const [field, value] of Object.entries(owner)) form.append(field, String(value));
    form.append('documentTitle', `documentTitle0=${title}`);
    form.append('file_name', `filename0=${file.name}`);
    form.append('userfile0', file);
    await this.#answer(name, await this.#send('POST', name, { body: form }));
    this.#say(name, title);
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
        headers: { ...init.headers, authorization: this.#authorization },
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
    console.log(`  ${name.padEnd(22)} ${said}`.trimEnd());
  }
}

/** Element 1 of the two-element array that create methods answer with: the record (C6). */
export function created(details: unknown): Record<string, string> {
  const [, [record]] = details as [boolean, [Record<string, string>]];
  return record;
}
