/** Parts of entries that the lists of several publishers write alike. */
import type { ListedBirth, ListedEntry, ListedName } from './entries.ts';

/** Years that "circa" leaves open on either side. */
const CIRCA_YEARS = 2;
const TAX_ID_DIGITS = 9;
/** Shorter numbers belong to too many people. */
const DOCUMENT_LENGTH_MIN = 5;
const DOCUMENT_LENGTH_MAX = 40;

/** An entry while its records are read. */
export interface Draft {
  readonly list: string;
  readonly uid: string;
  type: string;
  readonly programs: Set<string>;
  readonly names: ListedName[];
  readonly births: ListedBirth[];
  readonly countries: Set<string>;
  readonly nationalities: Set<string>;
  readonly taxIds: Set<string>;
  readonly documents: Set<string>;
}

export function newDraft(list: string, uid: string, type: string): Draft {
  return {
    ...{ list, uid, type, names: [], births: [] },
    ...{ programs: new Set(), countries: new Set(), nationalities: new Set(), taxIds: new Set(), documents: new Set() },
  };
}

const STRENGTHS = ['own', 'strong', 'weak'] as const;

/** The entry's own name first; undefined where no name was read. The same name or birth in two records counts once. */
export function entryOf(draft: Draft): ListedEntry | undefined {
  if (draft.names.length === 0) return undefined;
  const rank = ({ strength }: ListedName) => STRENGTHS.indexOf(strength);
  const names = distinct(
    draft.names.toSorted((one, other) => rank(one) - rank(other)),
    ({ text }) => text,
  );
  const births = distinct(draft.births, ({ date, fromYear, toYear }) => `${date} ${fromYear} ${toYear}`);
  const { list, uid, type } = draft;
  return {
    ...{ list, uid, type, names, births },
    programs: [...draft.programs],
    countries: [...draft.countries],
    nationalities: [...draft.nationalities],
    taxIds: [...draft.taxIds],
    documents: [...draft.documents],
  };
}

function distinct<T>(values: readonly T[], key: (value: T) => string): T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const known = seen.has(key(value));
    seen.add(key(value));
    return !known;
  });
}

/** Adds what is not empty. */
export function add(to: Set<string>, ...values: readonly (string | undefined)[]): void {
  for (const value of values) {
    const text = value?.trim() ?? '';
    if (text !== '') to.add(text);
  }
}

export interface SaidBirth {
  readonly day?: number;
  readonly month?: number;
  readonly fromYear: number;
  readonly toYear: number;
  readonly circa: boolean;
}

/** undefined where no year is given. A day counts only where the year is certain and the calendar has it. */
export function birthOf({ day, month, fromYear, toYear, circa }: SaidBirth): ListedBirth | undefined {
  const years = [fromYear, toYear].filter((year) => year >= 1000 && year <= 2999);
  if (years.length === 0) return undefined;
  const [from, to] = [Math.min(...years), Math.max(...years)];
  const isDay = from === to && isDate(from, month ?? 0, day ?? 0) && !circa;
  const open = circa ? CIRCA_YEARS : 0;
  return { date: isDay ? isoDate(from, month ?? 0, day ?? 0) : null, fromYear: from - open, toYear: to + open };
}

function isoDate(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** An SSN or tax id of the United States is its entry's alone; any other number only with other signs. */
export function addNumber(draft: Draft, said: { readonly number: string; readonly isUsTaxId: boolean }): void {
  const digits = said.number.replace(/\D/g, '');
  if (said.isUsTaxId && digits.length === TAX_ID_DIGITS) draft.taxIds.add(digits);
  const document = documentNumber(said.number);
  if (document !== '') draft.documents.add(document);
}

/** Capital letters and digits; empty for what is no number, or one that many have. */
export function documentNumber(number: string): string {
  const plain = number.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const isNumber = plain.length >= DOCUMENT_LENGTH_MIN && plain.length <= DOCUMENT_LENGTH_MAX && /[0-9]/.test(plain);
  return isNumber ? plain : '';
}

export function isUnitedStates(country: string): boolean {
  return /^(us|usa|united states( of america)?)$/i.test(country.trim());
}

/** Whether the kind of a number is that of a tax payer or of social security. */
export function isTaxKind(kind: string): boolean {
  return /\b(ssn|tax|fein|ein|social security)/i.test(kind);
}
