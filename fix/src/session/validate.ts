import type { Field, Message } from '../codec/index.ts';
import { checkValue, DICTIONARY, type Member, type Members, type ValueFault } from '../dictionary/index.ts';
import { type Fault, REASON, requiredMissing } from './faults.ts';

const VALUE_FAULTS: Readonly<Record<ValueFault, Omit<Fault, 'tag'>>> = {
  empty: { reason: REASON.tagWithoutValue, text: 'Tag specified without a value' },
  format: { reason: REASON.incorrectDataFormat, text: 'Incorrect data format for value' },
  value: { reason: REASON.valueIncorrect, text: 'Value is incorrect (out of range) for this tag' },
};

/** What is wrong with a value that a tag of the dictionary has; undefined: nothing. */
export function valueFault(tag: number, value: string): Fault | undefined {
  const field = DICTIONARY.fields.get(tag);
  const wrong = field && checkValue(field, value);
  return wrong && { ...VALUE_FAULTS[wrong], tag };
}

/** The first fault of a message by the dictionary; undefined: it has none. */
export function validate(message: Message): Fault | undefined {
  const type = DICTIONARY.messages.get(message.msgType);
  if (type === undefined) return { reason: REASON.invalidMsgType, tag: 35, text: 'Invalid MsgType' };
  const { fields } = message;
  const bodyStart = sectionEnd(fields, 0, DICTIONARY.header);
  const bodyEnd = bodyEndOf(fields, bodyStart);
  for (let at = bodyStart; at < bodyEnd; at++) {
    const tag = fields[at]![0];
    if (DICTIONARY.header.has(tag)) return outOfOrder(tag);
  }
  return (
    new Section(fields, 0, bodyStart).check(DICTIONARY.header) ??
    new Section(fields, bodyStart, bodyEnd).check(type.body) ??
    new Section(fields, bodyEnd, fields.length).check(DICTIONARY.trailer)
  );
}

/** The first place from which a field is not of the section, nor of a group in it. */
function sectionEnd(fields: readonly Field[], from: number, members: Members): number {
  let at = from;
  while (at < fields.length && isIn(members, fields[at]![0])) at += 1;
  return at;
}

/** A trailer begins with the last fields that are of the trailer. */
function bodyEndOf(fields: readonly Field[], bodyStart: number): number {
  let at = fields.length;
  while (at > bodyStart && DICTIONARY.trailer.has(fields[at - 1]![0])) at -= 1;
  return at;
}

function isIn(members: Members, tag: number): boolean {
  if (members.has(tag)) return true;
  for (const { group } of members.values()) if (group !== undefined && isIn(group, tag)) return true;
  return false;
}

/** Walks the fields of one section, and the entries of groups in it. */
class Section {
  readonly #fields: readonly Field[];
  readonly #end: number;
  #at: number;

  constructor(fields: readonly Field[], start: number, end: number) {
    this.#fields = fields;
    this.#at = start;
    this.#end = end;
  }

  check(members: Members): Fault | undefined {
    const seen = new Set<number>();
    while (this.#at < this.#end) {
      const [tag] = this.#fields[this.#at]!;
      const member = members.get(tag);
      if (member === undefined) return this.#strange(members);
      if (seen.has(tag)) return { reason: REASON.tagAppearsMoreThanOnce, tag, text: 'Tag appears more than once' };
      seen.add(tag);
      const fault = this.#member(member);
      if (fault !== undefined) return fault;
    }
    return missing(members, seen);
  }

  /** Takes a field, and the entries that it counts. */
  #member({ field, group }: Member): Fault | undefined {
    const value = this.#fields[this.#at]![1];
    const wrong = checkValue(field, value);
    if (wrong !== undefined) return { ...VALUE_FAULTS[wrong], tag: field.tag };
    this.#at += 1;
    return group && this.#entries(field.tag, Number(value), group);
  }

  #entries(countTag: number, count: number, members: Members): Fault | undefined {
    const [delimiter] = members.keys();
    let entries = 0;
    while (this.#at < this.#end && this.#fields[this.#at]![0] === delimiter) {
      entries += 1;
      const fault = this.#entry(members, delimiter);
      if (fault !== undefined) return fault;
    }
    if (entries === count) return undefined;
    const next = this.#fields[this.#at]?.[0] ?? 0;
    if (entries === 0 && this.#at < this.#end && members.has(next)) {
      return { reason: REASON.groupOutOfOrder, tag: next, text: 'Repeating group fields out of order' };
    }
    const text = `Incorrect NumInGroup count for repeating group: ${entries} of ${count}`;
    return { reason: REASON.groupCountIncorrect, tag: countTag, text };
  }

  /** One entry, up to the next delimiter or the first field that is not of the group. */
  #entry(members: Members, delimiter: number): Fault | undefined {
    const seen = new Set<number>();
    while (this.#at < this.#end) {
      const [tag] = this.#fields[this.#at]!;
      const member = members.get(tag);
      if (member === undefined || (tag === delimiter && seen.size > 0)) break;
      if (seen.has(tag)) return { reason: REASON.tagAppearsMoreThanOnce, tag, text: 'Tag appears more than once' };
      seen.add(tag);
      const fault = this.#member(member);
      if (fault !== undefined) return fault;
    }
    return missing(members, seen);
  }

  /** A field that is no member here. */
  #strange(members: Members): Fault {
    const [tag, part] = this.#fields[this.#at]!;
    if (tag === 0) {
      const before = this.#fields[this.#at - 1]?.[0] ?? 0;
      if (!part.includes('=')) {
        return { reason: REASON.delimiterInValue, tag: before, text: 'Non-data value includes field delimiter' };
      }
      const text = `Invalid tag number after tag ${before}`;
      return { reason: REASON.invalidTagNumber, ...writtenTag(part), text };
    }
    if (!DICTIONARY.fields.has(tag)) return { reason: REASON.invalidTagNumber, tag, text: 'Invalid tag number' };
    if (isIn(DICTIONARY.header, tag) || DICTIONARY.trailer.has(tag)) return outOfOrder(tag);
    if (isIn(members, tag)) {
      return { reason: REASON.groupOutOfOrder, tag, text: 'Repeating group fields out of order' };
    }
    return { reason: REASON.tagNotDefinedForMessage, tag, text: 'Tag not defined for this message type' };
  }
}

/** A number that is the tag of no field, such as 0 or -1, as it was written; anything else cannot be referred to. */
function writtenTag(part: string): { readonly tag?: number } {
  const written = part.slice(0, part.indexOf('='));
  const tag = Number(written);
  return Number.isSafeInteger(tag) && String(tag) === written ? { tag } : {};
}

function outOfOrder(tag: number): Fault {
  return { reason: REASON.tagOutOfOrder, tag, text: 'Tag specified out of required order' };
}

function missing(members: Members, seen: ReadonlySet<number>): Fault | undefined {
  for (const tag of requiredOf(members)) if (!seen.has(tag)) return requiredMissing(tag);
  return undefined;
}

const required = new WeakMap<Members, readonly number[]>();

function requiredOf(members: Members): readonly number[] {
  let tags = required.get(members);
  if (tags === undefined) {
    tags = [...members.values()].filter((one) => one.required).map((one) => one.field.tag);
    required.set(members, tags);
  }
  return tags;
}
