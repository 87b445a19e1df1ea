/** Corporate actions as they are shown: over HTTP, in events, webhooks and on the stream. */
import { formatInstant } from '../../calendar/format-time.ts';
import { ACTION_STATES, type ActionTerms, type CorporateAction, type Fractions } from './corporate-actions.ts';
import { priceText } from './units.ts';

export const ACTION_KINDS = ['Split', 'Reverse Split', 'Stock Dividend'] as const;
type ShownKind = (typeof ACTION_KINDS)[number];

export const FRACTIONS = { cash: 'Cash', up: 'Up' } as const satisfies Record<Fractions, string>;

function kindOf({ kind, to, from }: ActionTerms): ShownKind {
  if (kind === 'stockDividend') return 'Stock Dividend';
  return to > from ? 'Split' : 'Reverse Split';
}

/** New shares: in place of the old ones, or of a stock dividend in addition to them. */
function newShares({ kind, to, from }: ActionTerms): number {
  return kind === 'stockDividend' ? to - from : to;
}

/** A sentence for the reason of an order that it changes, and for people. */
export function titleOf(terms: ActionTerms): string {
  return `${newShares(terms)}-for-${terms.from} ${kindOf(terms).toLowerCase()}`;
}

export function actionFields(action: CorporateAction) {
  const { actionId, securityId, state, declaredAt, endedAt, byOperator, reason, terms } = action;
  const { exDate, recordDate, payDate, note } = action;
  const { from, fractions, cashPrice } = terms;
  return {
    actionId: String(actionId),
    securityId: String(securityId),
    kind: kindOf(terms),
    status: ACTION_STATES[state],
    ratio: `${newShares(terms)}:${from}`,
    fractions: FRACTIONS[fractions],
    cashPrice: cashPrice === null ? null : priceText(cashPrice),
    ...{ exDate, recordDate, payDate, note },
    declaredTime: formatInstant(declaredAt),
    endedTime: endedAt === null ? null : formatInstant(endedAt),
    by: byOperator ? ('operator' as const) : ('issuer' as const),
    reason,
  };
}
