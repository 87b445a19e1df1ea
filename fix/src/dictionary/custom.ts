/**
 * What OpenATS adds to FIX 4.4: fields in the range of user-defined tags, a field of FIX 5.0, and fields in further
 * messages.
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

/** Names of fields of FIX 4.4 that a type of message has in addition. */
const ADDED: Readonly<Record<string, readonly string[]>> = { R: ['TimeInForce', 'ExpireDate'] };

/** Names of all fields that are added to a type of message. */
export function addedTo(msgType: string): string[] {
  const custom = CUSTOM_FIELDS.filter((one) => one.messages.includes(msgType)).map((one) => one.name);
  return [...custom, ...(ADDED[msgType] ?? [])];
}
