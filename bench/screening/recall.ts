/**
 * How many listed people a screening finds when their names are spelt otherwise, and how many other people it stops.
 * The names are made by rule in the form of the published lists (LAST, First Middle), and varied by rule.
 */
import type { ListedEntry } from '../../src/providers/identity/watch-list/entries.ts';
import { WatchList } from '../../src/providers/identity/watch-list/watch-list.ts';
import { seededRandom } from '../support/random.ts';

/** Given names that are common where listed people come from, and, in part, among investors too. */
const GIVEN =
  'ahmad ali hassan hussein ibrahim khalid mahmoud mohammed mustafa omar said yusuf abdullah tariq samir jamal ' +
  'fatima viktor sergei vladimir aleksandr dmitri nikolai oleg yuri igor andrei mikhail pavel boris elena irina ' +
  'natalia olga jose luis juan carlos miguel pedro antonio rafael jorge alberto fernando maria carmen rosa ' +
  'gabriela min jin hyok chol song yong wei ming jun john robert peter thomas david michael daniel george anna joseph';
const LATIN_GIVEN =
  'james mary john patricia robert jennifer michael linda david elizabeth william barbara richard susan joseph ' +
  'jessica thomas sarah charles karen christopher lisa daniel nancy matthew betty anthony sandra mark margaret ' +
  'donald ashley steven kimberly andrew emily paul donna joshua michelle kenneth carol kevin amanda brian ' +
  'melissa george deborah timothy stephanie ronald rebecca jason laura edward helen jeffrey sharon ryan cynthia ' +
  'jacob kathleen gary amy nicholas angela eric shirley jonathan anna stephen brenda larry pamela justin emma ' +
  'scott nicole brandon samantha benjamin katherine samuel christine gregory alexander debra patrick rachel ' +
  'frank carolyn raymond jack maria dennis jerry tyler aaron jose henry';
const SURNAMES =
  'smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson ' +
  'anderson thomas taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis ' +
  'robinson walker young allen king wright scott torres nguyen hill flores green adams nelson baker hall rivera ' +
  'campbell mitchell carter roberts gomez phillips evans turner diaz parker cruz edwards collins reyes stewart ' +
  'morris morales murphy cook rogers gutierrez ortiz morgan cooper peterson bailey reed kelly howard ramos kim ' +
  'cox ward richardson watson brooks chavez wood james bennett gray mendoza ruiz hughes price alvarez castillo ' +
  'sanders patel myers long ross foster jimenez';
const STARTS = 'b ch d f g gh h j k kh l m n p r s sh t v y z al bel gar mar'.split(' ');
const VOWELS = 'a a e i o u ai ya'.split(' ');
const ENDS = ['', '', '', 'n', 'r', 'l', 's', 'd', 'm', 'k', 'v'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

type Dice = ReturnType<typeof dice>;

function dice(seed: number) {
  const next = seededRandom(seed);
  const below = (count: number) => Math.floor(next() * count);
  return { below, of: <T>(from: readonly T[]): T => from[below(from.length)] as T };
}

/** The words of a person's name: given, middle, last. */
type Words = readonly [string, string, string];

interface Person {
  readonly words: Words;
  /** MM-DD-YYYY. */
  readonly birthDate: string;
}

function surname({ below, of }: Dice): string {
  const syllables = Array.from({ length: 2 + below(3) }, () => `${of(STARTS)}${of(VOWELS)}${of(ENDS)}`);
  return syllables.join('');
}

export function listedPeople(count: number, seed: number): Person[] {
  const by = dice(seed);
  const given = GIVEN.split(' ');
  return Array.from({ length: count }, () => {
    const middle = by.below(2) === 0 ? by.of(given) : surname(by);
    const day = (most: number) => String(1 + by.below(most)).padStart(2, '0');
    return {
      words: [by.of(given), middle, surname(by)],
      birthDate: `${day(12)}-${day(28)}-${1930 + by.below(70)}`,
    };
  });
}

export function listOf(people: readonly Person[]): Promise<WatchList> {
  const entries = people.map(({ words: [given, middle, last], birthDate }, index): ListedEntry => {
    const [month, day, year] = birthDate.split('-');
    const born = { date: `${year}-${month}-${day}`, fromYear: Number(year), toYear: Number(year) };
    const own = { text: `${last.toUpperCase()}, ${capital(given)} ${capital(middle)}`, strength: 'own' } as const;
    const rest = { list: 'BENCH', programs: [], countries: [], nationalities: [], taxIds: [], documents: [] };
    return { uid: String(index), type: 'individual', names: [own], births: [born], ...rest };
  });
  return WatchList.of(entries);
}

/** Ways to write a listed name otherwise. */
export const VARIATIONS = {
  'as it is listed': ({ words: [given, middle, last] }) => [last, given, middle],
  'a word missing': ({ words: [given, , last] }) => [given, last],
  'a letter changed': ({ words: [given, middle, last] }, by) => changed([given, middle, last], 1, by),
  'a letter changed, a word missing': ({ words: [given, , last] }, by) => changed([given, last], 1, by),
  'a letter changed, the first name missing': ({ words: [, middle, last] }, by) => changed([middle, last], 1, by),
  'two letters changed': ({ words: [given, middle, last] }, by) => changed([given, middle, last], 2, by),
  'two letters changed, a word missing': ({ words: [given, , last] }, by) => changed([given, last], 2, by),
  'a word added, a letter changed': ({ words }, by) => [...changed(words, 1, by), surname(by)],
  'two letters swapped, a word missing': ({ words: [given, , last] }, by) => swapped([given, last], by),
  joined: ({ words: [given, , last] }) => [`${given}${last}`],
  'joined, a letter changed': ({ words: [given, , last] }, by) => changed([`${given}${last}`], 1, by),
  'all joined': ({ words }) => [words.join('')],
  'a word cut in two': ({ words: [given, , last] }) => [given, last.slice(0, 3), last.slice(3)],
  'in Cyrillic letters': ({ words: [given, , last] }) => [cyrillic(given), cyrillic(last)],
} satisfies Record<string, (person: Person, by: Dice) => readonly string[]>;

export type Variation = keyof typeof VARIATIONS;

/** The share of the people that are found, 0 to 1, with their birth date or without. */
export function recall(
  list: WatchList,
  people: readonly Person[],
  variation: Variation,
  options: { readonly threshold: number; readonly withBirthDate?: boolean },
): number {
  const by = dice(7);
  const found = people.filter((person, index) => {
    const name = VARIATIONS[variation](person, by).map(capital).join(' ');
    const birthDate = options.withBirthDate === true ? person.birthDate : '';
    return list.search(subject(name, birthDate), options.threshold).some(({ uid }) => uid === String(index));
  });
  return found.length / people.length;
}

/** The share of people of 10,000 common names that are taken for somebody of the list. */
export function falseHits(list: WatchList, threshold: number, step = 1): number {
  const names = LATIN_GIVEN.split(' ').flatMap((given) => SURNAMES.split(' ').map((last) => `${given} ${last}`));
  const asked = names.slice(0, 10_000).filter((_, index) => index % step === 0);
  return asked.filter((name) => list.search(subject(name, ''), threshold).length > 0).length / asked.length;
}

export function subject(name: string, birthDate: string) {
  return { kind: 'individual', name, birthDate, country: '', taxId: '' } as const;
}

function changed(words: readonly string[], count: number, { below, of }: Dice): string[] {
  const text = [...words.join(' ')];
  for (let left = count; left > 0; ) {
    const at = below(text.length);
    const letter = of([...LETTERS]);
    if (text[at] === ' ' || text[at] === letter || text[at] !== words.join(' ')[at]) continue;
    text[at] = letter;
    left -= 1;
  }
  return text.join('').split(' ');
}

function swapped(words: readonly string[], { below }: Dice): string[] {
  const which = below(words.length);
  const word = words[which] as string;
  const at = below(word.length - 1);
  const other = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  return words.map((one, index) => (index === which ? other : one));
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ ya: 'я', sh: 'ш', ch: 'ч', kh: 'х', a: 'а', b: 'б', c: 'к', d: 'д', e: 'е', f: 'ф', g: 'г', h: 'х', i: 'и' },
  ...{ j: 'дж', k: 'к', l: 'л', m: 'м', n: 'н', o: 'о', p: 'п', q: 'к', r: 'р', s: 'с', t: 'т', u: 'у', v: 'в' },
  ...{ w: 'в', x: 'кс', y: 'й', z: 'з' },
};

function cyrillic(word: string): string {
  return word.replace(/ya|sh|ch|kh|[a-z]/g, (letters) => CYRILLIC[letters] ?? letters);
}
