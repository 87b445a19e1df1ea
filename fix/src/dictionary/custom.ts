/**
 * What OpenATS adds to FIX 4.4: fields in the range of user-defined tags, a field of FIX 5.0, fields in further
 * messages, and values of later versions.
 */
import { ORDER_TERMS } from './generated/order-terms.ts';
import type { OrderTerm, OrderTerms } from './order-term.ts';

export interface CustomField {
  readonly tag: number;
  readonly name: string;
  readonly type: string;
  readonly values?: readonly string[];
  /** The types of the messages that have it. */
  readonly messages: readonly string[];
}

/** The last tag of FIX 4.4: what is above is of a later version, or ours. */
const LAST_TAG = 956;

export const CUSTOM_FIELDS: readonly CustomField[] = [
  { tag: 5001, name: 'DisclosePrice', type: 'BOOLEAN', messages: ['D'] },
  ...customFieldsOf(ORDER_TERMS),
  { tag: 5003, name: 'ReasonCode', type: 'STRING', messages: ['8', '9', 'b', 'r', 'AG', 'AI'] },
];

const CUSTOM_TAGS: ReadonlySet<number> = new Set(CUSTOM_FIELDS.map(({ tag }) => tag));
const TIME_IN_FORCE = 59;

/**
 * Whether an engine with the dictionary of FIX 4.4 refuses the field of a report. MDEntryType Q is not meant: it is
 * sent only to a session that asked for it.
 */
export function isAdded(tag: number, value: string): boolean {
  return CUSTOM_TAGS.has(tag) || (tag === TIME_IN_FORCE && value === 'B');
}

/** Names of fields of FIX 4.4 that a type of message has in addition. */
const ADDED: Readonly<Record<string, readonly string[]>> = { R: ['TimeInForce', 'ExpireDate'] };

/** Values that FIX 4.4 does not have: 59=B, good for auction, and 269=Q, auction clearing price, of later versions. */
const VALUES: Readonly<Record<string, readonly string[]>> = { TimeInForce: ['B'], MDEntryType: ['Q'] };

/** The values of a field of FIX 4.4 with those that are added to it. */
export function valuesOf(field: string, values: readonly string[]): string[] {
  return [...values, ...(VALUES[field] ?? [])];
}

/** Names of all fields that are added to a type of message. */
export function addedTo(msgType: string): string[] {
  const custom = CUSTOM_FIELDS.filter((one) => one.messages.includes(msgType)).map((one) => one.name);
  return [...custom, ...(ADDED[msgType] ?? [])];
}

/** The fields of terms that FIX 4.4 does not have. */
export function customFieldsOf(terms: OrderTerms): CustomField[] {
  return Object.values(terms).flatMap((term) => {
    const { fix } = term;
    if (fix === undefined || 'execInst' in fix || fix.tag <= LAST_TAG) return [];
    const { tag, name, values } = fix;
    return [{ tag, name, type: typeOf(term), ...(values && { values }), messages: messagesOf(term) }];
  });
}

/** The types of the messages that have the field of a term. */
export function messagesOf({ hidden, replaceable }: OrderTerm): string[] {
  return [...(hidden ? [] : ['8']), 'D', ...(replaceable ? ['G'] : [])];
}

function typeOf({ words, shares, clock }: OrderTerm): string {
  if (shares) return 'QTY';
  if (clock) return 'STRING';
  return words === undefined ? 'BOOLEAN' : 'CHAR';
}
