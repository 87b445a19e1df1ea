/** The signature of the platform at the end of a signed document: only who has the private key can make it. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** A comment in PDF, which readers pass over: the public key and the signature over all bytes before the line. */
const LINE = /\n%Ed25519 ([A-Za-z0-9_-]{43}) ([A-Za-z0-9_-]{86})\n$/;
const LINE_BYTES = '\n%Ed25519 '.length + 43 + 1 + 86 + 1;

export class FileSigner {
  readonly #key: KeyObject;
  /** 32 bytes in base64url. */
  readonly publicKey: string;

  /** @param seed the private key, 32 bytes */
  constructor(seed: Buffer) {
    this.#key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
    this.publicKey = createPublicKey(this.#key).export({ format: 'jwk' }).x as string;
  }

  /** The file, followed by the line of its signature. */
  signed(file: Uint8Array): Buffer {
    const signature = sign(null, file, this.#key).toString('base64url');
    return Buffer.concat([file, Buffer.from(`\n%Ed25519 ${this.publicKey} ${signature}\n`)]);
  }
}

/** What is wrong with a file that is said to be signed with the key; undefined: it is as it was signed. */
export function signatureFault(file: Buffer, publicKey: string): string | undefined {
  const [line, key, signature] = LINE.exec(file.subarray(-LINE_BYTES).toString('latin1')) ?? [];
  if (line === undefined || key === undefined || signature === undefined) return 'it does not end with a signature';
  if (key !== publicKey) return `it is signed with another key, ${key}`;
  const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  const isWhole = verify(null, file.subarray(0, -LINE_BYTES), known, Buffer.from(signature, 'base64url'));
  return isWhole ? undefined : 'it was changed after it was signed';
}
