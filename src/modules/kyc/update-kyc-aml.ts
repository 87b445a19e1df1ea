/** updateKycAml: the answers to the questions of an enhanced check (C65). */
import Type from 'typebox';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, type Call, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required, text, wholeNumber } from '../../http/parameters/index.ts';
import type { GivenAnswer } from '../../providers/identity/index.ts';
import { PERSON } from '../parties/index.ts';
import { changeAfter, inOneTransaction } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import { textsSchema } from '../shared/values/index.ts';
import {
  AUTO_APPROVED,
  askProvider,
  DISAPPROVED,
  type KycDeps,
  PROVIDER_FAILED,
  partyId,
  requirePerson,
  unreadable,
} from './kyc-deps.ts';
import { setPersonStatuses } from './person-statuses.ts';
import { findQuestionnaire, type QuestionnaireOf, takeAttempt } from './questionnaire-records.ts';

/** The refusal of questions that were answered before, or replaced by those of a newer check. */
const ANSWERED = 'The questions were answered before, or a newer check asked others';

const KEY = 'Financial investor details';
const QUESTIONS = 5;

const type = () => required(text({ description: 'type of the question, as the check said it', maxLength: 200 }));
const answer = () => required(text({ description: 'the answer, one of the options of the question', maxLength: 500 }));

const ANSWERS = {
  type1: type(),
  qns1: answer(),
  type2: type(),
  qns2: answer(),
  type3: type(),
  qns3: answer(),
  type4: type(),
  qns4: answer(),
  type5: type(),
  qns5: answer(),
} as const;

const PARAMETERS = {
  partyId: required(partyId()),
  noOfqns: required(wholeNumber({ description: 'number of questions', minimum: 1, maximum: QUESTIONS })),
  idNumber: required(numericId({ description: 'id-number of performKycAml' })),
  ...ANSWERS,
} as const;

export function updateKycAml(deps: KycDeps): Method {
  return defineMethod({
    name: 'updateKycAml',
    verb: 'PUT',
    summary: 'Answers the questions of the newest performKycAml, once, within 600 seconds',
    description:
      'Wrong answers (145) disapprove the party. An id-number that is unknown or was used: HTTP 404 with 145.',
    refusals: [145, 198],
    otherAnswers: [PROVIDER_FAILED],
    parameters: PARAMETERS,
    response: Type.Object({ [KEY]: textsSchema('partyId', 'kycStatus') }),
    handler: changeAfter(
      deps,
      (call) => answered(deps, call),
      async ({ ip }, db, of) => {
        const kycStatus = AUTO_APPROVED;
        await setKycStatus({ ...deps, db }, of, kycStatus, ip);
        const fields = { partyId: of.partyId, kycStatus };
        return { fields: { [KEY]: fields }, webhook: fields };
      },
    ),
  });
}

/** The only attempt, with the provider's decision. A failure is stored at once; the refusal does not undo it. */
async function answered(
  deps: KycDeps,
  { client, values, ip }: Pick<Call<typeof PARAMETERS>, 'client' | 'values' | 'ip'>,
): Promise<QuestionnaireOf> {
  const person = await requirePerson(deps, client.clientId, values.partyId);
  const of = { clientId: client.clientId, partyId: person.party_id, idNumber: String(values.idNumber) };
  await openQuestionnaire(deps, of, values.noOfqns);
  const result = await askProvider(deps.identity, (identity, signal) =>
    identity.checkAnswers(of.idNumber, answersIn(values), signal),
  );
  if (result.passed) return of;
  await inOneTransaction(deps, (db) => setKycStatus({ ...deps, db }, of, DISAPPROVED, ip));
  throw wrong('fail', result.message, result.response);
}

async function setKycStatus(deps: KycDeps, of: QuestionnaireOf, kyc_status: string, ip: string): Promise<void> {
  found(PERSON, await setPersonStatuses(deps, of, { kyc_status }, { nowUs: deps.nowUs(), ip }));
}

/**
 * Takes the only attempt. An unknown id-number, or one that was answered, is refused as the provider would refuse it.
 */
async function openQuestionnaire({ db, nowUs }: KycDeps, of: QuestionnaireOf, sentCount: number): Promise<void> {
  const refused = (error: string) => unreadable('error', { 'id-number': of.idNumber, error });
  const asked = await findQuestionnaire(db, of);
  if (asked === undefined) throw refused('No questions were asked under this id-number');
  if (asked.answered_at !== null) throw refused(ANSWERED);
  if (sentCount !== asked.question_count) {
    throw malformedCall('method', 'noOfqns', `must be ${asked.question_count}, the number of questions asked`);
  }
  const at = nowUs();
  if (!(await takeAttempt(db, of, at))) throw refused(ANSWERED);
  if (at <= asked.expires_at) return;
  throw wrong('expired', 'The time to answer the questions is over', { 'id-number': of.idNumber });
}

function answersIn(values: Readonly<Record<string, unknown>>): GivenAnswer[] {
  return Array.from({ length: QUESTIONS }, (_, index) => ({
    type: values[`type${index + 1}`] as string,
    answer: values[`qns${index + 1}`] as string,
  }));
}

function wrong(providerResult: string, statusDesc: string, response: Readonly<Record<string, unknown>>): ApiError {
  return new ApiError(145, undefined, { statusDesc, fields: { providerResponse: { providerResult, response } } });
}
