/**
 * Encrypted webhook bodies (C45). The format is documented for receivers in
 * README.md of this folder, with a program that decrypts it; a test runs that program.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ENCRYPTION_KEY_BYTES } from '../registry/index.ts';

/** The first byte of every encrypted body: which scheme made it. */
const ENCRYPTION_VERSION = 1;
/** Bound into every tag, so that a body of another purpose or version never passes for a webhook. */
const ASSOCIATED_DATA = Buffer.from('openats-webhook-v1', 'ascii');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The body `params=<base64url of version, nonce, ciphertext, tag>` for a form-encoded body: AES-256-GCM under the
 * client's key with a fresh random nonce. Throws RangeError when the key has not 32 bytes.
 */
export function encryptForm(form: string, key: Buffer): string {
  requireKey(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(ASSOCIATED_DATA);
  const ciphertext = Buffer.concat([cipher.update(form, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([Buffer.of(ENCRYPTION_VERSION), nonce, ciphertext, cipher.getAuthTag()]);
  return `params=${sealed.toString('base64url')}`;
}

/**
 * The form-encoded body again, from the value of the field params. Throws RangeError on a wrong key length, another
 * version or too few bytes, Error when the tag does not match.
 */
export function decryptParams(params: string, key: Buffer): string {
  requireKey(key);
  const sealed = Buffer.from(params, 'base64url');
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES) throw new RangeError('encrypted body is too short');
  if (sealed[0] !== ENCRYPTION_VERSION) throw new RangeError('unknown version of encrypted body');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(ASSOCIATED_DATA)
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
}

function requireKey(key: Buffer): void {
  if (key.length !== ENCRYPTION_KEY_BYTES) throw new RangeError('a webhook encryption key has 32 bytes');
}
