/** What the remarks of an SDN entry say that matters for screening: births, weak aliases, nationalities and tax ids. */
import type { ListedBirth, ListedName } from './entries.ts';
import { birthOf, documentNumber } from './entry-parts.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TAX_ID_DIGITS = 9;

/** Weak aliases stand in the remarks, in quotation marks: a.k.a. 'THE EXAMPLE'. */
export function weakAliases(remarks: string): ListedName[] {
  return itemsOf(remarks).flatMap((item) => {
    const quoted = /^(?:alt\. )?[afn]\.?k\.?a\.? ['"‘“](.+?)['"’”]$/i.exec(item);
    return quoted === null ? [] : [{ text: quoted[1] as string, strength: 'weak' as const }];
  });
}

/** DOB 17 Jan 1941; alt. DOB 1942; DOB circa 1960; DOB 1961 to 1963. What is written otherwise is passed over. */
export function births(remarks: string): ListedBirth[] {
  return itemsOf(remarks).flatMap((item) => {
    const said = /^(?:alt\. )?DOB (.+)$/i.exec(item);
    const birth = said === null ? undefined : readBirth(said[1] as string);
    return birth === undefined ? [] : [birth];
  });
}

/** nationality Iran; alt. citizen Cuba. */
export function nationalities(remarks: string): string[] {
  return itemsOf(remarks).flatMap((item) => /^(?:alt\. )?(?:nationality|citizen) (.+)$/i.exec(item)?.[1] ?? []);
}

/** The nine digits of SSN 123-45-6789 (United States); US FEIN 12-3456789; Tax ID No. 123456789. */
export function taxIds(remarks: string): string[] {
  return itemsOf(remarks).flatMap((item) => {
    const said = /^(?:alt\. )?(?:SSN|US FEIN|Tax ID No\.) ([0-9-]+)(?: \(United States\))?$/i.exec(item)?.[1];
    const digits = said?.replaceAll('-', '') ?? '';
    return digits.length === TAX_ID_DIGITS ? [digits] : [];
  });
}

/** Passport A1234567 (Exampleland) issued 2010; National ID No. 12-345 (Exampleland); Registration Number 123456. */
export function documents(remarks: string): string[] {
  return itemsOf(remarks).flatMap((item) => {
    const said =
      /^(?:alt\. )?(?:Passport|(?:[A-Za-z.]+ ){1,5}(?:No\.|Number)) ([A-Z0-9][A-Z0-9/. -]*)/.exec(item)?.[1] ?? '';
    const number = documentNumber(said);
    return number === '' ? [] : [number];
  });
}

function readBirth(said: string): ListedBirth | undefined {
  const years = [...said.matchAll(/\b([12][0-9]{3})\b/g)].map((match) => Number(match[1]));
  if (years.length === 0) return undefined;
  const circa = /\bcirca\b/i.test(said);
  return birthOf({ ...dayOf(said), fromYear: Math.min(...years), toYear: Math.max(...years), circa });
}

function dayOf(said: string): { readonly day: number; readonly month: number } | undefined {
  const parts = /^([0-9]{1,2}) ([a-z]{3})[a-z]* [0-9]{4}$/i.exec(said);
  return parts === null
    ? undefined
    : { day: Number(parts[1]), month: MONTHS.indexOf((parts[2] as string).toLowerCase()) + 1 };
}

function itemsOf(remarks: string): string[] {
  return remarks
    .replace(/\.\s*$/, '')
    .split(';')
    .map((item) => item.trim());
}
