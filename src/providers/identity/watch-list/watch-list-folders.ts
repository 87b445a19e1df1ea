import { readSdnFolder } from './sdn-files.ts';
import { WatchList } from './watch-list.ts';

export interface LoadedList {
  readonly list: WatchList;
  /** Microseconds since 1970 UTC. */
  readonly loadedAt: number;
}

/** The watch list in use, read from its folders at the start and whenever the operator says so. */
export class WatchListFolders {
  readonly #folders: readonly string[];
  readonly #nowUs: () => number;
  #loaded: LoadedList | undefined;
  #loading: Promise<LoadedList> | undefined;

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
   * use. Concurrent calls share one read.
   */
  load(): Promise<LoadedList> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<LoadedList> {
    const entries = [];
    for (const folder of this.#folders) {
      for (const entry of await readSdnFolder(folder)) entries.push(entry);
    }
    this.#loaded = { list: await WatchList.of(entries), loadedAt: this.#nowUs() };
    return this.#loaded;
  }
}
