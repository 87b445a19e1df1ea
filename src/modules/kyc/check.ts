/** Checks of a party or entity: the request to the provider, and the stored part of its response. */
import type { Db, PartyRow } from '../../database/schema/index.ts';
import type { Call } from '../../http/methods/index.ts';
import type {
  CheckOutcome,
  CheckResult,
  CheckVariant,
  Individual,
  ScreeningResult,
  Subject,
} from '../../providers/identity/index.ts';
import {
  askForScreening,
  comparedOf,
  entityTaxId,
  INVESTOR_CHANGED,
  isApprovedStatus,
  isParty,
  PERSON,
  type Person,
  personalNumbers,
  screeningOf,
} from '../parties/index.ts';
import { found } from '../shared/record/index.ts';
import { AUTO_APPROVED, askProvider, DISAPPROVED, type KycDeps, PENDING } from './kyc-deps.ts';
import { setPersonStatuses, today } from './person-statuses.ts';
import { insertQuestionnaire } from './questionnaire-records.ts';
import { insertResponse, type ResponseType, type StoredCheck } from './response-records.ts';

const KYC_STATUS: Readonly<Record<CheckOutcome, string>> = {
  pass: AUTO_APPROVED,
  unsure: PENDING,
  fail: DISAPPROVED,
};

/** The provider's response, and how to store it in the transaction of the call. */
export interface Asked<T> {
  readonly result: T;
  readonly write: (transaction: Db, ip: string) => Promise<void>;
}

/** Stores the provider's response; returns the fields of the response. */
export async function writeAsked<T>(
  { ip }: Pick<Call, 'ip'>,
  transaction: Db,
  { result, write }: Asked<T>,
): Promise<T> {
  await write(transaction, ip);
  return result;
}

/** Checks the identity of an individual party and screens the name. */
export async function checkIndividual(
  deps: KycDeps,
  person: PartyRow,
  variant: CheckVariant,
): Promise<Asked<StoredCheck>> {
  const [checked, screened] = await askProvider(deps.identity, (identity, signal) =>
    Promise.all([
      identity.check(individualOf(deps, person), variant, signal),
      identity.screen(subjectOf(deps, person), signal),
    ]),
  );
  const { restriction } = screened.response;
  const check = {
    response: { ...checked.response, ...(restriction === undefined ? {} : { restriction }) },
    kycstatus: KYC_STATUS[checked.outcome],
    amlstatus: amlStatusOf(screened),
  };
  return { result: check, write: writing(deps, person, { type: variant, check, asked: checked }) };
}

/** The shown and the stored part of the screening of an entity. */
export interface EntityCheck extends StoredCheck {
  /** The score of the best match; 0 without one. */
  readonly score: number;
}

/** Screens an entity; it has no identity that questions could prove, so its KYC status follows the watch lists. */
export async function checkEntity(deps: KycDeps, person: Person, variant: CheckVariant): Promise<Asked<EntityCheck>> {
  const screened = await screen(deps, person);
  const amlstatus = amlStatusOf(screened);
  const kycstatus = amlstatus === AUTO_APPROVED ? AUTO_APPROVED : PENDING;
  const check = { response: screened.response, kycstatus, amlstatus };
  const result = { ...check, score: screened.matches[0]?.score ?? 0 };
  return { result, write: writing(deps, person, { type: variant, check }) };
}

export interface Screening {
  readonly screened: ScreeningResult;
  readonly amlStatus: string;
}

/** What checks are made and stored with. */
type CheckDeps = Pick<KycDeps, 'db' | 'secrets' | 'nowUs' | 'outbox' | 'identity'>;

/** Screens a party or an entity against the watch lists only. */
export async function screenOnly(deps: CheckDeps, person: Person): Promise<Asked<Screening>> {
  const screened = await screen(deps, person);
  const amlStatus = amlStatusOf(screened);
  const check = { response: screened.response, kycstatus: null, amlstatus: amlStatus };
  return { result: { screened, amlStatus }, write: writing(deps, person, { type: 'AML Only', check }) };
}

function screen(deps: CheckDeps, person: Person): Promise<ScreeningResult> {
  return askProvider(deps.identity, (identity, signal) => identity.screen(subjectOf(deps, person), signal));
}

export function amlStatusOf({ matches }: ScreeningResult): string {
  return matches.length === 0 ? AUTO_APPROVED : DISAPPROVED;
}

/** Runs before the response: a caller that loses the connection finds the check with getKycAmlResponse (C64). */
function writing(
  deps: CheckDeps,
  person: Person,
  {
    type,
    check,
    asked,
  }: { readonly type: ResponseType; readonly check: StoredCheck; readonly asked?: CheckResult | undefined },
): Asked<unknown>['write'] {
  const of = { clientId: person.client_id, partyId: person.party_id };
  const at = deps.nowUs();
  return async (transaction, ip) => {
    const statuses = {
      kyc_status: check.kycstatus ?? undefined,
      aml_status: check.amlstatus,
      aml_date: today(at),
    };
    // First, because it locks the party's row. A party deleted while the provider was asked is unknown.
    const now = found(PERSON, await setPersonStatuses({ ...deps, db: transaction }, of, statuses, { nowUs: at, ip }));
    await insertResponse({ db: transaction, secrets: deps.secrets }, { ...of, type }, check, at);
    // The provider was asked about the name of before: a call has changed it meanwhile (C98).
    if (isApprovedStatus(now.aml_status) && comparedOf(now, deps.secrets) !== comparedOf(person, deps.secrets)) {
      await askForScreening(transaction, screeningOf(now, INVESTOR_CHANGED, at));
    }
    const questions = asked?.response.questions?.question ?? [];
    if (asked !== undefined && questions.length > 0) {
      await insertQuestionnaire(transaction, { ...of, idNumber: asked.idNumber }, questions.length, at);
    }
  };
}

function individualOf({ secrets }: KycDeps, party: PartyRow): Individual {
  const { socialSecurityNumber, dob } = personalNumbers(party, secrets);
  return {
    firstName: party.first_name,
    middleInitial: party.middle_initial ?? '',
    lastName: party.last_name,
    taxId: socialSecurityNumber,
    birthDate: dob,
    address: [party.prim_address1, party.prim_address2].filter(Boolean).join(', '),
    city: party.prim_city,
    state: party.prim_state,
    zip: party.prim_zip,
    country: party.prim_country,
  };
}

export function subjectOf({ secrets }: Pick<KycDeps, 'secrets'>, person: Person): Subject {
  const country = person.prim_country;
  if (!isParty(person)) {
    return { kind: 'entity', name: person.entity_name, birthDate: '', country, taxId: entityTaxId(person, secrets) };
  }
  const { socialSecurityNumber, dob } = personalNumbers(person, secrets);
  const name = [person.first_name, person.middle_initial, person.last_name].filter(Boolean).join(' ');
  return { kind: 'individual', name, birthDate: dob, country, taxId: socialSecurityNumber };
}
