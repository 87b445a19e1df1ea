import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPrivateFile, readPrivateFile } from './private-file.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed value cannot be decrypted: it was changed, belongs to another place, or its key is not configured. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/**
 * Encrypts values that must not be readable in the database file: AES-256-GCM, a random nonce for each value. `context`
 * names the place of the value (for example `accounts.tax_id:A10000001`) and must be the same for decryption, so a
 * value copied to another row cannot be decrypted. Form: v1.<key id>.<base64url of nonce, ciphertext and tag>.
 */
export class Secrets {
  /** By key id; the first key encrypts, all keys decrypt. */
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #sealingKeyId: string;

  /** Keys of 32 bytes: the first encrypts new values, the others decrypt older ones. */
  constructor(keys: readonly Buffer[]) {
    if (keys.length === 0) throw new Error('At least one encryption key is needed');
    if (keys.some((key) => key.length !== KEY_BYTES)) throw new Error(`An encryption key has ${KEY_BYTES} bytes`);
    this.#keys = new Map(keys.map((key) => [keyId(key), key]));
    this.#sealingKeyId = keyId(keys[0]!);
  }

  /** The ids of the keys in sealed values; the first key encrypts. */
  get keyIds(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** 32 bytes for another purpose, for example signatures; stable for a purpose until the newest key changes. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#keys.get(this.#sealingKeyId)!, '', `openats ${purpose}`, KEY_BYTES));
  }

  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keys.get(this.#sealingKeyId)!, nonce);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.#sealingKeyId}.${sealed.toString('base64url')}`;
  }

  /** Throws CannotOpen; the message has neither the value nor the key. */
  open(sealed: string, context: string): string {
    const [version, id, body] = sealed.split('.');
    const key = this.#keys.get(id ?? '');
    if (version !== 'v1' || body === undefined) throw new CannotOpen('A sealed value has an unknown form');
    if (key === undefined)
      throw new CannotOpen(`A sealed value needs the encryption key ${id}, which is not configured`);
    const bytes = Buffer.from(body, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new CannotOpen('A sealed value is too short');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw new CannotOpen('A sealed value was changed or belongs to another record');
    }
  }
}

/** An id that does not reveal the key; it distinguishes a wrong key from a damaged value. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('openats key id').update(key).digest('hex').slice(0, 8);
}

/**
 * Reads ENCRYPTION_KEY: the base64 of 32 bytes, or several of them separated by commas, the newest first. Throws with a
 * message that names the variable, not its value.
 */
export function parseEncryptionKeys(value: string): Buffer[] {
  return value.split(',').map((part) => {
    const key = Buffer.from(part.trim(), 'base64');
    if (key.length !== KEY_BYTES || key.toString('base64') !== part.trim()) {
      throw new Error(
        `ENCRYPTION_KEY must be the base64 of ${KEY_BYTES} bytes (or several of them, separated by commas)`,
      );
    }
    return key;
  });
}

/** The source of the keys: the variable if it is set, otherwise (in the sandbox) a file of the data folder. */
export interface SecretsSource {
  /** ENCRYPTION_KEY; null or empty: not set. */
  readonly encryptionKey?: string | null | undefined;
  readonly dataDir: string;
}

/** The file of the generated key, used without ENCRYPTION_KEY. */
export function encryptionKeyFile({ dataDir }: SecretsSource): string {
  return join(dataDir, 'encryption.key');
}

/** The configured secrets; undefined without variable and file. */
export async function findSecrets(source: SecretsSource): Promise<Secrets | undefined> {
  if (source.encryptionKey) return new Secrets(parseEncryptionKeys(source.encryptionKey));
  const path = encryptionKeyFile(source);
  const kept = await readPrivateFile(path);
  return kept === undefined ? undefined : new Secrets([keyIn(path, kept)]);
}

/** As findSecrets; generates a key if none is configured. Losing its file loses the values sealed with it. */
export async function loadSecrets(source: SecretsSource): Promise<Secrets> {
  const found = await findSecrets(source);
  if (found !== undefined) return found;
  const path = encryptionKeyFile(source);
  return new Secrets([keyIn(path, await createPrivateFile(path, randomBytes(KEY_BYTES).toString('base64')))]);
}

function keyIn(path: string, text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${path} is damaged: it must hold the base64 of ${KEY_BYTES} bytes`);
  return key;
}
