/** Parameters, fields and schemas from the table of optional terms. */
import {
  OPTIONAL_TERMS,
  type OptionalTerm,
  type OptionalTermName,
  type OptionalTerms,
  type SentTerm,
} from './optional-terms.ts';
import type { OrderTicket } from './orders.ts';

const TERMS = Object.entries(OPTIONAL_TERMS) as [OptionalTermName, OptionalTerm][];

/** Those that answers, events, webhooks and reports show by their names. */
export const SHOWN_TERMS: readonly OptionalTermName[] = TERMS.flatMap(([name, { hidden }]) => (hidden ? [] : [name]));

/** The optional terms in the sent values; undefined without any, the usual case. */
export function optionalTermsOf(sent: { readonly [Name in OptionalTermName]?: SentTerm<Name> | undefined }) {
  let terms: Record<string, unknown> | undefined;
  for (const [name, { words }] of TERMS) {
    const value = sent[name];
    if (value === undefined || (words === undefined && value === 'No')) continue;
    terms ??= {};
    terms[name] = words === undefined ? true : value;
  }
  return terms as OptionalTerms | undefined;
}

/** As they are shown: only those that the order has. */
export function shownTerms(terms: OptionalTerms | undefined): Record<string, string> {
  if (terms === undefined) return {};
  const shown: Record<string, string> = {};
  for (const name of SHOWN_TERMS) {
    const value = terms[name];
    if (value !== undefined) shown[name] = value === true ? 'Yes' : value;
  }
  return shown;
}

/** JSON, as the history stores them. */
export function termsText(terms: OptionalTerms | undefined): string | null {
  return terms === undefined ? null : JSON.stringify(terms);
}

/** The inverse of termsText. */
export function termsFrom(text: string | null): OptionalTerms | undefined {
  return text === null ? undefined : (JSON.parse(text) as OptionalTerms);
}

/** A ticket that was read without its optional terms, with them. */
export function withOptional(ticket: OrderTicket, optional: OptionalTerms | undefined): OrderTicket {
  return optional === undefined ? ticket : { ...ticket, optional };
}
