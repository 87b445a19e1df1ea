import { DATA_OF_LENGTH } from '../dictionary/index.ts';
import type { Field } from './message.ts';

/**
 * The fields of a message's text, in order. A part that is no `tag=value` becomes a field of tag 0 with its text; the
 * session rejects it. A data field is as long as the length field before it says.
 */
export function decodeFields(text: string): Field[] {
  const fields: Field[] = [];
  let dataTag: number | undefined;
  let dataLength = 0;
  for (let at = 0; at < text.length; ) {
    const equals = text.indexOf('=', at);
    let end = text.indexOf('\x01', at);
    if (end < 0) end = text.length;
    const tag = equals < 0 || equals > end ? 0 : tagOf(text, at, equals);
    if (tag !== 0 && tag === dataTag && text[equals + 1 + dataLength] === '\x01') end = equals + 1 + dataLength;
    const value = tag === 0 ? text.slice(at, end) : text.slice(equals + 1, end);
    fields.push([tag, value]);
    dataTag = DATA_OF_LENGTH.get(tag);
    if (dataTag !== undefined) dataLength = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    at = end + 1;
  }
  return fields;
}

/** 0 where the text is no tag: other characters than digits, a leading zero, or too many of them. */
function tagOf(text: string, from: number, to: number): number {
  if (to === from || to - from > 9 || text[from] === '0') return 0;
  let tag = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
    tag = tag * 10 + digit;
  }
  return tag;
}
