/** The state of the connection to the stream: the page is live while it is open. */
import type { OpenAts, Stream } from '../client/index.ts';
import { Topic } from './topic.ts';

/** refused: the key may not stream, which trying again does not mend. */
export type LinkStatus = 'connecting' | 'live' | 'waiting' | 'refused' | 'closed';

/** A heartbeat comes after each silent second (S13); a connection that misses three of them is given up. */
const SILENCE_MS = 3500;
const STATUS = {
  idle: 'connecting',
  connecting: 'connecting',
  open: 'live',
  waiting: 'waiting',
  closed: 'refused',
} as const;

export class StreamLink {
  readonly stream: Stream;
  readonly changed = new Topic();
  #status: LinkStatus = 'connecting';
  #reason = '';
  #leftAt = 0;

  constructor(ats: OpenAts) {
    this.stream = ats.stream({ connection: { silenceMs: SILENCE_MS }, backoff: { capMs: 5000 } });
    this.stream.onState(({ state, reason = '' }) => {
      if (this.#status === 'live' && state !== 'open') this.#leftAt = Date.now();
      // From try to try it stays what it is to the reader: not connected.
      const isTrying = state === 'connecting' && this.#leftAt > 0;
      this.#become(isTrying ? 'waiting' : STATUS[state], reason);
    });
  }

  get status(): LinkStatus {
    return this.#status;
  }

  /** Why it ended, in words; empty when there is nothing to say. */
  get reason(): string {
    return this.#reason;
  }

  /** When it was live last, milliseconds since 1970; 0: never. */
  get leftAt(): number {
    return this.#leftAt;
  }

  close(): void {
    this.#become('closed', '');
    this.stream.close();
  }

  #become(status: LinkStatus, reason: string): void {
    if (this.#status === 'closed') return;
    if (reason !== '') this.#reason = reason;
    if (this.#status === status) return;
    this.#status = status;
    this.changed.changed();
  }
}
