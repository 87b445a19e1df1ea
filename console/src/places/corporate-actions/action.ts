/** A corporate action as the API lists it (R1). */
import type { Desk, Fields } from '../../data/index.ts';
import { actionTermWords } from '../../views/index.ts';

export interface CorporateAction extends Fields {
  readonly actionId: string;
  readonly securityId: string;
  readonly kind: string;
  readonly status: 'Announced' | 'Effective' | 'Cancelled';
  readonly exDate: string;
  readonly recordDate: string | null;
  readonly payDate: string | null;
  readonly note: string | null;
  readonly declaredTime: string;
  readonly endedTime: string | null;
  readonly by: 'issuer' | 'operator';
  readonly reason: string | null;
}

/** What every action has; the other fields are the terms of its kind. */
const COMMON = new Set([
  ...['actionId', 'securityId', 'kind', 'status', 'exDate', 'recordDate', 'payDate', 'note'],
  ...['declaredTime', 'endedTime', 'by', 'reason'],
]);

const SIGNS = { Announced: '◌', Effective: '✓', Cancelled: '✕' } as const;

export const statusText = ({ status }: CorporateAction): string => `${SIGNS[status]} ${status}`;

/** The terms of its kind with their labels. */
export function termsOf(desk: Desk, action: CorporateAction): readonly (readonly [string, string])[] {
  const terms = Object.entries(action).filter(([name]) => !COMMON.has(name));
  return actionTermWords(desk, action.kind, Object.fromEntries(terms));
}

export const termsText = (desk: Desk, action: CorporateAction): string =>
  termsOf(desk, action)
    .map(([label, words]) => `${label}: ${words}`)
    .join(', ');

/** In addresses: actions count from 1 in each security. */
export const recordIdOf = ({ securityId, actionId }: CorporateAction): string => `${securityId}-${actionId}`;

const PAGE = 200;

export async function readActions(desk: Desk, securityId: string, before: string | undefined) {
  const asked = { securityId, limit: PAGE, ...(before && { before }) };
  const { corporateActions, more } = await desk.session.api.call('getCorporateActions', asked);
  const rows = corporateActions as CorporateAction[];
  return { rows, next: more === 'Yes' ? rows.at(-1)?.actionId : undefined };
}

/** Undefined: the security has no such action. */
export async function readAction(desk: Desk, id: string): Promise<CorporateAction | undefined> {
  const [, securityId = '', actionId = ''] = /^(\d+)-(\d{1,9})$/.exec(id) ?? [];
  if (actionId === '') return undefined;
  const asked = { securityId, before: String(Number(actionId) + 1), limit: 1 };
  const { corporateActions } = await desk.session.api.call('getCorporateActions', asked);
  return (corporateActions as CorporateAction[]).find((one) => one.actionId === actionId);
}
