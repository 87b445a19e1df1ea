/** A tender of the security of a walk: announced, answered, and with effect, with anything else between. */
import { expect } from 'vitest';
import type { ActionId } from '../../src/exchange/api/corporate-actions.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import type { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { inMillionths } from '../../src/exchange/records/register/units.ts';
import type { RegisterModel } from '../model/register-model.ts';
import { buyTendered } from '../model/register-tenders.ts';
import { BY_OWNER, ID } from './corporate-actions.ts';
import { type TenderStep, WHOSE } from './register-steps.ts';

export interface OpenTender {
  readonly actionId: ActionId;
  readonly most: number;
  readonly price: number;
  readonly isKept: boolean;
  /** By the time of the newest answer of each holder. */
  readonly answers: Map<string, number>;
}

interface Walk {
  readonly state: VenueState;
  readonly model: RegisterModel;
  /** Null: none is announced. */
  tender: OpenTender | null;
  readonly seen: Map<string, number>;
  readonly securityId?: SecurityId;
  take(command: UntimedCommand): Outcome;
}

const MILLION = 1_000_000n;
export function tenderAt(walk: Walk, { isEnd, answers, quantity, price, isKept }: TenderStep): void {
  if (walk.tender === null) offer(walk, { most: quantity, price, isKept });
  else if (isEnd) buy(walk, walk.tender);
  for (const [name, percent] of answers) {
    answer(walk, name, Number((walk.model.of(name).held.units * BigInt(percent)) / (100n * MILLION)));
  }
}

function offer(walk: Walk, { most, price, isKept }: Pick<OpenTender, 'most' | 'price' | 'isKept'>): void {
  const terms = { kind: 'tender', mostShares: most, price, into: isKept ? 'treasury' : 'cancelled' } as const;
  const action = { terms, exDate: '2099-01-02', recordDate: null, payDate: null, note: null };
  const announced = walk.take({ type: 'announceAction', ...BY_OWNER, securityId: idOf(walk), action, most: 100 });
  const { version: actionId = 0 } = announced as Extract<typeof announced, { readonly ok: true }>;
  walk.tender = { actionId, most, price, isKept, answers: new Map() };
}

/** What is below 0 offers nothing. */
function answer(walk: Walk, name: string, asked: number): void {
  const quantity = Math.max(0, asked);
  const { tender } = walk;
  if (tender === null) return;
  const { actionId, answers } = tender;
  const command = { type: 'tenderShares', ...WHOSE[name]!, securityId: idOf(walk), actionId, quantity } as const;
  const isFree = quantity === 0 || BigInt(quantity) * MILLION <= walk.model.of(name).held.units;
  expect(walk.take(command)).toMatchObject(isFree ? { ok: true } : { ok: false, refusal: 'shares are not free' });
  if (!isFree) return;
  answers.delete(name);
  if (quantity > 0) answers.set(name, quantity);
}

function buy(walk: Walk, { actionId, isKept, ...terms }: OpenTender): void {
  const securityId = idOf(walk);
  const sums = () => walk.state.register.in(securityId);
  const treasury = inMillionths(sums().treasury);
  walk.take({ type: 'actionDue', securityId, actionId });
  const bought = buyTendered(walk.model, terms);
  for (const [name, shares] of bought) {
    expect([name, walk.state.tenders.find(securityId, actionId)?.find(WHOSE[name]!)?.bought]).toEqual([name, shares]);
  }
  const all = [...bought.values()].reduce((sum, shares) => sum + shares, 0);
  expect(all).toBeLessThanOrEqual(terms.most);
  expect(inMillionths(sums().treasury)).toBe(treasury + (isKept ? BigInt(all) * MILLION : 0n));
  walk.tender = null;
  count(walk, all > 0 ? 'bought' : 'not bought');
  if (all > 0 && all === terms.most && bought.size > 1) count(walk, 'oversubscribed');
}

function idOf({ securityId = ID }: Walk): SecurityId {
  return securityId;
}

function count({ seen }: Walk, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}
