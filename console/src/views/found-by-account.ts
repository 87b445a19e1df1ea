/** Searches of lists that take an account but no name. */
import { type Desk, useAddress } from '../data/index.ts';
import { type Pages, useSearch } from '../table/index.ts';
import { findAccount } from './investors.tsx';

/** Of a search: each is one call. */
const ACCOUNTS_MAX = 10;

/** Rows of the accounts that the text names, of all that the venue has; none where all rows are here. */
export function useFoundByAccount<T>(
  desk: Desk,
  pages: Pages<T>,
  read: (accountId: string) => Promise<readonly T[]>,
): readonly T[] {
  const text = (useAddress().query.get('q') ?? '').trim();
  const isPart = pages.more !== undefined;
  const account = { id: 'account', title: '', width: 0, kind: 'record', field: 'accounts' } as const;
  const column = { ...account, find: findAccount(desk), value: () => null };
  const readAll = async ({ accounts }: Readonly<Record<string, unknown>>) => {
    const ids = (accounts as readonly string[]).slice(0, ACCOUNTS_MAX);
    return (await Promise.all(ids.map(read))).flat();
  };
  return useSearch([column], isPart ? text : '', readAll, [isPart]);
}
