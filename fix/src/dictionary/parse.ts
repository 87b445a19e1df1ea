import { addedTo, type CustomField, valuesOf } from './custom.ts';

export interface FieldType {
  readonly tag: number;
  readonly name: string;
  /** As the specification names it: STRING, PRICE, UTCTIMESTAMP ... */
  readonly type: string;
  /** The only values that it may have; undefined: any of its type. */
  readonly values: ReadonlySet<string> | undefined;
}

/** A field of a message or of a group's entry; with members it counts a repeating group. */
export interface Member {
  readonly field: FieldType;
  readonly required: boolean;
  readonly group: Members | undefined;
}

/** Fields by tag in the order of the specification. Of a group, the first one begins each entry. */
export type Members = ReadonlyMap<number, Member>;

interface MessageType {
  readonly msgType: string;
  readonly name: string;
  readonly body: Members;
}

export interface Dictionary {
  readonly header: Members;
  readonly trailer: Members;
  readonly messages: ReadonlyMap<string, MessageType>;
  readonly fields: ReadonlyMap<number, FieldType>;
}

/** Reads lines of the form that the head of fix44.txt describes. Throws for unknown names. */
export function parseDictionary(text: string, custom: readonly CustomField[]): Dictionary {
  const of = (kind: string) => entriesOf(text, kind);
  const fields = new Map([...of('field').map(fieldOf), ...custom.map(customField)].map((one) => [one.name, one]));
  const components = new Map(of('component').map(([name = '', ...members]) => [name, members]));
  const members = (words: readonly string[]) => new MemberReader(fields, components).read(words);
  const messages = of('message').map(([msgType = '', , name = '', ...words]): MessageType => {
    return { msgType, name, body: members([...words, ...addedTo(msgType)]) };
  });
  return {
    header: members(of('header')[0] ?? []),
    trailer: members(of('trailer')[0] ?? []),
    messages: new Map(messages.map((one) => [one.msgType, one])),
    fields: new Map([...fields.values()].map((one) => [one.tag, one])),
  };
}

/** The words of each line of a kind, without the kind. */
export function entriesOf(text: string, kind: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith(`${kind} `));
  return lines.map((line) => line.split(' ').slice(1));
}

function fieldOf([tag, name = '', type = '', ...values]: readonly string[]): FieldType {
  return { tag: Number(tag), name, type, values: values.length > 0 ? new Set(valuesOf(name, values)) : undefined };
}

function customField({ tag, name, type, values }: CustomField): FieldType {
  return { tag, name, type, values: values && new Set(values) };
}

class MemberReader {
  readonly #fields: ReadonlyMap<string, FieldType>;
  readonly #components: ReadonlyMap<string, readonly string[]>;

  constructor(fields: ReadonlyMap<string, FieldType>, components: ReadonlyMap<string, readonly string[]>) {
    this.#fields = fields;
    this.#components = components;
  }

  read(words: readonly string[]): Members {
    const members = new Map<number, Member>();
    for (let at = 0; at < words.length; at++) {
      const [, isComponent, name = '', isRequired] = /^(@?)(.+?)(\*?)$/.exec(words[at] as string) ?? [];
      if (isComponent) {
        for (const [tag, member] of this.read(this.#components.get(name) ?? unknown(name))) {
          // What an optional component requires is required only where the component is used: never checked here.
          members.set(tag, isRequired ? member : { ...member, required: false });
        }
        continue;
      }
      const field = this.#fields.get(name) ?? unknown(name);
      let group: Members | undefined;
      if (words[at + 1] === '(') {
        const end = closing(words, at + 1);
        group = this.read(words.slice(at + 2, end));
        at = end;
      }
      members.set(field.tag, { field, required: isRequired === '*', group });
    }
    return members;
  }
}

/** The place of the parenthesis that closes the one at `open`. */
function closing(words: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < words.length; at++) {
    if (words[at] === '(') depth += 1;
    if (words[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`a group is not closed: ${words.slice(open).join(' ')}`);
}

function unknown(name: string): never {
  throw new Error(`the dictionary has no ${name}`);
}
