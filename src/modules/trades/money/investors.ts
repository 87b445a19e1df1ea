/** Who can invest: an account of the client with an active primary party (T1). */
import { sql } from 'kysely';
import { compiledOnce, type Deferred, executeDeferred } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { ACCOUNT } from '../../accounts/index.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { type AccountLimits, LIMITS } from './investment-limits.ts';

export interface Investor extends AccountLimits {
  readonly account_id: string;
  readonly archived: number;
  /** Null: the account has no active primary party. */
  readonly party_id: string | null;
}

/**
 * One query for the account, its primary link and the party of that link; no row where the client has no such account.
 * It is answered with the next statement.
 */
export async function askForInvestor(
  transaction: Db,
  clientId: string,
  accountId: string,
): Promise<Deferred<Investor>> {
  if (!ACCOUNT.form.test(accountId)) return { rows: [] };
  const query = compiledOnce(transaction, 'investor', [accountId, clientId], () =>
    transaction
      .selectFrom((from) =>
        from
          .selectFrom('accounts')
          .select(['account_id', 'archived', ...LIMITS])
          .where('account_id', '=', accountId)
          .where(ownedBy(clientId))
          .where('deleted_at', 'is', null)
          .as('account'),
      )
      .leftJoin('links', (join) =>
        join
          .onRef('links.first_entry', '=', 'account.account_id')
          // As literal text, so that SQLite uses the partial index. With a parameter it would plan for each call.
          .on('links.primary_value', '=', sql.lit(1))
          .on('links.deleted_at', 'is', null),
      )
      .leftJoin('parties', (join) =>
        join
          .onRef('parties.party_id', '=', 'links.related_entry')
          .on('parties.archived', '=', sql.lit(0))
          .on('parties.deleted_at', 'is', null),
      )
      .select(['account.account_id', 'account.archived', ...LIMITS, 'parties.party_id']),
  );
  return executeDeferred(transaction, query);
}

/** The account with its primary party. Throws ApiError 148 or 135 (T1). */
export function requireInvestor(investor: Investor | undefined): Investor & { readonly party_id: string } {
  if (investor === undefined || investor.archived === 1) throw new ApiError(ACCOUNT.unknown);
  if (investor.party_id === null) throw new ApiError(135);
  return { ...investor, party_id: investor.party_id };
}
