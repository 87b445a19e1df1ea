/** What a route answers in place of its method: refusals of strangers, and faults that a client asked for. */
import type { FastifyReply } from 'fastify';
import {
  type Answer,
  ApiError,
  type CallFault,
  FAULT_HEADER,
  performWith,
  RefusalWithHeaders,
} from '../methods/index.ts';

/** Too many wrong credentials came from the address (C21). */
export function lockedOut(secondsToWait: number): RefusalWithHeaders {
  return new RefusalWithHeaders(429, { 'retry-after': String(secondsToWait) });
}

/** A long body is read from known callers alone. */
export function tooLargeForStranger(bytesMax: number): ApiError {
  return new ApiError(413, `a body of more than ${bytesMax} bytes needs the credentials in the header Authorization`);
}

/** Performs a call as its fault wants it, and marks the answer (Z12). */
export function performFaulty(
  fault: CallFault,
  reply: FastifyReply,
  perform: () => Answer | Promise<Answer>,
): Promise<Answer> {
  reply.header(FAULT_HEADER, fault.mark);
  return performWith(fault, perform, () => void reply.request.raw.socket.destroy());
}
