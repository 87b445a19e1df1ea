/** Balances of the ledger (docs/api/ledger.md). They are read as text: as numbers they would not be exact. */
import { type RawBuilder, sql } from 'kysely';
import { rowsHeld } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';

/** Accounts with a balance, by what owns them. */
export const ACCOUNTS = {
  offering: ['subscribed', 'fees', 'refunds', 'escrow', 'proceeds', 'unmatched'],
  trade: ['due', 'promised', 'sent', 'refunding'],
  custody: ['cash', 'held', 'disbursing'],
  client: ['charged'],
} as const;
export type TradeAccount = (typeof ACCOUNTS.trade)[number];
export type CustodyAccount = (typeof ACCOUNTS.custody)[number];
export type OfferingAccount = (typeof ACCOUNTS.offering)[number];

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

/** The cash of a custody account, in millionths; nobody else posts to it before the transaction ends. */
export async function holdCash(transaction: Db, accountId: string): Promise<bigint> {
  const query = transaction
    .selectFrom('ledger_balances')
    .select((row) => row.cast<string>('amount', 'text').as('amount'))
    .where('kind', '=', 'cash')
    .where('owner', '=', accountId);
  const row = await rowsHeld(transaction, query).executeTakeFirst();
  return millionthsOfBalance(row?.amount ?? null);
}

/**
 * Holds the balances that a receipt and its match write, by kind: two transactions that write both never wait for each
 * other.
 */
export async function holdReceived(transaction: Db, offeringId: number): Promise<void> {
  const query = transaction
    .selectFrom('ledger_balances')
    .select('kind')
    .where('kind', 'in', ['escrow', 'unmatched'])
    .where('owner', '=', String(offeringId))
    .orderBy('kind');
  await rowsHeld(transaction, query).execute();
}

/** What custody accounts hold, in millionths. */
export async function custodyBalances(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<CustodyAccount, bigint>>>> {
  const balances = new Map(accountIds.map((id) => [id, { cash: 0n, held: 0n, disbursing: 0n }]));
  for (const { kind, owner, amount } of await balancesOf(db, ACCOUNTS.custody, accountIds)) {
    const of = balances.get(owner);
    if (of !== undefined) of[kind as CustodyAccount] = millionthsOfBalance(amount);
  }
  return balances;
}

/** What is subscribed of offerings, in millionths; an offering without trades is not in it. */
export async function subscribedOf(db: Db, offeringIds: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  const rows = await balancesOf(db, ['subscribed'], offeringIds.map(String));
  return new Map(rows.map(({ owner, amount }) => [Number(owner), -millionthsOfBalance(amount)]));
}

/** Of one owner, each in millionths, in the order of the kinds. */
export async function balancesOfOwner(
  db: Db,
  kinds: readonly string[],
  owner: string,
): Promise<readonly { readonly kind: string; readonly amount: bigint }[]> {
  const amounts = new Map((await balancesOf(db, kinds, [owner])).map(({ kind, amount }) => [kind, amount]));
  return kinds.map((kind) => ({ kind, amount: millionthsOfBalance(amounts.get(kind) ?? null) }));
}

async function balancesOf(db: Db, kinds: readonly string[], owners: readonly string[]) {
  if (kinds.length === 0 || owners.length === 0) return [];
  return db
    .selectFrom('ledger_balances')
    .select(['kind', 'owner', (row) => row.cast<string>('amount', 'text').as('amount')])
    .where('kind', 'in', kinds)
    .where('owner', 'in', owners)
    .execute();
}
