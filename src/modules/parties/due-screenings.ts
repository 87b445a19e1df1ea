/** Parties and entities that are to be screened again, one by one (C98). */
import type { Db, ScreeningsDueRow } from '../../database/schema/index.ts';
import type { SealedDatabase, Secrets } from '../shared/record/index.ts';
import { entityTaxId, personalNumbers } from './person-answers.ts';
import { changePerson, findPerson, isParty, type Person } from './person-records.ts';

/** Why somebody is screened again. */
export const LIST_CHANGED = 'List changed';
export const INVESTOR_CHANGED = 'Investor changed';

/** Clients store statuses in any case of the letters (C15). */
export function isApprovedStatus(status: string | null): boolean {
  return status !== null && /^(auto|manually) approved$/i.test(status);
}

/** The parameters that a screening compares with the lists, and the status that makes one necessary. */
const CONCERNED: ReadonlySet<string> = new Set([
  ...['firstName', 'middleInitial', 'lastName', 'dob', 'socialSecurityNumber'],
  ...['entityName', 'ein', 'primCountry', 'AMLstatus'],
]);

/**
 * As changePerson; asks for a screening where an approved person has another name, birth date, number or country, or
 * where the change approves one: its name may have changed while it was not approved.
 */
export async function changeScreened(
  database: SealedDatabase,
  of: { readonly clientId: string; readonly partyId: string },
  sent: Readonly<Record<string, string | undefined>>,
  at: { readonly nowUs: number; readonly ip: string },
): Promise<Person | undefined> {
  const { db, secrets } = database;
  const isConcerned = Object.keys(sent).some((name) => sent[name] !== undefined && CONCERNED.has(name));
  const before = isConcerned ? await findPerson(db, of.clientId, of.partyId) : undefined;
  const after = await changePerson(database, of, sent, at);
  if (before === undefined || after === undefined || !isApprovedStatus(after.aml_status)) return after;
  const wasApproved = isApprovedStatus(before.aml_status);
  if (wasApproved && comparedOf(before, secrets) === comparedOf(after, secrets)) return after;
  await askForScreening(db, screeningOf(after, INVESTOR_CHANGED, at.nowUs));
  return after;
}

/** A request for a screening at once. */
export function screeningOf(person: Pick<Person, 'party_id' | 'client_id'>, cause: string, nowUs: number) {
  const { party_id, client_id } = person;
  return { party_id, client_id, cause, asked_at: nowUs, attempts: 0, due_at: nowUs } satisfies ScreeningsDueRow;
}

/** What a screening compares, of a stored person. */
export function comparedOf(person: Person, secrets: Secrets): string {
  const { prim_country } = person;
  if (!isParty(person)) return JSON.stringify([person.entity_name, entityTaxId(person, secrets), prim_country]);
  const { socialSecurityNumber, dob } = personalNumbers(person, secrets);
  const { first_name, middle_initial, last_name } = person;
  return JSON.stringify([first_name, middle_initial, last_name, socialSecurityNumber, dob, prim_country]);
}

/** Asks for a screening; a newer request replaces an older one. */
export async function askForScreening(db: Db, due: ScreeningsDueRow): Promise<void> {
  const { party_id: _, ...values } = due;
  await db
    .insertInto('screenings_due')
    .values(due)
    .onConflict((conflict) => conflict.column('party_id').doUpdateSet(values))
    .execute();
}
