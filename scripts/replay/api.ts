import { OK } from './desk.ts';
import { ReplayFailure } from './failure.ts';
import type { HttpReply, OrderedConnection } from './ordered-connection.ts';

/** Codes that say that no call will succeed: credentials, permissions, a wrong address. */
const HOPELESS: ReadonlySet<number> = new Set([102, 103, 104, 105, 111]);

export function codeOf({ fields }: HttpReply): number {
  return Number(fields.statusCode);
}

/** Throws ReplayFailure when the server will not take the replay's calls at all. */
export function checkCallable(method: string, reply: HttpReply): void {
  const code = codeOf(reply);
  if (!Number.isInteger(code) || HOPELESS.has(code)) throw refusedCall(method, reply);
}

function refusedCall(method: string, { httpStatus, fields }: HttpReply): ReplayFailure {
  const detail = fields['Error(s)'] === undefined ? '' : ` (${String(fields['Error(s)'])})`;
  return new ReplayFailure(
    `${method}: HTTP ${httpStatus}, ${String(fields.statusCode)} ${String(fields.statusDesc)}${detail}`,
  );
}

/** Calls of the API, by one client, that must succeed. */
export class Api {
  readonly #connection: OrderedConnection;
  readonly #authorization: string;

  constructor(connection: OrderedConnection, authorization: string) {
    this.#connection = connection;
    this.#authorization = authorization;
  }

  /** The fields of the answer. Throws ReplayFailure when the call is refused. */
  async call(verb: 'POST' | 'PUT', method: string, fields: object): Promise<Readonly<Record<string, unknown>>> {
    const body = JSON.stringify(fields);
    const authorization = this.#authorization;
    const reply = await this.#connection.call({ verb, path: `/v3/${method}`, body, authorization });
    if (codeOf(reply) !== OK) throw refusedCall(method, reply);
    return reply.fields;
  }

  /** Makes a call for each item, as many at a time as the connection takes, and gives the answers in their order. */
  async callForEach<Item>(
    method: string,
    items: readonly Item[],
    fieldsOf: (item: Item) => object,
  ): Promise<Readonly<Record<string, unknown>>[]> {
    const answers: Promise<Readonly<Record<string, unknown>>>[] = [];
    for (const item of items) {
      await this.#connection.room();
      const answer = this.call('POST', method, fieldsOf(item));
      // Whoever waits for them all hears of it.
      answer.catch(() => {});
      answers.push(answer);
    }
    return await Promise.all(answers);
  }
}
