/** FIX 4.4 and the custom fields of OpenATS as data: fields, messages, required fields and repeating groups. */
import { readFileSync } from 'node:fs';
import { CUSTOM_FIELDS } from './custom.ts';
import { type Dictionary, parseDictionary } from './parse.ts';
import { toXml } from './xml.ts';

export { CUSTOM_FIELDS, customFieldsOf, isAdded, messagesOf } from './custom.ts';
export { checkValue, LARGEST_WHOLE, type ValueFault } from './formats.ts';
export { ORDER_TERMS } from './generated/order-terms.ts';
export type { OrderTerm, OrderTerms, TermField } from './order-term.ts';
export type { Dictionary, Member, Members } from './parse.ts';
export { MSG, TAG } from './tags.ts';

const TEXT = readFileSync(new URL('./fix44.txt', import.meta.url), 'latin1');

export const DICTIONARY: Dictionary = parseDictionary(TEXT, CUSTOM_FIELDS);

/** The file docs/OpenATS-FIX44.xml. */
export function dictionaryXml(): string {
  return toXml(TEXT, CUSTOM_FIELDS);
}

/** Data fields, whose value may contain any byte, by the tag of the length that precedes them. */
export const DATA_OF_LENGTH: ReadonlyMap<number, number> = new Map(
  [...DICTIONARY.fields.values()]
    .filter(({ type }) => type === 'LENGTH')
    .flatMap(({ tag, name }) => {
      const dataName = name.replace(/Len(gth)?$/, '');
      const data = [...DICTIONARY.fields.values()].find((one) => one.name === dataName && one.type === 'DATA');
      return data === undefined ? [] : [[tag, data.tag] as const];
    }),
);
