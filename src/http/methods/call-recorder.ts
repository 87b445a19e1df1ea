/** Calls with their answers, for clients of the sandbox that record a session (Z13). */
import type { Client } from './client.ts';
import type { Method } from './method.ts';

export interface AnsweredCall {
  readonly client: Client;
  readonly method: Pick<Method, 'name' | 'group'>;
  readonly verb: string;
  /** With the query, as it was sent. */
  readonly path: string;
  /** Undefined: it had files, or no fields that can be read. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  /** As of the header. */
  readonly idempotencyKey: string | undefined;
  /** Text of JSON. */
  readonly answer: string;
}

export interface CallRecorder {
  /** False while no client records: nothing else is done then. */
  readonly isOn: boolean;
  /** Whether a call of this client is taken; of others nothing is read. */
  records(client: Client): boolean;
  take(call: AnsweredCall): void;
}
