/**
 * The pattern of LIKE for what holds the word, for use with ESCAPE '!': the signs of LIKE in the word stand for
 * themselves. Which letters are alike in another case is for the database's lower() to say, of column and pattern.
 */
export function containsPattern(word: string): string {
  return `%${word.replace(/[!%_]/g, '!$&')}%`;
}
