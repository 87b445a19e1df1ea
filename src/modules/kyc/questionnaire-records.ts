import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { KycQuestionnaireRow } from '../../database/tables/kyc.ts';

/** The time in which questions are to be answered (spec/1, Limits). */
const ANSWER_MICROS = 600 * 1_000_000;

interface QuestionnaireOf {
  readonly clientId: string;
  readonly partyId: string;
  readonly idNumber: string;
}

/** Remembers that questions were asked; the time to answer them begins. */
export async function insertQuestionnaire(
  db: Kysely<Schema>,
  of: QuestionnaireOf,
  questionCount: number,
  now: number,
): Promise<void> {
  await db
    .insertInto('kyc_questionnaires')
    .values({
      party_id: of.partyId,
      id_number: of.idNumber,
      client_id: of.clientId,
      question_count: questionCount,
      expires_at: now + ANSWER_MICROS,
      answered_at: null,
    })
    .execute();
}

export function findQuestionnaire(db: Kysely<Schema>, of: QuestionnaireOf): Promise<KycQuestionnaireRow | undefined> {
  return db
    .selectFrom('kyc_questionnaires')
    .selectAll()
    .where('party_id', '=', of.partyId)
    .where('id_number', '=', of.idNumber)
    .where('client_id', '=', of.clientId)
    .executeTakeFirst();
}

/** Takes the one attempt that there is to answer; false when it was taken before. One statement, so nobody gets two. */
export async function takeAttempt(db: Kysely<Schema>, of: QuestionnaireOf, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('kyc_questionnaires')
    .set({ answered_at: now })
    .where('party_id', '=', of.partyId)
    .where('id_number', '=', of.idNumber)
    .where('client_id', '=', of.clientId)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
