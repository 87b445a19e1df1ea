import { randomBytes } from 'node:crypto';

/** 32 letters and digits that are not easily confused, one for each value of five random bits. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';
const LENGTH = 10;

/** Ten random letters and digits: the id of a record that must not be guessable. */
export function shortId(): string {
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
