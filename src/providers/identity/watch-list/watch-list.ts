import { setImmediate as otherWork } from 'node:timers/promises';
import type { Subject, WatchListMatch } from '../identity-provider.ts';
import { countryKey } from './countries.ts';
import type { ListedEntry, ListedName } from './entries.ts';
import { documentNumber } from './entry-parts.ts';
import { type ListedWord, likeness, soughtWord } from './likeness.ts';
import { nameKindOf, nameTokens } from './names.ts';
import { type Reading, readingsOf } from './readings.ts';
import { type AlikeWord, WordIndex } from './word-index.ts';

/** Names that are compared in full, those with the most letters in alike words. */
const CANDIDATES_MAX = 300;
/** Share of the letters of the shorter name that must be in alike words for two names to be compared. */
const COMMON_MIN = 0.6;

/**
 * A weak alias proves little by itself, and neither does the name of a ship that a person has (scores are 0 to 100).
 */
const WEAK_ALIAS = -20;
const OTHER_KIND = -10;
/** The same day of birth makes a name likelier, another year less likely; it never clears an exact name by itself. */
const SAME_BIRTH_DATE = 10;
const OTHER_BIRTH_YEAR = -15;
const YEARS_APART_MAX = 1;
const SAME_COUNTRY = 2;
/** A number of a passport or a register: two countries can give the same one. */
const SAME_NUMBER = 10;
/** The number of a person or entity is theirs alone, whatever the name. */
const SAME_TAX_ID = 100;

/** A word is common when this share of the names has it, and at least this number. */
const COMMON_NAMES_SHARE = 0.002;
const COMMON_NAMES_MIN = 10;

/** Names that are indexed, and words that are packed, before other work gets a turn. */
const NAMES_AT_ONCE = 200;
const WORDS_AT_ONCE = 5000;

interface IndexedName {
  readonly entry: ListedEntry;
  readonly name: ListedName;
  readonly words: readonly ListedWord[];
  readonly letters: number;
}

/**
 * Names of a watch list, found by likeness. The different words of the list are compared with each word of the subject;
 * an index from them to the names picks those that are worth comparing, so a search among tens of thousands of names
 * takes milliseconds.
 */
export class WatchList {
  readonly entryCount: number;
  readonly #names: readonly IndexedName[];
  readonly #words: WordIndex;
  /** The names that have each word. */
  readonly #postings: readonly Uint32Array[];
  readonly #byTaxId: ReadonlyMap<string, readonly ListedEntry[]>;
  readonly #isCommon: (word: number) => boolean;
  /** Used by one search at a time: the letters of each name in alike words, 0 between two searches. */
  readonly #common: Float64Array;
  /** The number of the word that each name was last counted for. */
  readonly #counted: Float64Array;
  #wordsCounted = 0;

  private constructor(
    entries: readonly ListedEntry[],
    names: readonly IndexedName[],
    words: WordIndex,
    postings: readonly Uint32Array[],
  ) {
    this.entryCount = entries.length;
    this.#names = names;
    this.#words = words;
    this.#postings = postings;
    const common = Math.max(COMMON_NAMES_MIN, names.length * COMMON_NAMES_SHARE);
    this.#isCommon = (word) => (postings[word]?.length ?? 0) >= common;
    this.#common = new Float64Array(names.length);
    this.#counted = new Float64Array(names.length);
    const numbered = entries.flatMap((entry) => entry.taxIds.map((taxId) => ({ taxId, entry })));
    const byTaxId = Map.groupBy(numbered, ({ taxId }) => taxId);
    this.#byTaxId = new Map([...byTaxId].map(([taxId, found]) => [taxId, found.map(({ entry }) => entry)]));
  }

  static async of(entries: readonly ListedEntry[]): Promise<WatchList> {
    const names: IndexedName[] = [];
    const ids = new Map<string, number>();
    const postings: number[][] = [];
    let read = 0;
    for (const entry of entries) {
      for (const name of entry.names) {
        read += 1;
        if (read % NAMES_AT_ONCE === 0) await otherWork();
        const family = familyWordsOf(name, entry);
        const tokens = nameTokens(name.text, nameKindOf(entry.type));
        const first = family.size === 0 ? -1 : tokens.findIndex((word) => !family.has(word));
        const words = tokens.map((word, place): ListedWord => {
          const id = ids.get(word) ?? ids.size;
          ids.set(word, id);
          postings[id] ??= [];
          if (postings[id].at(-1) !== names.length) postings[id].push(names.length);
          return { word: id, length: word.length, isFamilyName: family.has(word), isFirstName: place === first };
        });
        if (words.length === 0) continue;
        names.push({ entry, name, words, letters: words.reduce((sum, { length }) => sum + length, 0) });
      }
    }
    const packed: Uint32Array[] = [];
    for (const posting of postings) {
      packed.push(Uint32Array.from(posting));
      if (packed.length % WORDS_AT_ONCE === 0) await otherWork();
    }
    const words = await WordIndex.of(ids);
    return new WatchList(entries, names, words, packed);
  }

  get nameCount(): number {
    return this.#names.length;
  }

  /** The entries that score at least the threshold (0 to 100), each once by its best name, best first. */
  search(subject: Subject, threshold: number): WatchListMatch[] {
    const steps = this.#steps(subject, threshold);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /** As search, in pieces between which other work gets a turn. */
  async searchInTurns(subject: Subject, threshold: number): Promise<WatchListMatch[]> {
    const steps = this.#steps(subject, threshold);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await otherWork();
    }
  }

  /** The pieces of a search: each word, then each reading of the name. */
  *#steps(subject: Subject, threshold: number): Generator<void, WatchListMatch[]> {
    const best = new Map<ListedEntry, WatchListMatch>();
    const known = knownOf(subject);
    for (const entry of this.#byTaxId.get(subject.taxId.replace(/\D/g, '')) ?? []) {
      best.set(entry, matchOf(entry, entry.names[0] as ListedName, SAME_TAX_ID));
    }
    const tokens = nameTokens(subject.name, nameKindOf(subject.kind));
    const alike = memoized((word) => this.#words.alike(word));
    for (const word of tokens) {
      alike(word);
      yield;
    }
    for (const reading of readingsOf(tokens, this.#words, alike)) {
      const sought = reading.map((word) => soughtWord(word, alike(word)));
      for (const { entry, name, words } of this.#candidates(reading, alike)) {
        const score = adjusted(likeness(sought, words, this.#isCommon), entry, name, known);
        const before = best.get(entry);
        if (score < threshold || (before !== undefined && before.score >= score)) continue;
        best.set(entry, matchOf(entry, name, score));
      }
      yield;
    }
    return [...best.values()].sort((one, other) => other.score - one.score);
  }

  /** The names that have the most letters in words like the subject's. */
  #candidates(reading: Reading, alike: (word: string) => readonly AlikeWord[]): IndexedName[] {
    const common = this.#common;
    const counted = this.#counted;
    const touched: number[] = [];
    let letters = 0;
    for (const word of reading) {
      letters += word.length;
      // A word counts once for each name, by the most alike of its words, which comes first.
      this.#wordsCounted += 1;
      for (const one of alike(word)) {
        for (const index of this.#postings[one.word] as Uint32Array) {
          if (counted[index] === this.#wordsCounted) continue;
          counted[index] = this.#wordsCounted;
          if (common[index] === 0) touched.push(index);
          common[index] = (common[index] as number) + one.likeness * word.length;
        }
      }
    }
    const candidates: { readonly name: IndexedName; readonly share: number }[] = [];
    for (const index of touched) {
      const name = this.#names[index] as IndexedName;
      const share = (common[index] as number) / Math.min(letters, name.letters);
      common[index] = 0;
      if (share >= COMMON_MIN) candidates.push({ name, share });
    }
    candidates.sort((one, other) => other.share - one.share);
    return candidates.slice(0, CANDIDATES_MAX).map(({ name }) => name);
  }
}

/** Remembers what it found for each word of one search. */
function memoized<T>(find: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const found = known.get(word) ?? find(word);
    known.set(word, found);
    return found;
  };
}

/** Where a list does not say which part is the family name, it is the one before the comma of LAST, First Middle. */
function familyWordsOf({ text, familyName }: ListedName, entry: ListedEntry): ReadonlySet<string> {
  if (entry.type !== 'individual') return NONE;
  const family = familyName ?? text.slice(0, Math.max(0, text.indexOf(',')));
  return family.trim() === '' ? NONE : new Set(nameTokens(family, 'individual'));
}

const NONE: ReadonlySet<string> = new Set();

/** What a search compares besides the name, read once. */
interface Known {
  readonly isIndividual: boolean;
  /** YYYY-MM-DD, and its year; undefined: unknown. */
  readonly birth: { readonly date: string; readonly year: number } | undefined;
  /** As countryKey has it. */
  readonly country: string;
  readonly number: string;
}

function knownOf({ kind, birthDate, country, taxId }: Subject): Known {
  // MM-DD-YYYY.
  const [month, day, year] = birthDate.split('-');
  return {
    isIndividual: kind === 'individual',
    birth: year === undefined ? undefined : { date: `${year}-${month}-${day}`, year: Number(year) },
    country: countryKey(country),
    number: documentNumber(taxId),
  };
}

function adjusted(alike: number, entry: ListedEntry, name: ListedName, known: Known): number {
  const sum =
    Math.round(alike) +
    (name.strength === 'weak' ? WEAK_ALIAS : 0) +
    ((entry.type === 'individual') === known.isIndividual ? 0 : OTHER_KIND) +
    birthAdjustment(entry, known) +
    (known.country !== '' && countriesOf(entry).has(known.country) ? SAME_COUNTRY : 0) +
    (known.number !== '' && entry.documents.includes(known.number) ? SAME_NUMBER : 0);
  return Math.max(0, Math.min(100, sum));
}

const countries = new WeakMap<ListedEntry, ReadonlySet<string>>();

/** The keys of an entry's countries; made when they are first compared. */
function countriesOf(entry: ListedEntry): ReadonlySet<string> {
  const known = countries.get(entry) ?? new Set([...entry.nationalities, ...entry.countries].map(countryKey));
  countries.set(entry, known);
  return known;
}

function birthAdjustment({ births }: ListedEntry, { birth }: Known): number {
  if (births.length === 0 || birth === undefined) return 0;
  if (births.some(({ date }) => date === birth.date)) return SAME_BIRTH_DATE;
  const near = births.some(
    ({ fromYear, toYear }) => birth.year >= fromYear - YEARS_APART_MAX && birth.year <= toYear + YEARS_APART_MAX,
  );
  return near ? 0 : OTHER_BIRTH_YEAR;
}

function matchOf(entry: ListedEntry, name: ListedName, score: number): WatchListMatch {
  return {
    list: entry.list,
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
