/** An alert as the API has it, and its words. */
import type { Names } from '../../data/index.ts';

export interface Alert {
  readonly alertId: string;
  readonly rule: string;
  readonly severity: string;
  readonly status: 'Open' | 'Closed';
  readonly securityId: string;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly otherClientId: string | null;
  readonly otherAccountId: string | null;
  readonly assignedTo: string | null;
  readonly occurrences: number;
  readonly firstTime: string;
  readonly lastTime: string;
  readonly raisedTime: string;
  readonly figures: Readonly<Record<string, string | number>>;
}

export interface Evidence {
  readonly orderId: string | null;
  readonly matchId: string | null;
  readonly time: string;
  readonly price: string | null;
  readonly quantity: string | null;
}

interface Action {
  readonly action: 'Raised' | 'Assigned' | 'Commented' | 'Closed' | 'Reopened';
  readonly clientId: string | null;
  readonly userId: string | null;
  readonly text: string | null;
  readonly time: string;
}

export interface AlertDetails extends Alert {
  readonly evidence: readonly Evidence[];
  readonly actions: readonly Action[];
}

export const RULES = [
  'Wash trade',
  'Layering',
  'Quick cancels',
  'Marking the close',
  'Late orders of an auction',
  'Price band',
  'Concentration',
];

/** With a sign: colour alone says nothing to some. */
export const stateText = (status: Alert['status']): string => (status === 'Open' ? '● Open' : '✓ Closed');

const FIGURES: Readonly<Record<string, string>> = {
  relation: 'Relation',
  shares: 'Shares',
  ofShares: 'Of shares held',
  percent: 'Percent',
  cancelled: 'Cancelled orders',
  cancels: 'Quick cancels',
  milliseconds: 'Cancelled within, ms',
  side: 'Side of the orders',
  price: 'Price',
  before: 'Price before',
  last: 'Last price',
  movePercent: 'Change, percent',
  initiatedPercent: 'Part of the shares, percent',
  threshold: 'Threshold',
  date: 'Trading day',
};

/** In the words of the console; another figure keeps its name. */
export const figureFacts = ({ figures }: Alert): readonly (readonly [string, string])[] =>
  Object.entries(figures).map(([name, value]) => [FIGURES[name] ?? name, String(value)]);

/** What happened, as a sentence. */
export function whatHappened({ rule, clientId, otherClientId, occurrences }: Alert, names: Names): string {
  const who = otherClientId === null || otherClientId === clientId ? [clientId] : [clientId, otherClientId];
  const whom = who.map((id) => names.titleOf(id)).join(' and ');
  return `${rule}: ${whom}, ${occurrences === 1 ? 'once' : `${occurrences} times`}`;
}
