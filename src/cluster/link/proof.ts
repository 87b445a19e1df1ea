/**
 * How two nodes show each other that they have the ENCRYPTION_KEY of the venue (neither sends anything of it), and the
 * keys that their frames are authenticated with after that (J24).
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { FrameMacs } from './frames.ts';

const PURPOSE = 'openats command link';
const FRAMES_PURPOSE = 'openats command link frames';
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

/** The side that opened the connection, or that accepted it. */
export type Side = 'opened' | 'accepted';

/** What a side proves: that it has the key and said this in answer to these challenges. */
export interface Statement {
  readonly side: Side;
  readonly challenges: Challenges;
  /** All else in its message: the process of a node, the epoch and position of a leader. */
  readonly said: string;
}

/** Differs for the two sides, so that neither can be answered with what it said itself. */
export function proofOf(key: Buffer, { side, challenges: { accepted, opened }, said }: Statement): string {
  return createHmac('sha256', key).update(`${side}\n${accepted}\n${opened}\n${said}`).digest('base64');
}

/** The first of the keys that one of the proofs is made with. */
export function keyProved(keys: readonly Buffer[], proofs: unknown, statement: Statement): Buffer | undefined {
  const given = Array.isArray(proofs) ? proofs.slice(0, PROOFS_MAX) : [];
  return keys.find((key) => given.some((proof) => isProof(proof, proofOf(key, statement))));
}

/** The MACs of the frames that one side sends on this connection alone. */
export function macsOf(key: Buffer, side: Side, { accepted, opened }: Challenges): FrameMacs {
  const salt = `${accepted}\n${opened}`;
  return new FrameMacs(Buffer.from(hkdfSync('sha256', key, salt, `${FRAMES_PURPOSE} ${side}`, KEY_BYTES)));
}

function isProof(proof: unknown, expected: string): boolean {
  if (typeof proof !== 'string' || proof.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(expected));
}
