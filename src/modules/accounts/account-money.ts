/** Money of an account that ends: its Pending payments end with it, and money under way keeps it from being deleted. */
import type { Db } from '../../database/schema/index.ts';
import { ApiError, nextTurn } from '../../http/methods/index.ts';
import { type ChangeDeps, type FurtherWebhook, inOneTransaction } from '../shared/change/index.ts';
import type { Secrets } from '../shared/record/index.ts';

export interface AccountOf {
  readonly clientId: string;
  readonly accountId: string;
}

/** What a transaction voided. */
export interface VoidedSlice {
  readonly webhooks: readonly FurtherWebhook[];
  readonly mayHaveMore: boolean;
}

/** A way in which money of accounts moves. */
export interface AccountMoney {
  /** What of the account is under way, for a refusal; undefined: nothing. */
  underWay(transaction: Db, of: AccountOf): Promise<string | undefined>;
  /** Voids Pending payments, as many as one transaction should; absent: none of them can be voided. */
  voidPendingOf?(
    transaction: Db,
    of: AccountOf,
    details: { readonly nowUs: number; readonly secrets: Secrets; readonly errors: string },
  ): Promise<VoidedSlice>;
}

export type VoidDeps = Pick<ChangeDeps, 'db' | 'outbox'> & {
  readonly nowUs: () => number;
  readonly secrets: Secrets;
};

/** Throws ApiError 190 naming accountId while money of the account is under way. The caller holds the account. */
export async function refuseUnderWay(transaction: Db, of: AccountOf, money: readonly AccountMoney[]): Promise<void> {
  for (const way of money) {
    const reason = await way.underWay(transaction, of);
    if (reason !== undefined) throw new ApiError(190, `accountId: ${reason}`);
  }
}

/**
 * Voids the Pending payments of an account that has ended, in slices, each with its webhook; stops where that is no
 * longer so. After a crash in between, T14 keeps the rest from being sent.
 */
export async function voidPaymentsOf(
  deps: VoidDeps,
  money: readonly AccountMoney[],
  of: AccountOf,
  ended: { readonly reason: string; readonly isSo: (transaction: Db) => Promise<boolean> },
): Promise<void> {
  for (const way of money) {
    for (let mayHaveMore = way.voidPendingOf !== undefined; mayHaveMore; await nextTurn()) {
      mayHaveMore = await inOneTransaction(deps, async (transaction) => {
        if (!(await ended.isSo(transaction))) return false;
        const details = { nowUs: deps.nowUs(), secrets: deps.secrets, errors: ended.reason };
        const slice = await way.voidPendingOf!(transaction, of, details);
        for (const webhook of slice.webhooks) await deps.outbox.add(transaction, { clientId: of.clientId, ...webhook });
        return slice.mayHaveMore;
      });
    }
  }
}
