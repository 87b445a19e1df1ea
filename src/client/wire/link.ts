import type { Message } from './messages.ts';

/** What a channel has of the stream. */
export interface Link {
  /**
   * On the open connection. Rejects with StreamRefusal, or with ConnectionLost: then the channel is opened again.
   * onAnswer runs before the next message is read; the promise may settle later.
   */
  ask(message: object, onAnswer?: (answer: Message) => void): Promise<Message>;
  /** There is something to ask: connects when there is no connection. */
  wake(): void;
  readonly isOpen: boolean;
  /** Runs later, unless the stream is closed by then. */
  after(ms: number, run: () => void): void;
}

/** A channel of the stream: gets the begin and end of connections, and every message of its name. */
export interface Channel {
  /** Whether there is anything to subscribe to. */
  readonly isUsed: boolean;
  opened(): void;
  cut(): void;
  received(message: Message): void;
  /** Everything up to the event of a cursor has been sent (S37). */
  caughtUp?(seq: number, cursor: string): void;
  /** The stream ends for good; undefined: its user closed it. */
  ended(error: Error | undefined): void;
}

/**
 * The name of a subscription that differs from the usual one of its channel (S43), made from what differs: all who
 * choose the same share their messages. undefined: the usual one.
 */
export function subscriptionNameOf(
  differing: Readonly<Record<string, string | number | undefined>>,
): string | undefined {
  const named = Object.entries(differing).filter(([, value]) => value !== undefined);
  return named.length === 0 ? undefined : named.map(([name, value]) => `${name}-${value}`).join('.');
}

/** Refusals that another try may not get. */
const PASSING: ReadonlySet<string> = new Set(['venue-unavailable', 'internal-error', 'stopping']);

export const AGAIN_MS = 500;

export function isPassing(code: string): boolean {
  return PASSING.has(code);
}

/** Ids in one message: below 64 KiB with after, and what a resume may name at most (S16). */
export const IDS_PER_MESSAGE = 200;

export function chunksOf<T>(items: readonly T[], size = IDS_PER_MESSAGE): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
