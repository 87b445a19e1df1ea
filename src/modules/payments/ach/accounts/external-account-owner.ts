import type { Db } from '../../../../database/schema/index.ts';
import { ACCOUNT } from '../../../accounts/index.ts';
import { ISSUER } from '../../../issuers/index.ts';
import { findRecord, found, holdRecord, type Reader } from '../../../shared/record/index.ts';

/** Whose bank account a call is about, as its parameters name it. */
export interface NamedOwner {
  readonly types: 'Account' | 'Issuer';
  readonly accountId?: string | undefined;
  readonly issuerId?: number | undefined;
}

export interface Owner {
  readonly types: 'Account' | 'Issuer';
  readonly ownerId: string;
  readonly clientId: string;
}

/** The account or issuer that is the reader's. Throws ApiError 148 or 136. */
export async function findOwner(
  db: Db,
  reader: Reader,
  { types, accountId = '', issuerId = 0 }: NamedOwner,
): Promise<Owner> {
  if (types === 'Issuer') {
    const { issuer_id, client_id } = found(ISSUER, await findRecord(db, ISSUER, reader, issuerId));
    return { types, ownerId: String(issuer_id), clientId: client_id };
  }
  const { account_id, client_id } = found(ACCOUNT, await findRecord(db, ACCOUNT, reader, accountId));
  return { types, ownerId: account_id, clientId: client_id };
}

/**
 * As findOwner, and keeps the account or issuer from being deleted, and others from changing its bank account, until
 * the transaction ends.
 */
export async function holdOwner(db: Db, clientId: string, named: NamedOwner): Promise<Owner> {
  const owner = await findOwner(db, clientId, named);
  const id = owner.ownerId;
  if (owner.types === 'Issuer') found(ISSUER, await holdRecord(db, ISSUER, { clientId, id: Number(id) }));
  else found(ACCOUNT, await holdRecord(db, ACCOUNT, { clientId, id }));
  return owner;
}
