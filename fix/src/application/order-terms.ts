/**
 * The optional terms of an order as FIX has them, all by their entries in src/exchange/api/optional-terms.ts: no file
 * of the gateway names one that has a `fix` there.
 */
import type { Fields } from '../client.ts';
import { type Field, fieldValue, type Message } from '../codec/index.ts';
import { ORDER_TERMS, type OrderTerm, type OrderTerms, type TermField } from '../dictionary/index.ts';
import { TAG } from './tags.ts';
import { Refusal, sharesOf, wholeOf } from './values.ts';

type Table = typeof ORDER_TERMS;
type ReplaceableName = {
  [Name in keyof Table]: Table[Name] extends { readonly replaceable: true } ? Name : never;
}[keyof Table];

export const ALL_OR_NONE = 'G';

/** Of a new order. Throws a Refusal that names the field. */
export function newOrderTerms(message: Message): Pick<Fields<'createOrder'>, keyof Table> {
  return termsIn(message, ORDER_TERMS) as Pick<Fields<'createOrder'>, keyof Table>;
}

/** Of a replacement: the terms that it may change. */
export function replacementTerms(message: Message): Pick<Fields<'replaceOrder'>, ReplaceableName> {
  return termsIn(message, REPLACEABLE) as Pick<Fields<'replaceOrder'>, ReplaceableName>;
}

/** The parameters that a message has, as the API writes their values. */
export function termsIn(message: Message, terms: OrderTerms): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, term] of Object.entries(terms)) {
    const value = term.fix && valueIn(message, term, term.fix);
    if (value !== undefined) sent[name] = value;
  }
  return sent;
}

/** The fields of a report for the terms that an order has, as events and answers show them. */
export function termFields(order: object, terms: OrderTerms = ORDER_TERMS): Field[] {
  const fields: Field[] = [];
  for (const [name, { fix, hidden, ...term }] of Object.entries(terms)) {
    const shown = (order as Readonly<Record<string, string | undefined>>)[name];
    if (shown === undefined || hidden || fix === undefined || 'execInst' in fix) continue;
    fields.push([fix.tag, writtenOf(shown, term, fix)]);
  }
  return fields;
}

/** Of ExecInst (18). Throws a Refusal for one that neither the contingency nor a term has. */
export function instructionsOf(message: Message, terms: OrderTerms = ORDER_TERMS): ReadonlySet<string> {
  const instructions = new Set(instructionsIn(message));
  const known = new Map([[ALL_OR_NONE, 'all-or-none']]);
  for (const [name, { fix }] of Object.entries(terms)) if (fix && 'execInst' in fix) known.set(fix.execInst, name);
  for (const one of instructions) {
    if (known.has(one)) continue;
    const names = [...known].map(([value, name]) => `${value} is ${name}`).join(', ');
    throw new Refusal('unsupported', `ExecInst (18) ${one} is not supported: ${names}`);
  }
  return instructions;
}

function instructionsIn(message: Message): string[] {
  return (fieldValue(message, TAG.ExecInst) ?? '').split(' ').filter((one) => one !== '');
}

function valueIn(message: Message, term: OrderTerm, fix: NonNullable<OrderTerm['fix']>): string | undefined {
  if ('execInst' in fix) return instructionsIn(message).includes(fix.execInst) ? 'Yes' : undefined;
  const value = fieldValue(message, fix.tag);
  if (value === undefined || term.clock) return value;
  if (term.shares) return sharesOf(value, fix.name);
  if (term.words === undefined) return value === 'Y' ? 'Yes' : undefined;
  const values = fix.values ?? [];
  const word = term.words[values.indexOf(value)];
  if (word !== undefined) return word;
  throw new Refusal(
    'malformed',
    `${fix.name} (${fix.tag}) must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  );
}

function writtenOf(shown: string, { words, shares, clock }: OrderTerm, { values }: TermField): string {
  if (shares) return wholeOf(shown);
  if (clock) return shown;
  return words === undefined ? 'Y' : (values?.[words.indexOf(shown)] ?? shown);
}

const REPLACEABLE: OrderTerms = Object.fromEntries(
  Object.entries<OrderTerm>(ORDER_TERMS).filter(([, { replaceable }]) => replaceable),
);
