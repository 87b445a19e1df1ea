/** What surveillance finds: stored with its evidence, as JSON. */

/** The rules, by which alerts are named (docs/operate/oversight.md). */
export const SURVEILLANCE_RULES = [
  'Wash trade',
  'Layering',
  'Quick cancels',
  'Marking the close',
  'Price band',
  'Concentration',
] as const;
export type SurveillanceRule = (typeof SURVEILLANCE_RULES)[number];

/** An order or a match that shows it. Times are microseconds since 1970. */
export interface AlertEvidence {
  readonly orderId?: number;
  readonly matchId?: number;
  readonly time: number;
  readonly price?: number;
  readonly quantity?: number;
}

/** Something that a rule noticed. */
export interface Finding {
  readonly rule: SurveillanceRule;
  /** The alert that it belongs to: another finding of it adds to the same alert. */
  readonly key: string;
  readonly securityId: number;
  /** Who did it. */
  readonly clientId: string;
  readonly accountId: string | null;
  /** The other side, where there is one. */
  readonly otherClientId: string | null;
  readonly otherAccountId: string | null;
  readonly time: number;
  /** What was measured, and its threshold. */
  readonly figures: Readonly<Record<string, string | number>>;
  readonly evidence: readonly AlertEvidence[];
}

/** How far the history was looked through. */
export interface SurveillancePosition {
  readonly seq: number;
  readonly matchId: number;
  /** The last trading day whose holdings were looked at; empty before the first. */
  readonly date: string;
}
