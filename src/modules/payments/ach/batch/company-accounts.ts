import type { Db } from '../../../../database/schema/index.ts';

/** Accounts of companies among those of the debits. */
export async function companyAccounts(
  db: Db,
  debits: readonly { readonly account_id: string }[],
): Promise<ReadonlySet<string>> {
  if (debits.length === 0) return new Set();
  const ids = [...new Set(debits.map(({ account_id }) => account_id))];
  const rows = await db
    .selectFrom('accounts')
    .select(['account_id', 'type', 'entity_type'])
    .where('account_id', 'in', ids)
    .execute();
  const isCompany = ({ type, entity_type }: (typeof rows)[number]) =>
    /^entity$/i.test(type.trim()) || (entity_type ?? '').trim() !== '';
  return new Set(rows.filter(isCompany).map(({ account_id }) => account_id));
}
