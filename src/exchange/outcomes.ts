import type { Accepted, OrderView, Outcome, Refusal, Refused } from './interface.ts';

export function accepted(order: OrderView | null): Accepted {
  return { ok: true, order, lostPriority: false, replayed: false };
}

export function refused(refusal: Refusal): Refused {
  return { ok: false, refusal, replayed: false };
}

/** Of a command of an order while nobody is there to be told what became of it. */
export const UNHEARD: Outcome = accepted(null);
