/** Holds what the application sends to the dictionary: fields, values, required fields and groups. */
import type { Field, Message } from '../../src/codec/index.ts';
import { checkValue, DICTIONARY, type Members } from '../../src/dictionary/index.ts';

/** What is wrong with the body of a message; empty: nothing. */
export function faultsOf({ msgType, fields }: Message): string[] {
  const type = DICTIONARY.messages.get(msgType);
  if (type === undefined) return [`there is no message ${msgType}`];
  const reading = new Reading(fields);
  reading.read(type.body, false);
  return reading.faults;
}

class Reading {
  readonly faults: string[] = [];
  readonly #fields: readonly Field[];
  #at = 0;

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  /** The fields of the body, to their end, or those of one entry of a group. */
  read(members: Members, isEntry: boolean): void {
    const seen = new Set<number>();
    for (let field = this.#fields[this.#at]; field !== undefined; field = this.#fields[this.#at]) {
      const [tag, value] = field;
      const member = members.get(tag);
      if (isEntry && (member === undefined || seen.has(tag))) break;
      this.#at += 1;
      if (member === undefined || seen.has(tag)) {
        this.faults.push(`${tag} is not a field of it, or comes twice`);
        continue;
      }
      seen.add(tag);
      const fault = checkValue(member.field, value);
      if (fault !== undefined) this.faults.push(`${member.field.name} ${fault}: ${value}`);
      if (member.group !== undefined) this.#readGroup(member.group, Number(value));
    }
    for (const [tag, { required, field }] of members) {
      if (required && !seen.has(tag)) this.faults.push(`${field.name} (${tag}) is missing`);
    }
  }

  #readGroup(group: Members, count: number): void {
    const [delimiter] = group.keys();
    for (let entry = 0; entry < count; entry++) {
      const [tag] = this.#fields[this.#at] ?? [];
      if (tag !== delimiter) this.faults.push(`an entry begins with ${tag}`);
      this.read(group, true);
    }
  }
}
