/**
 * What OpenATS adds to FIX 4.4: fields in the range of user-defined tags, a field of FIX 5.0, fields in further
 * messages, and values of later versions.
 */

export interface CustomField {
  readonly tag: number;
  readonly name: string;
  readonly type: string;
  readonly values?: readonly string[];
  /** The types of the messages that have it. */
  readonly messages: readonly string[];
}

export const CUSTOM_FIELDS: readonly CustomField[] = [
  { tag: 5001, name: 'DisclosePrice', type: 'BOOLEAN', messages: ['D'] },
  { tag: 5002, name: 'SelfTradePrevention', type: 'CHAR', values: ['0', '1', '2', '3'], messages: ['D'] },
  { tag: 5004, name: 'BeyondCollar', type: 'BOOLEAN', messages: ['D'] },
  { tag: 1138, name: 'DisplayQty', type: 'QTY', messages: ['8', 'D', 'G'] },
  { tag: 5003, name: 'ReasonCode', type: 'STRING', messages: ['8', '9', 'r', 'AG', 'AI'] },
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
