/** Corporate actions for tests. */
import type { ActionTerms, AnnouncedAction, SplitTerms } from '../../src/exchange/api/corporate-actions.ts';
import type { ExchangeEvent, OrderEvent } from '../../src/exchange/api/events.ts';
import type { Accepted, Outcome } from '../../src/exchange/api/outcomes.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { TestVenue } from './venue.ts';

export const ID = 7 as SecurityId;

/** Two for one; parts of a share are paid in cash. */
const TWO_FOR_ONE: ActionTerms = { kind: 'split', to: 2, from: 1, fractions: 'cash', cashPrice: 5_000_000 };
export const ONE_FOR_TEN: SplitTerms = { kind: 'split', to: 1, from: 10, fractions: 'cash', cashPrice: 100_000_000 };

export function dividend(amount: number): ActionTerms {
  return { kind: 'cashDividend', amount };
}

/** With effect on Monday after OPEN_FRIDAY. */
export function action(over: Partial<AnnouncedAction> = {}): AnnouncedAction {
  return { terms: TWO_FOR_ONE, exDate: '2026-11-23', recordDate: null, payDate: null, note: null, ...over };
}

export const BY_OWNER = { clientId: 'owner', byOperator: false, securityId: ID } as const;

export function announce({ exchange }: TestVenue, over: Partial<AnnouncedAction> = {}): Promise<Outcome> {
  return exchange.submit({ type: 'announceAction', ...BY_OWNER, action: action(over), most: 20 });
}

/** The number of the action that a command was accepted for. */
export function idOfAction(outcome: Outcome): number {
  return (outcome as Accepted).version as number;
}

export function restated(events: readonly ExchangeEvent[]): OrderEvent[] {
  return events.filter((event): event is OrderEvent => event.type === 'order' && event.change === 'restated');
}

export function endedByAction(events: readonly ExchangeEvent[]): OrderEvent[] {
  return events.filter((event): event is OrderEvent => event.type === 'order' && event.change === 'corporate action');
}
