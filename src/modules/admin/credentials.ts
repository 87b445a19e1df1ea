import { hash, randomBytes, randomInt } from 'node:crypto';

const KEY_BYTES = 32;
const KEY_FORM = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, base64url. */
export function newApiKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** Whether a text can be a key at all: 43 characters of base64url. */
export function isApiKeyForm(text: string): boolean {
  return KEY_FORM.test(text);
}

/** SHA-256, hexadecimal. A fast hash is enough: the keys are random and cannot be guessed from a list. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** C and eight digits. Ids below C10000000 are reserved, among others for the sandbox. */
export function newClientId(): string {
  return `C${randomInt(10_000_000, 100_000_000)}`;
}

/** K and 64 random bits. */
export function newKeyId(): string {
  return `K${randomBytes(8).toString('hex')}`;
}
