/** What surveillance finds, stored with its evidence as JSON, and the thresholds of its rules. */

/** The rules, by which alerts are named (docs/operate/oversight.md). */
export const SURVEILLANCE_RULES = [
  'Wash trade',
  'Layering',
  'Quick cancels',
  'Marking the close',
  'Late orders of an auction',
  'Price band',
  'Concentration',
] as const;
export type SurveillanceRule = (typeof SURVEILLANCE_RULES)[number];

export const SEVERITIES = ['High', 'Medium', 'Low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** High: what is forbidden, if it is so; Medium: what may have a reason; Low: what is often the work of a program. */
export const RULE_SEVERITIES: Readonly<Record<SurveillanceRule, Severity>> = {
  'Wash trade': 'High',
  Layering: 'High',
  'Marking the close': 'High',
  'Late orders of an auction': 'Medium',
  'Price band': 'Medium',
  Concentration: 'Medium',
  'Quick cancels': 'Low',
};

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

/** The findings of one alert in one step of a survey. The figures are those of the last. */
export interface MergedFindings extends Omit<Finding, 'time'> {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** How far the history was searched. */
export interface SurveillancePosition {
  readonly seq: number;
  readonly matchId: number;
  /** The last trading day whose holdings were checked; empty before the first. */
  readonly date: string;
}

interface ThresholdTerms {
  /** Those that it is for. Where 0 is allowed, it switches them off. */
  readonly rules: readonly SurveillanceRule[];
  readonly range: readonly [usual: number, minimum: number, maximum: number];
  readonly about: string;
}

/** When the rules of surveillance notice something (O10), as methods name it (O17). */
export const THRESHOLDS = {
  washShares: {
    rules: ['Wash trade'],
    range: [1, 0, 1e9],
    about: 'Shares of a match between related accounts from which it is an alert; 0: none is.',
  },
  windowSeconds: {
    rules: ['Layering', 'Quick cancels'],
    range: [60, 1, 3600],
    about: 'Time in which surveillance counts cancelled orders, seconds.',
  },
  layeringOrders: {
    rules: ['Layering'],
    range: [5, 0, 200],
    about:
      'Unfilled orders of one side that a client cancels around a fill on the other side, from which it is an alert; ' +
      '0: off.',
  },
  quickCancels: {
    rules: ['Quick cancels'],
    range: [20, 0, 200],
    about:
      'Unfilled orders of a client in a security, each cancelled within quickCancelMs, from which it ' +
      'is an alert; 0: off.',
  },
  quickCancelMs: {
    rules: ['Quick cancels'],
    range: [1000, 1, 60_000],
    about: 'Time from the entry of an order to its cancel that counts as quick, milliseconds.',
  },
  closeSeconds: {
    rules: ['Marking the close'],
    range: [300, 1, 3600],
    about: 'Time before a close in which surveillance checks the price, seconds.',
  },
  closeMovePercent: {
    rules: ['Marking the close'],
    range: [3, 0, 1000],
    about: 'Change of the price in that time, mostly by one client, from which it is an alert, percent; 0: off.',
  },
  lateSeconds: {
    rules: ['Late orders of an auction'],
    range: [30, 1, 3600],
    about: 'Time before an auction in which surveillance takes an order that is entered or replaced as late, seconds.',
  },
  latePercent: {
    rules: ['Late orders of an auction'],
    range: [50, 0, 100],
    about:
      'Part of the shares of an auction that late orders of a client filled from which it is an alert, ' +
      'percent; 0: off.',
  },
  priceBandPercent: {
    rules: ['Price band'],
    range: [10, 0, 1000],
    about: 'Change of the price from one match to the next above which it is an alert, percent; 0: off.',
  },
  holderPercent: {
    rules: ['Concentration'],
    range: [25, 0, 100],
    about:
      'Part of the held shares of a security above which a holder is an alert at the end of a day, percent; 0: off.',
  },
} as const satisfies Readonly<Record<string, ThresholdTerms>>;

export type ThresholdName = keyof typeof THRESHOLDS;
export type Thresholds = { readonly [Name in ThresholdName]: number };

export const THRESHOLD_NAMES = Object.keys(THRESHOLDS) as readonly ThresholdName[];

/** Until an operator sets others. */
export const USUAL_THRESHOLDS = Object.fromEntries(
  THRESHOLD_NAMES.map((name) => [name, THRESHOLDS[name].range[0]]),
) as Thresholds;
