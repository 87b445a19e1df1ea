/** Fibonacci hashing: 2^32 divided by the golden ratio, so that ids with a common stride spread well. */
const MULTIPLIER = 0x9e3779b1;

/** 32 bits of a safe integer. */
export function hashOfNumber(number: number): number {
  return (number | 0) ^ ((number / 4294967296) | 0);
}

/** One character, or byte, more of a text whose hash is known. */
export function hashWith(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** To be taken from its upper bits: they differ where those of the hashes do not. */
export function spread(hash: number): number {
  return Math.imul(hash, MULTIPLIER);
}
