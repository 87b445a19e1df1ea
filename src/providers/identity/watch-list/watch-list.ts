import { setImmediate as otherWork } from 'node:timers/promises';
import type { Subject, WatchListMatch } from '../identity-provider.ts';
import type { ListedEntry, ListedName } from './entries.ts';
import { nameTokens, similarity, sortedName, trigrams } from './names.ts';

/** Names that are compared in full, the most alike by their trigrams. */
const CANDIDATES_MAX = 60;
/** Share of trigrams that two names must have in common to be compared. */
const COMMON_MIN = 0.3;
const MATCHES_MAX = 20;

/**
 * A weak alias proves little by itself, and neither does the name of a ship that a person has (scores are 0 to 100).
 */
const WEAK_ALIAS = -20;
const OTHER_KIND = -10;
/** The same day of birth makes a name likelier, another year less likely; it never clears an exact name by itself. */
const SAME_BIRTH_DATE = 5;
const OTHER_BIRTH_YEAR = -15;
const YEARS_APART_MAX = 1;

/** The number of entries that are indexed before other work gets a turn. */
const ENTRIES_AT_ONCE = 200;

interface IndexedName {
  readonly entry: ListedEntry;
  readonly name: ListedName;
  readonly sorted: string;
  readonly trigramCount: number;
}

/**
 * Names of a watch list, found by likeness. An index from each piece of three letters to the names that have it picks
 * the few that are worth comparing, so a search among tens of thousands of names takes milliseconds.
 */
export class WatchList {
  readonly entryCount: number;
  readonly #names: readonly IndexedName[];
  readonly #postings: ReadonlyMap<string, Uint32Array>;

  private constructor(entryCount: number, names: readonly IndexedName[], postings: ReadonlyMap<string, Uint32Array>) {
    this.entryCount = entryCount;
    this.#names = names;
    this.#postings = postings;
  }

  static async of(entries: readonly ListedEntry[]): Promise<WatchList> {
    const names: IndexedName[] = [];
    const postings = new Map<string, number[]>();
    for (const [index, entry] of entries.entries()) {
      if (index % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await otherWork();
      for (const name of entry.names) {
        const tokens = nameTokens(name.text, kindOf(entry));
        if (tokens.length === 0) continue;
        const pieces = trigrams(tokens);
        for (const piece of pieces) {
          const posting = postings.get(piece);
          if (posting === undefined) postings.set(piece, [names.length]);
          else posting.push(names.length);
        }
        names.push({ entry, name, sorted: sortedName(tokens), trigramCount: pieces.size });
      }
    }
    const packed = new Map<string, Uint32Array>();
    for (const [piece, posting] of postings) packed.set(piece, Uint32Array.from(posting));
    return new WatchList(entries.length, names, packed);
  }

  get nameCount(): number {
    return this.#names.length;
  }

  /** The entries that score at least the threshold (0 to 100), each once by its best name, best first, at most 20. */
  search(subject: Subject, threshold: number): WatchListMatch[] {
    const tokens = nameTokens(subject.name, subject.kind === 'individual' ? 'individual' : 'other');
    if (tokens.length === 0) return [];
    const sorted = sortedName(tokens);
    const best = new Map<ListedEntry, WatchListMatch>();
    for (const candidate of this.#candidates(trigrams(tokens))) {
      const score = adjusted(similarity(sorted, candidate.sorted), candidate, subject);
      const known = best.get(candidate.entry);
      if (score < threshold || (known !== undefined && known.score >= score)) continue;
      best.set(candidate.entry, matchOf(candidate, score));
    }
    return [...best.values()].sort((one, other) => other.score - one.score).slice(0, MATCHES_MAX);
  }

  /** The names that have the most pieces in common with the subject's. */
  #candidates(pieces: ReadonlySet<string>): IndexedName[] {
    const common = new Uint16Array(this.#names.length);
    const touched: number[] = [];
    for (const piece of pieces) {
      for (const index of this.#postings.get(piece) ?? []) {
        if (common[index] === 0) touched.push(index);
        common[index] = (common[index] as number) + 1;
      }
    }
    const share = (index: number) => {
      const { trigramCount } = this.#names[index] as IndexedName;
      return (2 * (common[index] as number)) / (pieces.size + trigramCount);
    };
    return touched
      .map((index) => ({ index, share: share(index) }))
      .filter((one) => one.share >= COMMON_MIN)
      .sort((one, other) => other.share - one.share)
      .slice(0, CANDIDATES_MAX)
      .map(({ index }) => this.#names[index] as IndexedName);
  }
}

function kindOf(entry: ListedEntry): 'individual' | 'other' {
  return entry.type === 'individual' ? 'individual' : 'other';
}

function adjusted(score: number, { entry, name }: IndexedName, subject: Subject): number {
  const sum =
    score +
    (name.strength === 'weak' ? WEAK_ALIAS : 0) +
    ((entry.type === 'individual') === (subject.kind === 'individual') ? 0 : OTHER_KIND) +
    birthAdjustment(entry, subject.birthDate);
  return Math.max(0, Math.min(100, sum));
}

/** `birthDate` is MM-DD-YYYY. */
function birthAdjustment({ births }: ListedEntry, birthDate: string): number {
  const [month, day, year] = birthDate.split('-');
  if (births.length === 0 || year === undefined) return 0;
  if (births.some(({ date }) => date === `${year}-${month}-${day}`)) return SAME_BIRTH_DATE;
  const born = Number(year);
  const near = births.some(
    ({ fromYear, toYear }) => born >= fromYear - YEARS_APART_MAX && born <= toYear + YEARS_APART_MAX,
  );
  return near ? 0 : OTHER_BIRTH_YEAR;
}

function matchOf({ entry, name }: IndexedName, score: number): WatchListMatch {
  return {
    uid: entry.uid,
    name: entry.names[0]?.text ?? '',
    type: entry.type,
    programs: entry.programs,
    countries: entry.countries,
    matchedName: name.text,
    nameStrength: name.strength,
    score,
  };
}
