/** The same texts come again and again; above this number of texts, all are forgotten. */
const TEXTS_MAX = 65_536;

let texts = new Map<string, string>();

/**
 * The same text, as the object that it was when it was first seen. Texts from the journal are each a new object,
 * own: a live order would keep its own copies of whose it is, and each look-up of them would compare them by letter.
 */
export function interned(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= TEXTS_MAX) texts = new Map();
  texts.set(text, text);
  return text;
}
