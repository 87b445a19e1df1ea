/** Begins with a capital letter. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The names of fields as words: `price band` of priceBand. */
export function inWords(text: string): string {
  const inner = (one: string) =>
    one.replace(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`).replaceAll('_', ' ');
  return text.replace(/(?<![\w./:@-])[a-z]+(?:[A-Z_][a-zA-Z0-9]*)+(?![\w/@])/g, inner);
}
