/** Steps of making records that the demo and the ticking security of the sandbox share. */
import { demoAccount } from '../../modules/examples/index.ts';
import type { OwnCalls } from './own-calls.ts';

export async function isTraded(
  calls: OwnCalls,
  { securityId, issuerId }: { readonly securityId?: string; readonly issuerId?: string },
): Promise<boolean> {
  try {
    await calls.call('getClob', { securityID: securityId, issuerID: issuerId });
    return true;
  } catch {
    return false;
  }
}

export async function createAccount(calls: OwnCalls, accountRegistration: string): Promise<string> {
  const { accountDetails } = await calls.call('createAccount', demoAccount(accountRegistration));
  const [{ accountId }] = accountDetails as [{ accountId: string }];
  return accountId;
}

/** Element 1 of the two-element array that create methods answer with (C6), its ids as text. */
export function created(details: unknown): Record<string, string> {
  const [, [object]] = details as [boolean, [Record<string, string | number>]];
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, String(value)]));
}
