import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, IssuerRow } from '../../database/schema/index.ts';
import { ApiError, type Client } from '../../http/methods/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { longListBy, type ReadDeps } from '../shared/list/index.ts';
import {
  EVERY_CLIENT,
  findRecord,
  holdRecord,
  maySee,
  newOwned,
  newRow,
  ownedBy,
  type Reader,
  readerOf,
  type SentValues,
  shownTo,
  writeRecord,
} from '../shared/record/index.ts';
import { containsPattern } from '../shared/values/index.ts';
import { ISSUER, ISSUER_FIELDS, ISSUER_LEVELS, issuerFields } from './issuer-fields.ts';

/** Stores an issuer with the values that were sent. */
export async function insertIssuer(
  db: Db,
  clientId: string,
  sent: SentValues<typeof ISSUER_FIELDS>,
  nowUs: number,
): Promise<IssuerRow> {
  const row: IssuerRow = {
    ...newRow(ISSUER_FIELDS, sent),
    issuer_id: await nextId(db, 'issuer'),
    ...newOwned(clientId, nowUs),
  };
  await db.insertInto('issuers').values(row).execute();
  return row;
}

/** The reader's issuer; undefined when it is unknown, deleted or another client's. */
export function findIssuer(db: Db, reader: Reader, issuerId: number): Promise<IssuerRow | undefined> {
  return findRecord(db, ISSUER, reader, issuerId);
}

/** An issuer of any client; undefined when it is unknown or deleted. For the operator and for the venue. */
export function findAnyIssuer(db: Db, issuerId: number): Promise<IssuerRow | undefined> {
  return findIssuer(db, EVERY_CLIENT, issuerId);
}

/** Whether any client has this issuer: all clients share the venue (V4). */
export async function issuerExists(db: Db, issuerId: number): Promise<boolean> {
  return (await findAnyIssuer(db, issuerId)) !== undefined;
}

/** Keeps the client's issuer from being deleted until the transaction ends; false when it does not exist. */
export async function holdIssuer(db: Db, clientId: string, issuerId: number): Promise<boolean> {
  return (await holdRecord(db, ISSUER, { clientId, id: issuerId })) !== undefined;
}

/** As holdIssuer. Throws ApiError 136 when the issuer does not exist. */
export async function requireHeldIssuer(
  db: Db,
  { clientId, issuerId }: { readonly clientId: string; readonly issuerId: number },
): Promise<void> {
  if (!(await holdIssuer(db, clientId, issuerId))) throw new ApiError(ISSUER.unknown);
}

/** Deletes the client's issuer virtually; undefined as in findIssuer. */
export function deleteIssuer(
  db: Db,
  clientId: string,
  issuerId: number,
  nowUs: number,
): Promise<IssuerRow | undefined> {
  return writeRecord(db, ISSUER, { clientId, id: issuerId }, { deleted_at: nowUs });
}

/**
 * The caller's issuers, newest first. With `word` only issuers with this id, or whose first or last name contains it,
 * in any case, where the caller may see that name.
 */
export function listedIssuers(deps: ReadDeps, client: Client, word?: string): Promise<readonly object[]> {
  const query = (db: Db) => {
    const all = db
      .selectFrom('issuers')
      .selectAll()
      .where(ownedBy(readerOf(client)))
      .where('deleted_at', 'is', null);
    return word === undefined ? all : all.where(holdsWord(client, word));
  };
  return longListBy(deps, { by: 'issuer_id', direction: 'desc' }, query, (rows) =>
    rows.map((row) => shownTo(client, row, issuerFields(row))),
  );
}

function holdsWord(client: Client, word: string): RawBuilder<SqlBool> {
  const isId = /^[0-9]{1,15}$/.test(word) ? sql<SqlBool>`issuer_id = ${Number(word)}` : sql<SqlBool>`1 = 0`;
  if (!['firstName', 'lastName'].every((name) => maySee(client, ISSUER_LEVELS, name))) return isId;
  const pattern = containsPattern(word);
  return sql<SqlBool>`(${isId} or lower(first_name) like lower(${pattern}) escape '!'
    or lower(last_name) like lower(${pattern}) escape '!')`;
}
