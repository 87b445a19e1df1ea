/** Faults that a client of the sandbox asked for in answers to its calls (Z10). */
import type { Client } from './client.ts';
import type { Answer, Method } from './method.ts';
import type { ApiError } from './status-codes.ts';

/** On each answer and webhook that a fault has touched: its kind and its id. */
export const FAULT_HEADER = 'x-sandbox-fault';

export interface CallFault {
  /** The value of the header. */
  readonly mark: string;
  /** Resolves when the delay is over, before anything else is done; undefined: no delay is set. */
  readonly delay: Promise<void> | undefined;
  /** Answered in place of the method, which does nothing. */
  readonly refusal: ApiError | undefined;
  /** The method does its work, and the connection is cut in place of the answer. */
  readonly dropsAnswer: boolean;
}

export interface CallFaults {
  /** False while no client has a fault: nothing else is asked then. */
  readonly isSet: boolean;
  /** The fault of this call, which counts as one of its times; undefined: it has none. */
  ofCall(client: Client, method: Method): CallFault | undefined;
}

/** Performs a call as its fault wants it. @param cut ends the connection in place of the answer */
export async function performWith(
  { delay, refusal, dropsAnswer }: CallFault,
  perform: () => Answer | Promise<Answer>,
  cut: () => void,
): Promise<Answer> {
  await delay;
  if (refusal !== undefined) throw refusal;
  try {
    return await perform();
  } finally {
    if (dropsAnswer) cut();
  }
}
