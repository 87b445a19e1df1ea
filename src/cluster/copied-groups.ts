import type { CommandSeq, Group, GroupSource, JournalPosition } from '../exchange/journal/index.ts';
import type { DurableMark } from './durable-mark.ts';
import type { LocalCopy } from './postgres-journal.ts';

/**
 * Writes each group into the files of this node before it hands it out. A group is appended only after the one before
 * was known to be durable: that one is marked (J17).
 */
export class CopiedGroups implements GroupSource {
  readonly #source: GroupSource;
  readonly #copy: LocalCopy;
  readonly #mark: DurableMark;

  constructor(source: GroupSource, copy: LocalCopy, mark: DurableMark) {
    this.#source = source;
    this.#copy = copy;
    this.#mark = mark;
  }

  get position(): JournalPosition {
    return this.#source.position;
  }

  async next(durable: CommandSeq): Promise<Group | undefined> {
    const before = this.#source.position;
    const group = await this.#source.next(durable);
    if (group === undefined) return undefined;
    // Before the copy: where a full disk refuses the mark, the files end with what the venue has.
    this.#mark.advance(before);
    this.#copy.copy(group);
    return group;
  }
}
