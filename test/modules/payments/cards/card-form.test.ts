/** What somebody types into the form for a card: what is read, and what is refused by which field. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CARD_FORM_FIELDS,
  type CardFormField,
  expirationOf,
  readCardForm,
} from '../../../../src/modules/payments/cards/card-form.ts';
import { NOW } from '../../shared/records.ts';
import { TYPED } from './cards-api.ts';

type Typed = Partial<Record<CardFormField, string>>;

const read = (typed: Typed = {}, nowUs = NOW) => readCardForm(new Map(Object.entries({ ...TYPED, ...typed })), nowUs);

/** The fields that are refused. */
function faultsOf(typed: Typed, nowUs = NOW): string[] {
  const form = read(typed, nowUs);
  return 'faults' in form ? Object.keys(form.faults) : [];
}

/** Fields that are right or wrong by themselves; how many digits a code has, the number says. */
const APART = CARD_FORM_FIELDS.filter((field) => field !== 'code');

/** The digit that makes a number of a card right. */
function checkDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Numbers of Visa cards with a right check digit. */
const numbers = fc
  .stringMatching(/^4[0-9]{14}$/)
  .map((digits) => digits + checkDigit(digits))
  .filter((number) => number !== TYPED.number);

describe('the form for a card', () => {
  test('is read into what the processor is given', () => {
    expect(read()).toEqual({
      card: {
        holder: 'First Last',
        number: '4242424242424242',
        expiryMonth: 12,
        expiryYear: 2035,
        securityCode: '123',
        billingZip: '10001',
      },
      cardType: 'Visa',
    });
  });

  test('takes any number whose check digit is right, with spaces and hyphens anywhere', () => {
    fc.assert(
      fc.property(numbers, fc.array(fc.nat(18), { maxLength: 6 }), (number, places) => {
        const spaced = places.reduce(
          (text, at) => `${text.slice(0, at)}${at % 2 ? ' ' : '-'}${text.slice(at)}`,
          number,
        );
        expect(read({ number: spaced })).toMatchObject({ card: { number } });
      }),
    );
  });

  test('refuses every number with one wrong digit, or with two neighbours in the other order', () => {
    fc.assert(
      fc.property(numbers, fc.nat(14), fc.integer({ min: 1, max: 9 }), (number, at, more) => {
        const other = String((Number(number[at + 1]) + more) % 10);
        expect(faultsOf({ number: number.slice(0, at + 1) + other + number.slice(at + 2) })).toEqual(['number']);
        const [one, two] = [number[at]!, number[at + 1]!];
        // The check digit does not see 09 in place of 90.
        fc.pre(one !== two && `${one}${two}` !== '09' && `${one}${two}` !== '90');
        expect(faultsOf({ number: number.slice(0, at) + two + one + number.slice(at + 2) })).toContain('number');
      }),
    );
  });

  test('reports every field that is wrong at once, and never repeats the number or the code', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...APART), fc.string(), { noNullPrototype: true }), (typed) => {
        const form = read(typed as Typed);
        const alone = Object.entries(typed).flatMap(([field, text]) => faultsOf({ [field]: text }));
        const reported = 'faults' in form ? Object.keys(form.faults) : [];
        expect(new Set(reported)).toEqual(new Set(alone));
      }),
    );
    const form = read({ number: '4242424242424241', code: '98' });
    expect(JSON.stringify(form)).not.toMatch(/4242|98"/);
    expect(faultsOf({ name: '', number: '', expiry: '', code: '', zip: '' })).toEqual([...CARD_FORM_FIELDS]);
    expect('faults' in readCardForm(new Map(), NOW)).toBe(true);
  });

  test.each([
    ['12/35', '1235'],
    ['1/2035', '0135'],
    ['0135', '0135'],
    ['01-35', '0135'],
    ['1 / 35', '0135'],
    // It is January 2030: a card is good to the end of its month, and for twenty years at most.
    ['01/30', '0130'],
    ['01/50', '0150'],
  ])('reads the expiry %s', (expiry, stored) => {
    const form = read({ expiry });
    expect('card' in form && expirationOf(form.card)).toBe(stored);
  });

  test.each(['12/29', '02/50', '00/35', '13/35', '12', '12/3', '12/1935', '12/35/01', 'soon', '12.35', '1 2/35'])(
    'refuses the expiry %s',
    (expiry) => expect(faultsOf({ expiry })).toEqual(['expiry']),
  );

  test('counts the months of a card by the calendar of New York', () => {
    // The first hours of February in London are January there.
    const lateJanuary = Date.UTC(2030, 1, 1, 4, 59) * 1000;
    expect(faultsOf({ expiry: '01/30' }, lateJanuary)).toEqual([]);
    expect(faultsOf({ expiry: '01/30' }, lateJanuary + 60_000_000)).toEqual(['expiry']);
  });

  test('asks for as many digits of the code as the kind of card has', () => {
    const amex = '378282246310005';
    expect(faultsOf({ number: amex, code: '1234' })).toEqual([]);
    expect(faultsOf({ number: amex, code: '123' })).toEqual(['code']);
    for (const code of ['12', '1234', '12a', ' ', '１２３']) expect(faultsOf({ code })).toEqual(['code']);
  });

  test('keeps what looks like the number of a card out of the other fields (K2)', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom('', ' ', '-'), (number, between) => {
        const written = (number.match(/.{4}/g) ?? []).join(between);
        expect(faultsOf({ name: `First ${written}` })).toEqual(['name']);
        expect(faultsOf({ zip: written })).toEqual(['zip']);
      }),
    );
    for (const name of ['', '.', '1', 'x'.repeat(101), 'a\nb', '<b>']) expect(faultsOf({ name })).toEqual(['name']);
    for (const name of ["O'Neill-Łukasz, 3rd", 'Ñandú É.', '李小龍']) expect(faultsOf({ name })).toEqual([]);
    for (const zip of ['', '1', '10001-', 'x'.repeat(11), '10001!']) expect(faultsOf({ zip })).toEqual(['zip']);
    for (const zip of ['10001-1234', 'SW1A 1AA', 'K1A0B1']) expect(faultsOf({ zip })).toEqual([]);
  });
});
