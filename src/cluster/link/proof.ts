/** How two nodes show each other that they have the ENCRYPTION_KEY of the venue: neither sends anything of it. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const PURPOSE = 'openats command link';
const KEY_BYTES = 32;
export const NONCE_BYTES = 32;

/** The key of the links between nodes, from that of the settings (base64). */
export function linkKey(encryptionKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, '', PURPOSE, KEY_BYTES));
}

export interface Challenges {
  /** Of the node that accepted the connection, and of the one that opened it: base64. */
  readonly accepted: string;
  readonly opened: string;
}

/** Differs for the two sides, so that neither can be answered with what it said itself. */
export function proofOf(key: Buffer, side: 'opened' | 'accepted', { accepted, opened }: Challenges): string {
  return createHmac('sha256', key).update(`${side}\n${accepted}\n${opened}`).digest('base64');
}

export function isProof(proof: unknown, expected: string): boolean {
  if (typeof proof !== 'string' || proof.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(expected));
}
