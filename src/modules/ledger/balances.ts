/** Balances of the ledger (docs/api/ledger.md). They are read as text: as numbers they would not be exact. */
import { type RawBuilder, sql } from 'kysely';

/** Accounts with a balance, by what owns them. */
export type TradeAccount = 'due' | 'promised' | 'sent';
export type CustodyAccount = 'cash' | 'held' | 'disbursing';
export type OfferingAccount = 'subscribed' | 'fees' | 'refunds' | 'escrow' | 'proceeds';

/** The balance of the account of an owner, in a statement: decimal text, null where nothing was posted. */
export function balanceOf(
  kind: TradeAccount | CustodyAccount | OfferingAccount,
  owner: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(select cast(amount as text) from ledger_balances
    where kind = ${sql.lit(kind)} and owner = ${owner})`;
}

/** In millionths. */
export function millionthsOfBalance(balance: string | null): bigint {
  return balance === null ? 0n : BigInt(balance);
}
