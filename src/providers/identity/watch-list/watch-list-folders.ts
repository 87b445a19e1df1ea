import type { ListReport } from './entries.ts';
import { readFolders } from './list-thread.ts';
import { WatchList } from './watch-list.ts';

export interface LoadedList {
  readonly list: WatchList;
  /** Microseconds since 1970 UTC. */
  readonly loadedAt: number;
  /** Of each list that was read. */
  readonly reports: readonly ListReport[];
  /** Another one says that the entries of a list have changed. */
  readonly digest: string;
}

/** The watch lists in use, read from their folders at the start and whenever the operator says so. */
export class WatchListFolders {
  readonly #folders: readonly string[];
  readonly #nowUs: () => number;
  #loaded: LoadedList | undefined;
  #loading: Promise<LoadedList> | undefined;
  /** The load that begins when this one ends. */
  #next: Promise<LoadedList> | undefined;

  /** `nowUs` gives microseconds since 1970 UTC. Without folders there is no list. */
  constructor(options: { readonly folders: readonly string[]; readonly nowUs: () => number }) {
    this.#folders = options.folders;
    this.#nowUs = options.nowUs;
  }

  /** Undefined before the first load. */
  get loaded(): LoadedList | undefined {
    return this.#loaded;
  }

  get hasFolders(): boolean {
    return this.#folders.length > 0;
  }

  /**
   * Reads all folders again and then uses the new lists together. Rejects with UnreadableList and keeps the lists in
   * use. Calls during a load share the next one: the files may have changed since this one read them.
   */
  load(): Promise<LoadedList> {
    if (this.#loading === undefined) return this.#begin();
    this.#next ??= this.#loading
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<LoadedList> {
    this.#loading = this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<LoadedList> {
    const { entries, reports, digest } = await readFolders(this.#folders);
    this.#loaded = { list: await WatchList.of(entries), loadedAt: this.#nowUs(), reports, digest };
    return this.#loaded;
  }
}
