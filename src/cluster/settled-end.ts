import type { CommandSeq } from '../exchange/journal/index.ts';

interface Reader {
  /** The last command that must be in the copy: where the journal ended, or what the leader had acknowledged. */
  sequence: CommandSeq;
  readonly resolve: () => void;
}

/**
 * What a standby knows of the end of the journal. It applies what no fail-over of the database can lose (J15): what
 * the leader has acknowledged, and without a link to the leader what was visible before an own commit. It answers reads
 * from a copy that the leader has reached too (J22): a read of the leader itself must not show less afterwards. A
 * journal that was restored from a copy may lack what the leader acknowledged before (J17): such reads are not
 * answered.
 */
export class SettledEnd {
  #settled: CommandSeq = 0;
  /** By the leader that the link is open to; undefined: it is open to nobody. */
  #acknowledged: CommandSeq | undefined;
  /** What it had acknowledged when the link opened: that may have been before a reader asked. */
  #openedAt: CommandSeq = 0;
  /** In the order of their questions. */
  #readers: Reader[] = [];

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
