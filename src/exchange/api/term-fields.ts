/** Parameters, fields and schemas from the table of optional terms. */
import { easternInstant } from '../../calendar/eastern-time.ts';
import type { Microseconds } from '../../time/units.ts';
import {
  OPTIONAL_TERMS,
  type OptionalTerm,
  type OptionalTermName,
  type OptionalTerms,
  type ReplaceableTermName,
  type ReplaceableTerms,
  type SentTerm,
} from './optional-terms.ts';
import type { OrderTicket } from './orders.ts';
import { sharesText } from './units.ts';

const TERMS = Object.entries(OPTIONAL_TERMS) as [OptionalTermName, OptionalTerm][];

/** Those that answers, events, webhooks and reports show by their names. */
export const SHOWN_TERMS: readonly OptionalTermName[] = TERMS.flatMap(([name, { hidden }]) => (hidden ? [] : [name]));

/** Those that replaceOrder takes. */
export const REPLACEABLE_TERMS = TERMS.flatMap(([name, { replaceable }]) =>
  replaceable ? [name as ReplaceableTermName] : [],
);

/** The optional terms in the sent values; undefined without any, the usual case. */
export function optionalTermsOf(sent: { readonly [Name in OptionalTermName]?: SentTerm<Name> | undefined }) {
  let terms: Record<string, unknown> | undefined;
  for (const [name, { words, shares, clock, clients }] of TERMS) {
    const value = sent[name];
    const isFlag = [words, shares, clock, clients].every((kind) => kind === undefined);
    if (value === undefined || (isFlag && value === 'No')) continue;
    terms ??= {};
    terms[name] = isFlag ? true : value;
  }
  return terms as OptionalTerms | undefined;
}

/** Those of a replacement in the sent values; undefined without any. */
export function replacedTermsOf(
  sent: {
    readonly [Name in ReplaceableTermName]?: ReplaceableTerms[Name] | undefined;
  },
): ReplaceableTerms | undefined {
  return optionalTermsOf(Object.fromEntries(REPLACEABLE_TERMS.map((name) => [name, sent[name]])));
}

function textOfTerm(value: NonNullable<OptionalTerms[OptionalTermName]>): string {
  if (typeof value === 'number') return sharesText(value);
  return value === true ? 'Yes' : value;
}

/** As they are shown: only those that the order has. */
export function shownTerms(terms: OptionalTerms | undefined): Record<string, string> {
  if (terms === undefined) return {};
  const shown: Record<string, string> = {};
  for (const name of SHOWN_TERMS) {
    const value = terms[name];
    if (value !== undefined) shown[name] = textOfTerm(value);
  }
  return shown;
}

/** JSON, as the history stores them with each change of an order that has one which may change; null of others. */
export function replacedTermsText(terms: OptionalTerms | undefined): string | null {
  return terms !== undefined && REPLACEABLE_TERMS.some((name) => terms[name] !== undefined) ? termsText(terms) : null;
}

/** JSON, as the history stores them. */
export function termsText(terms: OptionalTerms | undefined): string | null {
  return terms === undefined ? null : JSON.stringify(terms);
}

/** The inverse of termsText. */
export function termsFrom(text: string | null): OptionalTerms | undefined {
  return text === null ? undefined : (JSON.parse(text) as OptionalTerms);
}

/** M14: when an order that ends at a minute does; undefined of others. */
export function expiryOf({ expirationDate, optional }: OrderTicket): Microseconds | undefined {
  const time = optional?.expirationTime;
  if (expirationDate === null || time === undefined) return undefined;
  return easternInstant(expirationDate, 60 * Number(time.slice(0, 2)) + Number(time.slice(3)));
}

/** A ticket that was read without its optional terms, with them. */
export function withOptional(ticket: OrderTicket, optional: OptionalTerms | undefined): OrderTicket {
  return optional === undefined ? ticket : { ...ticket, optional };
}
