/** Answers to tenders, and what the issuer buys of them (docs/venue/corporate-actions.md, R14). */
import { easternDay } from '../../calendar/eastern-time.ts';
import {
  ACTIONS_SINCE,
  type ActionId,
  accepted,
  type Outcome,
  refused,
  type SecurityId,
  type Shares,
  type TenderSharesCommand,
  type TenderTerms,
} from '../api/index.ts';
import { isAtLeast, PASSED, type Tender, type TenderProgress, type VenueRecords } from '../records/index.ts';
import { freeOf } from './free-shares.ts';
import type { RegisterChanges } from './register-changes.ts';

/** What a holder costs that an action reaches, where an effect costs 1. */
export const HOLDER_COST = 1 / 4;

/** Of the tenders of a security that had effect, the answers to this many are kept. */
const TENDERS_KEPT = 10;

/**
 * An answer is compared with what this many orders of its client sell: a client may answer as often as it likes, and
 * the effect takes no more than there is in any case.
 */
const ORDERS_MAX = 1000;

type Answer = NonNullable<ReturnType<Tender['after']>>;

export class TenderDesk {
  readonly #records: VenueRecords;
  readonly #changes: RegisterChanges;

  constructor(records: VenueRecords, changes: RegisterChanges) {
    this.#records = records;
    this.#changes = changes;
  }

  answer({ securityId, actionId, clientId, accountId, quantity }: TenderSharesCommand): Outcome {
    const { actions, counters, securities, tenders } = this.#records;
    if ((counters.rules ?? 1) < ACTIONS_SINCE || !securities.has(securityId)) return refused('unknown security');
    const action = actions.find(securityId, actionId);
    if (action === undefined) return refused('unknown action');
    if (action.terms.kind !== 'tender') return refused('action takes no answers');
    if (action.state !== 'announced') return refused('action has another state');
    const whose = { securityId, clientId, accountId };
    const isFree = quantity === 0 || isAtLeast(freeOf(this.#records, whose, ORDERS_MAX), { quantity, rest: 0 });
    if (!isFree) return refused('shares are not free');
    const tender = tenders.made(securityId, actionId);
    tender.answer({ clientId, accountId }, quantity, counters.time);
    if (tender.size === 0) tenders.delete(securityId, actionId);
    return accepted(null);
  }

  /** Returns whether there are answers: `next` goes through them. */
  begin(securityId: SecurityId, actionId: ActionId): boolean {
    const { actions, counters, register, tenders } = this.#records;
    const tender = tenders.find(securityId, actionId);
    if (tender === undefined) return false;
    const { mostShares, price, into } = actions.find(securityId, actionId)!.terms as TenderTerms;
    const day = easternDay(counters.time);
    const isToTreasury = into === 'treasury' ? ({ isToTreasury: true } as const) : {};
    register.beginTender(securityId, { actionId, day, price, ...isToTreasury });
    tender.progress = { pass: 'count', reached: 0, most: mostShares, offered: 0, left: 0 };
    const { actionId: over } = register.in(securityId).splits.tenders.at(-1 - TENDERS_KEPT) ?? {};
    if (over !== undefined) tenders.delete(securityId, over);
    return true;
  }

  /** Goes on with one answer. Returns what it cost; 0: the issuer has bought all that it buys. */
  next(securityId: SecurityId, actionId: ActionId): number {
    const tender = this.#records.tenders.find(securityId, actionId);
    const progress = tender?.progress ?? null;
    if (tender === undefined || progress === null) return 0;
    const answer = tender.after(progress.reached);
    if (answer === undefined) {
      progress.reached = 0;
      if (progress.pass === 'buy') return 0;
      const isRounded = progress.pass === 'count' && progress.offered > progress.most;
      progress.pass = isRounded ? 'round' : 'buy';
      if (isRounded) progress.left = progress.most;
      return PASSED;
    }
    progress.reached = answer.number;
    const offered = this.#offeredBy(securityId, answer);
    if (progress.pass === 'count') {
      progress.offered += offered;
      return PASSED;
    }
    const part = partOf(offered, progress);
    if (progress.pass === 'round') {
      progress.left -= part;
      return PASSED;
    }
    const isRoundedUp = progress.left > 0 && part < offered;
    if (isRoundedUp) progress.left--;
    this.#buy(securityId, actionId, { tender, answer, shares: part + Number(isRoundedUp) });
    return HOLDER_COST;
  }

  #buy(
    securityId: SecurityId,
    actionId: ActionId,
    { tender, answer, shares }: { readonly tender: Tender; readonly answer: Answer; readonly shares: Shares },
  ): void {
    const { register } = this.#records;
    const { clientId, accountId } = answer;
    tender.setBought(answer, shares);
    if (shares === 0) return;
    const { holder, before } = register.buy({ securityId, clientId, accountId }, shares);
    this.#changes.action(holder, before, { kind: 'tender', actionId, entry: register.in(securityId).entries });
  }

  /** The whole shares that the holder has of its answer. */
  #offeredBy(securityId: SecurityId, { clientId, accountId, quantity }: Answer): Shares {
    const { quantity: held } = this.#records.register.heldBy({ securityId, clientId, accountId });
    return Math.max(0, Math.min(quantity, held));
  }
}

/** Of the shares that may be bought, the part of a holder, rounded down. */
function partOf(shares: Shares, { most, offered }: Pick<TenderProgress, 'most' | 'offered'>): Shares {
  return offered <= most ? shares : Number((BigInt(shares) * BigInt(most)) / BigInt(offered));
}
