import type { Client } from '../../http/methods/index.ts';

/**
 * The word itself for keys with the field permission, whatever was sent; undefined, which is nothing new, for others
 * (C27).
 */
export function syndicateOf(
  { fieldPermissions }: Client,
  method: 'createAccount' | 'updateAccount',
  sent: string | null | undefined,
): string | undefined {
  if (sent === undefined || sent === null || !fieldPermissions.has(`${method}.syndicate`)) return undefined;
  return sent === '' ? '' : 'syndicate';
}
