/** Who can invest: an account of the client with an active primary party (T1). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { ApiError } from '../../http/status-codes.ts';
import { ACCOUNT } from '../accounts/index.ts';
import { ownedBy } from '../shared/record/index.ts';

export interface Investor {
  readonly account_id: string;
  readonly archived: number;
  /** Null: the account has no active primary party. */
  readonly party_id: string | null;
}

/**
 * One query for the account, its primary link and the party behind it; undefined where the client has no such account.
 */
export async function findInvestor(
  db: Kysely<Schema>,
  clientId: string,
  accountId: string,
): Promise<Investor | undefined> {
  if (!ACCOUNT.form.test(accountId)) return undefined;
  return db
    .selectFrom((from) =>
      from
        .selectFrom('accounts')
        .select(['account_id', 'archived'])
        .where('account_id', '=', accountId)
        .where(ownedBy(clientId))
        .where('deleted_at', 'is', null)
        .as('account'),
    )
    .leftJoin('links', (join) =>
      join
        .onRef('links.first_entry', '=', 'account.account_id')
        // As literal text, so that SQLite sees that the index of primary links holds it.
        .on('links.primary_value', '=', sql.lit(1))
        .on('links.deleted_at', 'is', null),
    )
    .leftJoin('parties', (join) =>
      join
        .onRef('parties.party_id', '=', 'links.related_entry')
        .on('parties.archived', '=', 0)
        .on('parties.deleted_at', 'is', null),
    )
    .select(['account.account_id', 'account.archived', 'parties.party_id'])
    .executeTakeFirst();
}

/** The account and its primary party. Throws ApiError 148 or 135 (T1). */
export function requireInvestor(investor: Investor | undefined): {
  readonly accountId: string;
  readonly partyId: string;
} {
  if (investor === undefined || investor.archived === 1) throw new ApiError(ACCOUNT.unknown);
  if (investor.party_id === null) throw new ApiError(135);
  return { accountId: investor.account_id, partyId: investor.party_id };
}
