import type { Client } from '../../http/methods/index.ts';

/**
 * The word itself for keys with the field permission, whatever was sent. Undefined, which changes nothing, for other
 * keys (C27).
 */
export function syndicateOf(
  { fieldPermissions }: Client,
  method: 'createAccount' | 'updateAccount',
  sent: string | null | undefined,
): string | undefined {
  if (sent === undefined || sent === null || !fieldPermissions.has(`${method}.syndicate`)) return undefined;
  return sent === '' ? '' : 'syndicate';
}
