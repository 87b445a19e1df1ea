import { randomBytes } from 'node:crypto';

/** Letters and digits that are not mistaken for each other: 32, so that five random bits are one of them. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';
const LENGTH = 10;

/** Ten random letters and digits: the id of a record whose number is nobody's to guess. */
export function shortId(): string {
  return [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
