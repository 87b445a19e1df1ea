import type { AlertEvidence, Finding } from '../../database/schema/index.ts';

/** The evidence that an alert keeps: the first orders and matches. */
const EVIDENCE_MAX = 100;

/**
 * The findings, each with the evidence that the earlier ones of its alert do not have, and no more for one alert than
 * it keeps. A client whose every cancel is a finding has a window of orders in each: to take them all from this thread
 * held the main thread for 40 ms.
 */
export function withNewEvidence(findings: readonly Finding[]): Finding[] {
  const evidence = new NewEvidence();
  return findings.map((finding) => ({ ...finding, evidence: evidence.of(finding) }));
}

export class NewEvidence {
  readonly #seen = new Map<string, Set<string>>();

  /** The evidence of a finding that earlier ones of its alert do not have. */
  of({ key, evidence }: Finding): AlertEvidence[] {
    const keys = this.#seen.get(key) ?? new Set<string>();
    this.#seen.set(key, keys);
    return evidence.filter((one) => isNew(one, keys));
  }
}

function isNew({ orderId, matchId }: AlertEvidence, keys: Set<string>): boolean {
  const { size } = keys;
  return size < EVIDENCE_MAX && keys.add(`${orderId ?? ''} ${matchId ?? ''}`).size > size;
}
