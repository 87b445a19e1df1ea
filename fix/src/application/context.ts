/** What the parts of one session's application share. */
import { hash } from 'node:crypto';
import { type CallOptions, NoAnswer, type OpenAts, type Stream, type Timers } from '../client.ts';
import { fieldValue, type Message } from '../codec/index.ts';
import type { OutgoingMessage, SessionPort } from './api.ts';
import type { Securities } from './securities.ts';
import { TAG } from './tags.ts';
import { timeOf } from './values.ts';

/** From the first SendingTime of a message that may lead to a trade until it reaches the venue. */
const AGE_MAX_MS = 60_000;

export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface Context {
  readonly port: SessionPort;
  readonly ats: OpenAts;
  readonly stream: Stream;
  readonly securities: Securities;
  readonly memberId: string;
  readonly timers: Timers;
  readonly log: Log;
  /** True once the application is closed: calls fail, and their messages stay in the inbox. */
  readonly isClosed: () => boolean;
}

/** A message and its number in the inbox. */
export interface Received {
  readonly inboxId: number;
  readonly message: Message;
  /** Whether an earlier application was given the message, and may have sent it to the venue. */
  readonly isAgain: boolean;
}

/** Appends many messages without keeping the event loop for long; the last piece finishes the inbox entry. */
export async function appendInPieces(
  { port, timers, isClosed }: Context,
  { inboxId, each }: { readonly inboxId: number; readonly each: number },
  messages: Iterable<OutgoingMessage>,
): Promise<void> {
  let piece: OutgoingMessage[] = [];
  for (const message of messages) {
    piece.push(message);
    if (piece.length < each) continue;
    port.append(piece, { answers: inboxId });
    piece = [];
    await new Promise<void>((resolve) => timers.after(0, resolve));
    // The message is answered from the start after a restart.
    if (isClosed()) return;
  }
  port.append(piece, { inbox: [inboxId] });
}

/** Until when a message that may lead to a trade is sent to the venue: a possible duplicate is as old as the first. */
export function goodUntilOf({ timers }: Context, message: Message): Date {
  const sentMs = timeOf(fieldValue(message, TAG.OrigSendingTime) ?? fieldValue(message, TAG.SendingTime) ?? '');
  return new Date((Number.isNaN(sentMs) ? timers.dateMs() : sentMs) + AGE_MAX_MS);
}

/**
 * Begins a call that may lead to a trade in time, or rejects with NeverSent; from then on asks until the outcome is
 * known.
 */
export async function begunInTime<T>(
  context: Context,
  { message, isAgain }: Received,
  call: (options: Pick<CallOptions, 'goodUntil'>) => Promise<T>,
): Promise<T> {
  if (!isAgain) {
    try {
      return await call({ goodUntil: goodUntilOf(context, message) });
    } catch (error) {
      if (!isUnknown(error) || context.isClosed()) throw error;
    }
  }
  return untilAnswered(context, () => call({}));
}

function isUnknown(error: unknown): boolean {
  return error instanceof NoAnswer && error.mayBeDone;
}

/** Asks again, under the same idempotency key, until the outcome of a call is known: its event may come any time. */
export async function untilAnswered<T>({ isClosed }: Pick<Context, 'isClosed'>, call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnknown(error) || isClosed()) throw error;
    }
  }
}

/** The same for the same message after a restart, and of no other one. */
export function idempotencyKeyOf({ port }: Context, { inboxId, message }: Received, id: string): string {
  return hash('sha256', `${port.name}|${message.msgType}|${id}|${inboxId}`, 'base64url');
}
