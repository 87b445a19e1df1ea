import { randomInt } from 'node:crypto';
import { ProviderFailed, type ScreeningResult, type Subject, type WatchListMatch } from './identity-provider.ts';
import { isComparable, nameKindOf } from './watch-list/names.ts';
import type { WatchListFolders } from './watch-list/watch-list-folders.ts';

/** Matches that a response names. */
const MATCHES_SHOWN = 100;

/** Screens names against the watch lists that were loaded from files. */
export class ListScreening {
  readonly #lists: WatchListFolders;
  readonly #threshold: number;

  /** `threshold`: the score, 0 to 100, from which a name counts as a match. */
  constructor(options: { readonly lists: WatchListFolders; readonly threshold: number }) {
    this.#lists = options.lists;
    this.#threshold = options.threshold;
  }

  /**
   * Rejects with ProviderFailed when no list is loaded, and when nobody is found by a name that is not compared as a
   * whole: it must not look like a screening that found nobody.
   */
  async screen(subject: Subject): Promise<ScreeningResult> {
    const { loaded } = this.#lists;
    if (loaded === undefined) throw new ProviderFailed('no watch list is loaded');
    const found = await loaded.list.searchInTurns(subject, this.#threshold);
    if (found.length === 0 && !isComparable(subject.name, nameKindOf(subject.kind))) {
      throw new ProviderFailed('the name cannot be compared with watch lists: it has too many words, or only initials');
    }
    const searched = [...new Set(loaded.reports.map(({ list }) => list))].join(', ');
    const list = found[0]?.list ?? searched;
    const idNumber = newIdNumber();
    const matches = found.slice(0, MATCHES_SHOWN);
    return { list, matches, idNumber, response: responseOf(idNumber, matches, found.length) };
  }
}

/** Twelve digits. */
export function newIdNumber(): string {
  return String(randomInt(100_000_000_000, 200_000_000_000));
}

function responseOf(
  idNumber: string,
  matches: readonly WatchListMatch[],
  count: number,
): Readonly<Record<string, unknown>> {
  const [best] = matches;
  const clear = { 'id-number': idNumber, 'summary-result': { key: 'id.success', message: 'No watch-list match' } };
  if (best === undefined) return clear;
  return {
    'id-number': idNumber,
    'summary-result': { key: 'id.failure', message: 'Watch-list match' },
    restriction: {
      key: 'global.watch.list',
      message: 'The name is like names on a watch list',
      list: best.list,
      score: best.score,
      count,
      matches,
    },
  };
}
