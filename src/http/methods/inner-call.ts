import type { Logger } from 'pino';
import type { Client } from './client.ts';
import type { Call, Method } from './method.ts';
import type { PipelineSlot } from './pipeline.ts';

export interface InnerCallDeps {
  readonly method: Method;
  readonly client: Client;
  /** As the method's parameters read them. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly ip: string;
  readonly requestId: string;
  readonly sentRequestId?: string | undefined;
  readonly logger: Logger;
  /** Names of the call in its log lines; requestId and method when absent. */
  readonly logged?: object;
  /** undefined: no key was sent, or the method honours none. */
  readonly idempotency?: Call['idempotency'];
  /** At once when absent. */
  readonly slot?: Pick<PipelineSlot, 'granted' | 'submitted'>;
}

/** A call that no HTTP request brought: it came over the stream, from a second operator, or from the service itself. */
export function innerCall(deps: InnerCallDeps): Call {
  return new InnerCall(deps);
}

/** The same call with other values. Its Idempotency-Key stands for what the caller sent. */
export function withValues(call: Call, values: Call['values']): Call {
  return {
    client: call.client,
    values,
    methodName: call.methodName,
    ip: call.ip,
    requestId: call.requestId,
    sentRequestId: call.sentRequestId,
    idempotency: call.idempotency,
    get log() {
      return call.log;
    },
    inTurn: () => call.inTurn(),
    submitted: () => call.submitted?.(),
  };
}

class InnerCall implements Call {
  readonly client: Client;
  readonly values: Readonly<Record<string, unknown>>;
  readonly methodName: string;
  readonly ip: string;
  readonly requestId: string;
  readonly sentRequestId: string | undefined;
  readonly idempotency: Call['idempotency'];
  readonly #slot: InnerCallDeps['slot'];
  readonly #logger: Logger;
  readonly #logged: object | undefined;

  constructor(deps: InnerCallDeps) {
    this.client = deps.client;
    this.values = deps.values;
    this.methodName = deps.method.name;
    this.ip = deps.ip;
    this.requestId = deps.requestId;
    this.sentRequestId = deps.sentRequestId;
    this.idempotency = deps.idempotency;
    this.#slot = deps.slot;
    this.#logger = deps.logger;
    this.#logged = deps.logged;
  }

  inTurn(): Promise<void> | undefined {
    return this.#slot?.granted();
  }

  submitted(): void {
    this.#slot?.submitted();
  }

  get log(): Logger {
    return this.#logger.child(this.#logged ?? { requestId: this.requestId, method: this.methodName });
  }
}

/** The method of this name on the v3 host; throws if it does not exist. */
export function methodNamed(methods: readonly Method[], name: string): Method {
  const method = methods.find((one) => one.name === name && one.host !== 'legacy');
  if (method === undefined) throw new Error(`there is no method ${name}`);
  return method;
}
