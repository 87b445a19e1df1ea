import type { CommandSeq } from '../exchange/journal/index.ts';
import type { Timers } from '../time/timers.ts';

interface Reader {
  /** The last command that must be in the copy: where the journal ended, or what the leader had acknowledged. */
  sequence: CommandSeq;
  readonly resolve: () => void;
}

/**
 * What a standby knows of the end of the journal. It applies what no fail-over of the database can lose (J15): the
 * leader has acknowledged it, or an own commit waited after it was visible. It answers reads from a copy that the
 * leader has reached too (J22): a read of the leader itself must not show less afterwards. A journal that was restored
 * from a copy may lack what the leader acknowledged before (J17): such reads are not answered.
 */
export class SettledEnd {
  readonly #timers: Pick<Timers, 'after'>;
  #settled: CommandSeq = 0;
  /** By the leader that the link is open to; undefined: it is open to nobody. */
  #acknowledged: CommandSeq | undefined;
  /** What it had acknowledged when the link opened: that may have been before a reader asked. */
  #openedAt: CommandSeq = 0;
  #waitsFor: CommandSeq = 0;
  #reached: () => void = () => {};
  /** In the order of their questions. */
  #readers: Reader[] = [];

  constructor(timers: Pick<Timers, 'after'>) {
    this.#timers = timers;
  }

  /** What may be applied. */
  get sequence(): CommandSeq {
    return this.#settled;
  }

  /** What the leader has acknowledged, as far as this node knows; 0: no link is open. */
  get acknowledgedSequence(): CommandSeq {
    return this.#acknowledged ?? 0;
  }

  get isLinked(): boolean {
    return this.#acknowledged !== undefined;
  }

  /** What was settled before may have been given up by an operator (J18). */
  reset(): void {
    this.#settled = this.#acknowledged ?? 0;
  }

  /** An own commit waited after this command was visible. */
  note(sequence: CommandSeq): void {
    this.#settled = Math.max(this.#settled, sequence);
    if (this.#settled >= this.#waitsFor) this.#reached();
  }

  /** The leader has acknowledged this command; undefined: the link to it is closed. */
  acknowledged(sequence: CommandSeq | undefined): void {
    if (sequence !== undefined && !this.isLinked) {
      this.#openedAt = sequence;
      for (const reader of this.#readers) reader.sequence = Math.max(reader.sequence, sequence);
    }
    this.#acknowledged = sequence && Math.max(this.#acknowledged ?? 0, sequence);
    if (sequence !== undefined) this.note(sequence);
  }

  /** Resolves when it is known to be that far, or after a while. One waits at a time. */
  async waitFor(sequence: CommandSeq, msMax: number): Promise<void> {
    if (this.#settled >= sequence) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waitsFor = sequence;
    this.#reached = resolve;
    const cancel = this.#timers.after(msMax, resolve);
    await promise;
    cancel();
  }

  addReader({ sequence, resolve }: Reader): void {
    this.#readers.push({ sequence: Math.max(sequence, this.#openedAt), resolve });
  }

  /** @param position what the own copy has */
  resolveReaders(position: CommandSeq): void {
    if ((this.#acknowledged ?? -1) < position) return;
    const end = this.#readers.findIndex(({ sequence }) => sequence > position);
    for (const { resolve } of this.#readers.splice(0, end < 0 ? this.#readers.length : end)) resolve();
  }
}
