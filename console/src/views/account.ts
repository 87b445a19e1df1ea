/** An account as the place reads it. */
import type { Desk, Fields } from '../data/index.ts';

export interface Account {
  readonly accountId: string;
  readonly name: string;
  readonly type: string;
  /** For a master key; otherwise empty. */
  readonly clientId: string;
  /** What the key may see of the record. */
  readonly fields: Fields;
}

export function accountOf(fields: Fields): Account {
  const accountId = String(fields.accountId);
  return {
    ...{ accountId, fields, type: String(fields.type ?? ''), clientId: String(fields.clientId ?? '') },
    name: String(fields.accountName ?? accountId),
  };
}

export async function readAccount({ session }: Desk, accountId: string): Promise<Account> {
  const { account } = await session.api.call('readAccount', { accountId });
  return accountOf(account as Fields);
}
