/** What somebody typed into the form for a card. */
import valid from 'card-validator';
import { easternDate } from '../../../calendar/eastern-time.ts';
import type { PageForm } from '../../../http/hosted-pages/index.ts';
import type { CardDetails } from '../../../providers/cards/index.ts';

export const CARD_FORM_FIELDS = ['name', 'number', 'expiry', 'code', 'zip'] as const;

export type CardFormField = (typeof CARD_FORM_FIELDS)[number];

export type CardFormFaults = Partial<Record<CardFormField, string>>;

export interface CardForm {
  readonly card: CardDetails;
  /** As people call it, for example Visa. */
  readonly cardType: string;
}

const YEARS_AHEAD_MAX = 20;

/**
 * Eleven digits in a row, spaces and hyphens between them, are the number of a card: kept nowhere but in its field.
 */
const LIKE_A_NUMBER = /\d(?:[ -]?\d){10,}/;

/** The card, or what is wrong by field. */
export function readCardForm(form: PageForm, nowUs: number): CardForm | { readonly faults: CardFormFaults } {
  const [name, sent, expiry, code, zip] = CARD_FORM_FIELDS.map((field) => (form.get(field) ?? '').trim());
  const number = sent!.replace(/[ -]/g, '');
  const { isValid, card } = valid.number(number);
  const expires = readExpiry(expiry!, nowUs);
  const isNumber = /^[0-9]{12,19}$/.test(number) && isValid && card !== null;
  const faults: CardFormFaults = {
    ...(isName(name!) ? {} : { name: 'Enter the name as it is printed on the card.' }),
    ...(isNumber ? {} : { number: 'Check the number of the card.' }),
    ...(expires !== undefined ? {} : { expiry: 'Enter a month and year that have not passed, such as 09/29.' }),
    ...(isCode(code!, card?.code.size) ? {} : { code: 'Check the security code of the card.' }),
    ...(/^[0-9A-Za-z][0-9A-Za-z -]{1,8}[0-9A-Za-z]$/.test(zip!) ? {} : { zip: 'Enter a ZIP or postal code.' }),
  };
  if (!isNumber || expires === undefined || Object.keys(faults).length > 0) return { faults };
  return {
    card: {
      holder: name!,
      number,
      expiryMonth: expires.month,
      expiryYear: expires.year,
      securityCode: code!,
      billingZip: zip!,
    },
    cardType: card.niceType,
  };
}

function isName(name: string): boolean {
  return /^[\p{L}\p{M}\p{N} .,'’-]{1,100}$/u.test(name) && /\p{L}/u.test(name) && !LIKE_A_NUMBER.test(name);
}

/** Three digits, or four where the kind of card has them. */
function isCode(code: string, size: number | undefined): boolean {
  return /^[0-9]{3,4}$/.test(code) && (size === undefined || code.length === size);
}

interface Expiry {
  readonly month: number;
  readonly year: number;
}

/** MM/YY, MMYY or with four digits of the year: a card is good to the end of its month. */
function readExpiry(text: string, nowUs: number): Expiry | undefined {
  const [, month = '', year = ''] = /^(0?[1-9]|1[0-2]) ?[/-]? ?((?:20)?[0-9]{2})$/.exec(text) ?? [];
  if (year === '') return undefined;
  const expiry = { month: Number(month), year: 2000 + (Number(year) % 100) };
  const today = easternDate(nowUs);
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const months = (expiry.year - thisYear) * 12 + expiry.month - thisMonth;
  return months >= 0 && months <= YEARS_AHEAD_MAX * 12 ? expiry : undefined;
}

/** MMYY, as it is stored. */
export function expirationOf({ expiryMonth, expiryYear }: CardDetails): string {
  return `${String(expiryMonth).padStart(2, '0')}${String(expiryYear).slice(2)}`;
}
