/** Calls of the service to its own methods: the handler that a caller reaches, without the server in front of it. */
import type { Logger } from 'pino';
import { type SentFields, Validator } from '../../http/body/index.ts';
import {
  type Answer,
  type Client,
  idempotencyOf,
  innerCall,
  type Method,
  methodNamed,
} from '../../http/methods/index.ts';

export interface OwnCallsDeps {
  readonly methods: readonly Method[];
  /** In whose name the methods are called. */
  readonly client: Client;
  readonly log: Logger;
}

export class OwnCalls {
  readonly #deps: OwnCallsDeps;
  /** Made with the first call of a method: the ticking security calls the same few for as long as the program runs. */
  readonly #validators = new Map<Method, Validator>();

  constructor(deps: OwnCallsDeps) {
    this.#deps = deps;
  }

  /**
   * The fields of the answer. Values are checked as a caller's are. Throws what the handler throws.
   * @param key as of a header Idempotency-Key
   */
  async call(name: string, sent: SentFields, key?: string): Promise<NonNullable<Answer['fields']>> {
    const { methods, client, log } = this.#deps;
    const method = methodNamed(methods, name);
    const { values } = this.#validatorOf(method).read({ path: undefined, body: sent, query: undefined }, client);
    const answer = await method.handler(
      innerCall({
        ...{ method, client, values, ip: '127.0.0.1', requestId: 'sandbox', logger: log },
        idempotency: key === undefined ? undefined : idempotencyOf(key, name, values),
      }),
    );
    return answer.fields ?? {};
  }

  #validatorOf(method: Method): Validator {
    let validator = this.#validators.get(method);
    if (validator === undefined) {
      validator = new Validator(method);
      this.#validators.set(method, validator);
    }
    return validator;
  }
}
