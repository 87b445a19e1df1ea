/**
 * The LIKE pattern for text that contains the word, for use with ESCAPE '!', which escapes the word's own % and _. To
 * ignore case, apply the database's lower() to the column and the pattern.
 */
export function containsPattern(word: string): string {
  return `%${word.replace(/[!%_]/g, '!$&')}%`;
}
