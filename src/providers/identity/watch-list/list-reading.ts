/** What the readers of all lists share: entries under way, and records that were left out. */
import { type ListedEntry, type ListFault, type ListReport, UnreadableList } from './entries.ts';
import { type Draft, entryOf, newDraft } from './entry-parts.ts';

/** Far above the lists of today (some 20,000): a wrong file must not fill the memory. */
const ENTRIES_MAX = 500_000;
const FAULTS_SHOWN = 20;
/** More faults than these, and than this share of all records: the file is not what it should be. */
const FAULTS_MIN = 10;
const FAULT_SHARE_MAX = 0.1;

/** One list while its files are read. */
export class ListReading {
  readonly list: string;
  published: string | null = null;
  readonly #files: string[] = [];
  readonly #drafts = new Map<string, Draft>();
  readonly #faults: ListFault[] = [];
  #faultCount = 0;
  #records = 0;

  constructor(list: string) {
    this.list = list;
  }

  addFile(file: string): void {
    this.#files.push(file);
  }

  /** The entry of an id, which the first of its records opens. Throws UnreadableList where there are too many. */
  draft(uid: string, type: string): Draft {
    const known = this.#drafts.get(uid);
    if (known !== undefined) return known;
    const draft = newDraft(this.list, uid, type);
    this.#drafts.set(uid, draft);
    if (this.#drafts.size > ENTRIES_MAX) throw new UnreadableList(`${this.list} has more than ${ENTRIES_MAX} entries`);
    return draft;
  }

  find(uid: string): Draft | undefined {
    return this.#drafts.get(uid);
  }

  /** A record was read. */
  count(): void {
    this.#records += 1;
  }

  /** A record cannot be read and is left out. */
  fault(file: string, record: number, reason: string): void {
    this.#faultCount += 1;
    if (this.#faults.length < FAULTS_SHOWN) this.#faults.push({ file, record, reason });
  }

  /** Throws UnreadableList, which names the first fault, where no entry or too little of the list could be read. */
  end(): { readonly entries: readonly ListedEntry[]; readonly report: ListReport } {
    const entries: ListedEntry[] = [];
    for (const draft of this.#drafts.values()) {
      const entry = entryOf(draft);
      if (entry === undefined) this.fault(this.#files[0] ?? '', 0, `entry ${draft.uid} has no name`);
      else entries.push(entry);
    }
    const { list } = this;
    const [first] = this.#faults;
    const said = first === undefined ? '' : `: ${first.file}, record ${first.record}: ${first.reason}`;
    if (entries.length === 0) throw new UnreadableList(`${this.#files.join(', ')} (${list}) has no entries${said}`);
    const records = this.#records + this.#faultCount;
    if (this.#faultCount > FAULTS_MIN && this.#faultCount > records * FAULT_SHARE_MAX) {
      throw new UnreadableList(`${this.#faultCount} of ${records} records of ${list} cannot be read${said}`);
    }
    const { published } = this;
    const [faultCount, faults] = [this.#faultCount, this.#faults];
    return { entries, report: { list, files: this.#files, published, entries: entries.length, faultCount, faults } };
  }
}
