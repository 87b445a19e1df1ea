import { hash, randomBytes, randomInt } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, base64url: of a session or of a link. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function isToken(text: string): boolean {
  return TOKEN_FORM.test(text);
}

/** SHA-256, hexadecimal: what the database has of a token, which cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** U and eight digits. */
export function newUserId(): string {
  return `U${randomInt(10_000_000, 100_000_000)}`;
}

/** The address in the form in which it is compared. */
export function hashEmail(email: string): string {
  return hash('sha256', email.trim().normalize('NFC').toLowerCase(), 'hex');
}
