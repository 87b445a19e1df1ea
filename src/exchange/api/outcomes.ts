/** The outcome of a command: accepted with the order, or refused with the reason. */

import type { BlockView } from './block-commands.ts';
import type { LimitName } from './limit-policy.ts';
import type { KillSwitch, LimitBreach } from './limits.ts';
import type { OrderView } from './orders.ts';
import type { QuoteResult, QuoteView } from './quotes.ts';
import type { Refusal } from './reasons.ts';
import type { OrderId } from './units.ts';

export interface Accepted {
  readonly ok: true;
  /** The order right after the command was accepted; for enter: Pending or Live, before any match of this command. */
  readonly order: OrderView | null;
  readonly lostPriority: boolean;
  /** Of a mass cancel: the ids of the orders, or of the quotes of cancelQuotes, oldest first. */
  readonly cancelled?: readonly OrderId[];
  /** Of limits: the version that they have become (V53). */
  readonly version?: number;
  /** Of the command of a block: as it left it. */
  readonly block?: BlockView;
  /** Of the command of a quote: as it left it. */
  readonly quote?: QuoteView;
  /** Of a mass quote: what each of its entries came to, in their order. */
  readonly quotes?: readonly QuoteResult[];
  /** True when an earlier command with the same idempotency key gave this outcome. */
  readonly replayed: boolean;
  /** Of a replayed outcome: when the earlier command took effect. */
  readonly at?: number;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
  /** True when an earlier command with the same idempotency key was refused so, by a release that kept refusals. */
  readonly replayed: boolean;
  readonly at?: number;
  /** The limit that the order would exceed (V50). */
  readonly breach?: LimitBreach;
  /** The kill switch that stops it (V54). */
  readonly stopping?: KillSwitch;
  /** The limit or kill switch is of the other client of a quote or block: the caller does not learn which (V61). */
  readonly ofOther?: true;
  /** The field that would be looser than it is (V53). */
  readonly loosened?: LimitName;
  /** The order that has the token. */
  readonly holder?: number;
}

export type Outcome = Accepted | Refused;

/** Thrown by submit when the venue does not accept commands: recovering, stopping, overloaded or failed. HTTP 503. */
export class VenueUnavailable extends Error {
  override readonly name = 'VenueUnavailable';
}

export function accepted(order: OrderView | null): Accepted {
  return { ok: true, order, lostPriority: false, replayed: false };
}

export function refused(refusal: Refusal): Refused {
  return { ok: false, refusal, replayed: false };
}

/** The outcome of an order's command while nobody listens. */
export const NO_LISTENER: Outcome = accepted(null);
