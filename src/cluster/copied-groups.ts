import type { Group } from '../exchange/journal/format.ts';
import type { GroupSource } from '../exchange/journal/journal.ts';
import type { JournalPosition } from '../exchange/journal/reader.ts';
import type { LocalCopy } from './postgres-journal.ts';

/** Writes each group into the files of this node before it hands it out. */
export class CopiedGroups implements GroupSource {
  readonly #source: GroupSource;
  readonly #copy: LocalCopy;

  constructor(source: GroupSource, copy: LocalCopy) {
    this.#source = source;
    this.#copy = copy;
  }

  get position(): JournalPosition {
    return this.#source.position;
  }

  async next(durable: number): Promise<Group | undefined> {
    const group = await this.#source.next(durable);
    if (group !== undefined) this.#copy.copy(group);
    return group;
  }
}
