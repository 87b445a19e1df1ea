/** A tag and its value, as text of ISO-8859-1: one character is one byte. */
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
export function fieldValue(message: Message, tag: number): string | undefined {
  return message.fields.find((field) => field[0] === tag)?.[1];
}
