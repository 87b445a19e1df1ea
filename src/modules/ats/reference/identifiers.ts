/** Identifiers of securities, with their check digits. */
import { type Kind, Malformed, text } from '../../../http/parameters/index.ts';

/** ISO 6166. Each letter counts as the two digits of its value. */
export const isin: Kind<string> = identifier('an ISIN', /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/, (body) => {
  const digits = [...body].flatMap((one) => [...String(numberOf(one))].map(Number));
  return checkDigit(digits, (digits.length + 1) % 2);
});

/** ANSI X9.6. */
export const cusip: Kind<string> = identifier('a CUSIP', /^[A-Z0-9]{3}[A-Z0-9*@#]{5}[0-9]$/, everySecond);

/** ANSI X9.145: without vowels; the prefixes that an ISIN of some countries has are left out. */
export const figi: Kind<string> = identifier(
  'a FIGI',
  /^(?!BS|BM|GG|GB|GH|KY|VG)[B-DF-HJ-NP-TV-Z]{2}G[B-DF-HJ-NP-TV-Z0-9]{8}[0-9]$/,
  everySecond,
);

function identifier(name: string, form: RegExp, digitOf: (body: string) => number): Kind<string> {
  const wrongDigit = new Malformed(`has a wrong check digit for ${name}`);
  const kind = text({ maxLength: 12, pattern: form, patternReason: `must have the form of ${name}` });
  return {
    ...kind,
    read: (sent) => {
      const read = kind.read(sent);
      if (read instanceof Malformed) return read;
      return digitOf(read.slice(0, -1)) === Number(read.at(-1)) ? read : wrongDigit;
    },
  };
}

function everySecond(body: string): number {
  return checkDigit([...body].map(numberOf), 1);
}

/** Modulus 10, with every second value doubled. @param first the index of the first of these, 0 or 1 */
function checkDigit(values: readonly number[], first: number): number {
  let sum = 0;
  for (const [index, value] of values.entries()) {
    const counted = index % 2 === first ? value * 2 : value;
    sum += Math.floor(counted / 10) + (counted % 10);
  }
  return (10 - (sum % 10)) % 10;
}

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#';

function numberOf(character: string): number {
  return CHARACTERS.indexOf(character);
}
