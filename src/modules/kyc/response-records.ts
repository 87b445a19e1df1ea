import type { Db } from '../../database/schema/index.ts';
import type { CheckVariant } from '../../providers/identity/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { ownedBy, type SealedDatabase, type Secrets } from '../shared/record/index.ts';

/** A screening that the program made by itself (C98). */
export const SCREENED_AGAIN = 'Screened Again';
export const RESPONSE_TYPES = ['Basic', 'Enhanced', 'AML Only', SCREENED_AGAIN] as const satisfies readonly (
  | CheckVariant
  | string
)[];
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** The result of a check, as it is returned and stored. A check of only the watch lists has no kycstatus. */
export interface StoredCheck {
  readonly response: object;
  readonly kycstatus: string | null;
  readonly amlstatus: string;
}

interface CheckOf {
  readonly clientId: string;
  readonly partyId: string;
  readonly type: ResponseType;
}

/** Stores the result of a check, encrypted. */
export async function insertResponse(
  { db, secrets }: SealedDatabase,
  of: CheckOf,
  check: StoredCheck,
  nowUs: number,
): Promise<void> {
  const response_id = await nextId(db, 'kyc_response');
  await db
    .insertInto('kyc_responses')
    .values({
      response_id,
      client_id: of.clientId,
      party_id: of.partyId,
      type: of.type,
      response_sealed: secrets.seal(JSON.stringify(check), contextOf(response_id)),
      created_at: nowUs,
      deleted_at: null,
    })
    .execute();
}

/** The latest of its type that is not deleted. */
export async function lastResponse(
  db: Db,
  secrets: Secrets,
  { clientId, partyId, type }: CheckOf,
): Promise<{ readonly check: StoredCheck; readonly createdAt: number } | undefined> {
  const row = await db
    .selectFrom('kyc_responses')
    .selectAll()
    .where('party_id', '=', partyId)
    .where(ownedBy(clientId))
    .where('type', '=', type)
    .where('deleted_at', 'is', null)
    .orderBy('response_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const check = JSON.parse(secrets.open(row.response_sealed, contextOf(row.response_id))) as StoredCheck;
  return { check, createdAt: row.created_at };
}

/** The latest of any type that is not deleted. */
export async function lastCheck(
  { db, secrets }: SealedDatabase,
  { clientId, partyId }: Pick<CheckOf, 'clientId' | 'partyId'>,
): Promise<StoredCheck | undefined> {
  const row = await db
    .selectFrom('kyc_responses')
    .select(['response_id', 'response_sealed'])
    .where('party_id', '=', partyId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .orderBy('response_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && (JSON.parse(secrets.open(row.response_sealed, contextOf(row.response_id))) as StoredCheck);
}

/** Deletes the results of checks of the party virtually, and its open questions. */
export async function deleteResponses(
  db: Db,
  { clientId, partyId }: Pick<CheckOf, 'clientId' | 'partyId'>,
  nowUs: number,
): Promise<void> {
  await db
    .updateTable('kyc_responses')
    .set({ deleted_at: nowUs })
    .where('party_id', '=', partyId)
    .where(ownedBy(clientId))
    .where('deleted_at', 'is', null)
    .execute();
  await db.deleteFrom('kyc_questionnaires').where('party_id', '=', partyId).where(ownedBy(clientId)).execute();
}

/** Binds a sealed response to its row: copied to another row, it cannot be decrypted. */
function contextOf(responseId: number): string {
  return `kyc_responses.response:${responseId}`;
}
