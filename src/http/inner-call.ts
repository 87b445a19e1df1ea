import type { Logger } from 'pino';
import type { Client } from './client.ts';
import { idempotencyOf } from './idempotency.ts';
import type { Call, Method } from './method.ts';

export interface InnerCallParts {
  readonly method: Method;
  readonly client: Client;
  /** As the method's parameters read them. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly ip: string;
  readonly requestId: string;
  readonly logger: Logger;
  /** Names of the call in its log lines; requestId and method when absent. */
  readonly logged?: object;
  /** A good one; undefined: none was sent. Ignored where the method honours none. */
  readonly idempotencyKey?: string | undefined;
  /** At once when absent. */
  readonly inTurn?: Call['inTurn'];
}

/** A call that no HTTP request brought: it came over the stream, from a second operator, or from the service itself. */
export function innerCall(parts: InnerCallParts): Call {
  const { method, client, values, ip, requestId, logger, idempotencyKey, inTurn = atOnce } = parts;
  return {
    client,
    values,
    methodName: method.name,
    ip,
    requestId,
    get log() {
      return logger.child(parts.logged ?? { requestId, method: method.name });
    },
    idempotency:
      idempotencyKey === undefined || !method.idempotent
        ? undefined
        : idempotencyOf(idempotencyKey, method.name, values),
    inTurn,
  };
}

function atOnce(): undefined {}

/** The method of this name on the v3 host; throws where there is none. */
export function methodNamed(methods: readonly Method[], name: string): Method {
  const method = methods.find((one) => one.name === name && one.host !== 'legacy');
  if (method === undefined) throw new Error(`there is no method ${name}`);
  return method;
}
