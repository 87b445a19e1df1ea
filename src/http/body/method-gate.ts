import {
  ApiError,
  type Client,
  isIdempotencyKey,
  type Method,
  scopesGranting,
  scopesNeeded,
} from '../methods/index.ts';
import { malformedCall, type Reading, type Sources, Validator } from './validation.ts';

/** Whether a client may call a method by its own name: neither 111 nor 1403 answers it. */
export function mayCall(method: Method, { master, deniedMethods, scopes }: Client): boolean {
  if ((method.operator && !master) || deniedMethods.has(method.name)) return false;
  const granting = scopesNeeded(method).flatMap(scopesGranting);
  return granting.length === 0 || granting.some((one) => scopes.has(one));
}

/** The checks before every method: who may call it, and what may be sent to it. */
export class MethodGate {
  readonly method: Method;
  readonly #calledName: string;
  readonly #validator: Validator;
  readonly #scopes: readonly string[];

  /** @param calledName the method's own name or an alias */
  constructor(method: Method, calledName: string = method.name) {
    this.method = method;
    this.#calledName = calledName;
    this.#validator = new Validator(method);
    this.#scopes = scopesNeeded(method).flatMap(scopesGranting);
  }

  /** Throws 111 or 1403. */
  authorise(client: Client): void {
    const { name, operator, style } = this.method;
    const denied = client.deniedMethods;
    const isDenied = denied.size > 0 && (denied.has(name) || denied.has(this.#calledName));
    if ((operator && !client.master) || isDenied) {
      throw new ApiError(111, undefined, style === 'resource' ? { http: 403 } : {});
    }
    if (this.#scopes.length > 0 && !this.#scopes.some((scope) => client.scopes.has(scope))) {
      const detail = `the key needs the scope ${scopesNeeded(this.method).join(' or ')}`;
      throw new ApiError(1403, style === 'resource' ? undefined : detail);
    }
  }

  /**
   * The values of the call, its key being well-formed where the method honours one. Throws 110, 106 or 1400 naming
   * every field that is denied, missing, malformed or not known.
   */
  read(sources: Sources, client: Client, idempotencyKey: unknown): Reading {
    return this.#withKey(this.#validator.read(sources, client), idempotencyKey);
  }

  /** The same for long values, in turns. */
  async readInTurns(sources: Sources, client: Client, idempotencyKey: unknown): Promise<Reading> {
    return this.#withKey(await this.#validator.readInTurns(sources, client), idempotencyKey);
  }

  #withKey(reading: Reading, idempotencyKey: unknown): Reading {
    if (this.method.idempotent && idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) {
      const reason = 'must be 1 to 200 visible ASCII characters';
      throw malformedCall(this.method.style ?? 'method', 'Idempotency-Key', reason);
    }
    return reading;
  }
}
