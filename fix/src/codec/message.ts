import { DICTIONARY, type Members } from '../dictionary/index.ts';

/** A tag and its value, as text of ISO-8859-1: one character is one byte. Tag 0: text that is no field. */
export type Field = readonly [tag: number, value: string];

/**
 * A message, or one entry of a repeating group (which has the type of its message), in the order of its fields. Of a
 * received message, header and trailer are among them.
 */
export interface Message {
  readonly msgType: string;
  readonly fields: readonly Field[];
}

/** The first value of a tag; undefined where the message has none. */
export function fieldValue({ fields }: Message, tag: number): string | undefined {
  // A loop: each message is asked for a dozen tags.
  for (let at = 0; at < fields.length; at++) if (fields[at]![0] === tag) return fields[at]![1];
  return undefined;
}

/**
 * The entries of a repeating group, by the tag of its count field; a nested group is read from its entry in the same
 * way. Empty where the message has no such group.
 */
export function groupsOf(message: Message, countTag: number): Message[] {
  const at = message.fields.findIndex(([tag]) => tag === countTag);
  const members = DICTIONARY.messages.get(message.msgType)?.body;
  const group = members && groupIn(members, countTag);
  if (at < 0 || group === undefined) return [];
  const all = tagsOf(group);
  const [delimiter] = group.keys();
  const entries: Field[][] = [];
  for (const field of message.fields.slice(at + 1)) {
    if (!all.has(field[0])) break;
    if (field[0] === delimiter || entries.length === 0) entries.push([]);
    entries.at(-1)?.push(field);
  }
  return entries.map((fields) => ({ msgType: message.msgType, fields }));
}

function groupIn(members: Members, countTag: number): Members | undefined {
  const direct = members.get(countTag)?.group;
  if (direct !== undefined) return direct;
  for (const { group } of members.values()) {
    const nested = group && groupIn(group, countTag);
    if (nested !== undefined) return nested;
  }
  return undefined;
}

const tags = new WeakMap<Members, ReadonlySet<number>>();

/** The tags of a group and of the groups in it. */
function tagsOf(members: Members): ReadonlySet<number> {
  const known = tags.get(members);
  if (known !== undefined) return known;
  const found = new Set<number>();
  for (const [tag, { group }] of members) {
    found.add(tag);
    for (const nested of group ? tagsOf(group) : []) found.add(nested);
  }
  tags.set(members, found);
  return found;
}
