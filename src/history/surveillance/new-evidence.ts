import type { AlertEvidence, Finding } from '../../database/schema/index.ts';

/** What an alert keeps of its evidence: the first orders and matches. */
const EVIDENCE_MAX = 100;

/**
 * The findings, each with the evidence that the earlier ones of its alert do not have, and no more for one alert than
 * it keeps. A client whose every cancel is a finding has a window of orders in each: to take them all from this thread
 * held the main thread for 40 ms.
 */
export function withNewEvidence(findings: readonly Finding[]): Finding[] {
  const seen = new Map<string, Set<string>>();
  return findings.map((finding) => {
    const keys = seen.get(finding.key) ?? new Set<string>();
    seen.set(finding.key, keys);
    const evidence = finding.evidence.filter((one) => isNew(one, keys));
    return { ...finding, evidence };
  });
}

function isNew({ orderId, matchId }: AlertEvidence, keys: Set<string>): boolean {
  const { size } = keys;
  return size < EVIDENCE_MAX && keys.add(`${orderId ?? ''} ${matchId ?? ''}`).size > size;
}
