import type { Socket } from 'node:net';
import { type CompIds, type Numbered, resendOf, wireBytes } from '../session/index.ts';
import type { StoredMessage } from '../store/index.ts';

export interface SenderDeps {
  readonly compIds: CompIds;
  /** Reads stored messages. */
  readonly read: (range: { readonly from: number; readonly to: number; readonly limit: number }) => StoredMessage[];
  /** That many messages were given to the socket; they stand for these numbers. */
  readonly onGiven: (numbers: readonly Range[], count: number) => void;
  /** The peer must read before more is written. */
  readonly onBlocked: () => void;
  readonly now: () => number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Stored messages that are written before other work gets its turn. */
const PAGE = 100;
/** Messages of the session layer that wait for a slow peer; it gets a gap fill in place of more. */
const MOST_HELD = 1000;
const MOST_RESENDS = 4;

interface Job {
  from: number;
  to: number;
}

/**
 * Writes one session's messages to one socket in the order of their numbers. When the peer reads too slowly, nothing is
 * kept in memory: what was not written is read from the store once the socket takes more.
 */
export class Sender {
  readonly #socket: Socket;
  readonly #deps: SenderDeps;
  /** Resends that the peer asked for. */
  #resends: Job[] = [];
  /** The highest number that was written, and the highest one that was to be written. */
  #written = 0;
  #last = 0;
  #held: Numbered[] = [];
  /** Messages of this turn, and the numbers that they stand for. */
  #unwritten: Buffer[] = [];
  #unwrittenNumbers: Job[] = [];
  #isScheduled = false;
  #isEnding = false;
  /** The connection was ended after everything had been written. */
  isEnded = false;

  constructor(socket: Socket, deps: SenderDeps) {
    this.#socket = socket;
    this.#deps = deps;
    socket.on('drain', () => this.#pump());
  }

  /** Whether messages wait until the peer has read earlier ones. */
  get isLagging(): boolean {
    return this.#last > this.#written || this.#resends.length > 0;
  }

  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  /** Ends the connection once everything is written. */
  end(): void {
    this.#isEnding = true;
    process.nextTick(() => this.#endWhenDone());
  }

  /** The next message of the session. */
  write(message: Numbered, isStored: boolean): void {
    // Numbers before the first one of a connection are sent only when the peer asks for them.
    if (this.#last === 0) this.#written = message.seq - 1;
    const wasLagging = this.isLagging || this.#socket.writableNeedDrain;
    this.#last = message.seq;
    if (!wasLagging) {
      this.#send(message, undefined);
      this.#giving({ from: message.seq, to: message.seq });
      return;
    }
    if (!isStored && this.#held.length < MOST_HELD) this.#held.push(message);
    this.#schedule();
  }

  /** Sends numbers again. Those that were not written yet come by themselves. */
  resend(from: number, to: number): void {
    if (from > this.#written) return;
    const job = { from, to: Math.min(to, this.#written) };
    const last = this.#resends.at(-1);
    // A peer that asks without end gets one range that has all of them.
    if (last !== undefined && this.#resends.length >= MOST_RESENDS) {
      last.from = Math.min(last.from, job.from);
      last.to = Math.max(last.to, job.to);
    } else {
      this.#resends.push(job);
    }
    this.#schedule();
  }

  /** The numbers begin at 1 again. */
  reset(): void {
    this.#resends = [];
    this.#held = [];
    this.#unwrittenNumbers = [];
    this.#last = 0;
    this.#written = 0;
  }

  #send(message: Numbered, original: number | undefined): void {
    const now = this.#deps.now();
    if (this.#unwritten.length === 0) process.nextTick(() => this.#flush());
    this.#unwritten.push(wireBytes(this.#deps.compIds, message, original === undefined ? { now } : { now, original }));
  }

  /** What is written stands for these numbers. */
  #giving({ from, to }: Range): void {
    if (to > this.#written) this.#written = to;
    const last = this.#unwrittenNumbers.at(-1);
    if (last?.to === from - 1) last.to = to;
    else this.#unwrittenNumbers.push({ from, to });
  }

  /** All messages of a turn are one write. */
  #flush(): void {
    const [first, ...others] = this.#unwritten;
    const numbers = this.#unwrittenNumbers;
    this.#unwritten = [];
    this.#unwrittenNumbers = [];
    if (first === undefined || !this.#isOpen) return;
    this.#deps.onGiven(numbers, others.length + 1);
    if (!this.#socket.write(others.length === 0 ? first : Buffer.concat([first, ...others]))) this.#deps.onBlocked();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  /** Writes a page of pending messages: first those of resend requests, then new ones. */
  #pump(): void {
    if (!this.isLagging) this.#endWhenDone();
    if (this.#socket.writableNeedDrain || !this.#isOpen || !this.isLagging) return;
    const resend = this.#resends[0];
    if (resend !== undefined) {
      this.#page(resend, true);
      if (resend.from > resend.to) this.#resends.shift();
    } else {
      this.#page({ from: this.#written + 1, to: this.#last }, false);
    }
    this.#schedule();
  }

  #page(job: Job, isAgain: boolean): void {
    const { from, to } = job;
    const stored = this.#deps.read({ from, to, limit: PAGE });
    const isComplete = stored.length < PAGE;
    const end = isComplete ? to : (stored.at(-1)?.seq ?? to);
    const now = this.#deps.now();
    if (isAgain) {
      for (const message of resendOf(stored, { from, to, isComplete })) this.#send(message, sentAtOf(message) ?? now);
    } else {
      const waiting = this.#withHeld(stored, end);
      for (const message of resendOf(waiting, { from, to, isComplete })) this.#send(message, undefined);
    }
    this.#giving({ from, to: end });
    job.from = end + 1;
  }

  /** Whether the peer can still get what is written. */
  get #isOpen(): boolean {
    return this.#socket.writable && !this.#socket.readableEnded;
  }

  #endWhenDone(): void {
    if (!this.#isEnding || this.isLagging || this.#unwritten.length > 0 || this.isEnded) return;
    this.isEnded = true;
    this.#socket.end();
  }

  #withHeld(stored: readonly StoredMessage[], end: number): Numbered[] {
    const held = this.#held.filter(({ seq }) => seq <= end);
    this.#held = this.#held.filter(({ seq }) => seq > end);
    return [...stored, ...held].sort((a, b) => a.seq - b.seq);
  }
}

function sentAtOf(message: Numbered | StoredMessage): number | undefined {
  return 'sentAt' in message ? message.sentAt : undefined;
}
