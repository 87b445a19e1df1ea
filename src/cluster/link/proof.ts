/** How two nodes show each other that they have the ENCRYPTION_KEY of the venue: neither sends anything of it. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const PURPOSE = 'openats command link';
const KEY_BYTES = 32;
const PROOFS_MAX = 8;
export const NONCE_BYTES = 32;

/**
 * The keys of the links between nodes, from the ENCRYPTION_KEY of the settings, which may be several (base64, separated
 * by commas): while it is changed on one node after the other, any that both have is enough.
 */
export function linkKeys(encryptionKey: string): readonly Buffer[] {
  const keys = encryptionKey.split(',').map((key) => key.trim());
  return keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', PURPOSE, KEY_BYTES)));
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

/** The first of the keys that one of the proofs is made with. */
export function keyProved(
  keys: readonly Buffer[],
  proofs: unknown,
  side: 'opened' | 'accepted',
  challenges: Challenges,
): Buffer | undefined {
  const given = Array.isArray(proofs) ? proofs.slice(0, PROOFS_MAX) : [];
  return keys.find((key) => given.some((proof) => isProof(proof, proofOf(key, side, challenges))));
}

function isProof(proof: unknown, expected: string): boolean {
  if (typeof proof !== 'string' || proof.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(expected));
}
