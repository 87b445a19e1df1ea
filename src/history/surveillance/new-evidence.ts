import type { AlertEvidence, Finding, MergedFindings } from '../../database/schema/index.ts';

/** The evidence that an alert keeps: the first orders and matches. */
const EVIDENCE_MAX = 100;

/**
 * The findings of each alert as one, oldest first. A client whose every cancel is a finding has a window of orders in
 * each: to take them all from this thread held the main thread for 40 ms.
 */
export function mergedByAlert(findings: readonly Finding[]): MergedFindings[] {
  const evidence = new NewEvidence();
  return [...Map.groupBy(findings, ({ key }) => key).values()].map((ofAlert) => {
    const [{ time: firstAt, ...first }, last] = [ofAlert[0]!, ofAlert.at(-1)!];
    return {
      ...first,
      ...{ firstAt, lastAt: last.time, count: ofAlert.length, figures: last.figures },
      evidence: ofAlert.flatMap((finding) => evidence.of(finding)),
    };
  });
}

/** The orders and matches that were found for each alert. */
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
