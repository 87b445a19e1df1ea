import type { Db, KycQuestionnaireRow } from '../../database/schema/index.ts';
import { MINUTE_US } from '../../time/units.ts';
import { ownedBy } from '../shared/record/index.ts';

/** The time limit for answers (C65). */
const ANSWER_MICROS = 10 * MINUTE_US;

export interface QuestionnaireOf {
  readonly clientId: string;
  readonly partyId: string;
  readonly idNumber: string;
}

/**
 * Stores that questions were asked and starts their time limit. Earlier questions of the party can no longer be
 * answered. The caller has locked the party's row, so concurrent checks run one after the other.
 */
export async function insertQuestionnaire(
  db: Db,
  of: QuestionnaireOf,
  questionCount: number,
  nowUs: number,
): Promise<void> {
  await db
    .updateTable('kyc_questionnaires')
    .set({ answered_at: nowUs })
    .where('party_id', '=', of.partyId)
    .where(ownedBy(of.clientId))
    .where('answered_at', 'is', null)
    .execute();
  await db
    .insertInto('kyc_questionnaires')
    .values({
      party_id: of.partyId,
      id_number: of.idNumber,
      client_id: of.clientId,
      question_count: questionCount,
      expires_at: nowUs + ANSWER_MICROS,
      answered_at: null,
    })
    .execute();
}

export function findQuestionnaire(db: Db, of: QuestionnaireOf): Promise<KycQuestionnaireRow | undefined> {
  return db
    .selectFrom('kyc_questionnaires')
    .selectAll()
    .where('party_id', '=', of.partyId)
    .where('id_number', '=', of.idNumber)
    .where(ownedBy(of.clientId))
    .executeTakeFirst();
}

/** Takes the only attempt to answer; false when it was taken before. One statement, so that no two calls get it. */
export async function takeAttempt(db: Db, of: QuestionnaireOf, nowUs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('kyc_questionnaires')
    .set({ answered_at: nowUs })
    .where('party_id', '=', of.partyId)
    .where('id_number', '=', of.idNumber)
    .where(ownedBy(of.clientId))
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
