/** Calls of the service to its own methods: the handler that a caller reaches, without the server in front of it. */
import type { Logger } from 'pino';
import type { Client } from '../http/client.ts';
import type { Answer, Method } from '../http/method.ts';
import { type SentFields, Validator } from '../http/validation.ts';

export interface OwnCallsOptions {
  readonly methods: readonly Method[];
  /** In whose name the methods are called. */
  readonly client: Client;
  readonly log: Logger;
}

export class OwnCalls {
  readonly #options: OwnCallsOptions;

  constructor(options: OwnCallsOptions) {
    this.#options = options;
  }

  /**
   * The fields of the answer. Values are checked as a caller's are; sends no webhook. Throws what the handler throws.
   */
  async call(name: string, sent: SentFields): Promise<NonNullable<Answer['fields']>> {
    const { methods, client, log } = this.#options;
    const method = methods.find((one) => one.name === name && one.host !== 'legacy');
    if (method === undefined) throw new Error(`there is no method ${name}`);
    const values = new Validator(method).read({ path: undefined, body: sent, query: undefined }, client);
    const answer = await method.handler({
      client,
      values,
      methodName: name,
      ip: '127.0.0.1',
      requestId: 'sandbox',
      log,
      idempotency: undefined,
      inTurn: () => undefined,
    });
    return answer.fields ?? {};
  }
}
