/** People and companies as the place reads them. */
import type { Desk, Fields } from '../data/index.ts';
import { type Page, readLists } from '../table/index.ts';
import { companyFilters, foundBy, personFilters, personName } from './investors.tsx';

export interface Person {
  readonly partyId: string;
  readonly isCompany: boolean;
  readonly name: string;
  /** For a master key; otherwise empty. */
  readonly clientId: string;
  /** What the key may see of the record. */
  readonly fields: Fields;
  readonly kycStatus: string;
  readonly amlStatus: string;
}

export const isCompany = (partyId: string): boolean => partyId.startsWith('E');

function personOf(fields: Fields): Person {
  const partyId = String(fields.partyId);
  return {
    ...{ partyId, fields, isCompany: isCompany(partyId), name: personName(fields) },
    clientId: String(fields.clientId ?? ''),
    kycStatus: String(fields.kycStatus ?? fields.KYCstatus ?? ''),
    amlStatus: String(fields.amlStatus ?? fields.AMLstatus ?? ''),
  };
}

export async function readPerson({ session }: Desk, partyId: string): Promise<Person> {
  const { party, entity } = isCompany(partyId)
    ? await session.api.call('readEntity', { partyId })
    : await session.api.call('readParty', { partyId });
  return personOf((party ?? entity) as Fields);
}

export type PersonKind = '' | 'Person' | 'Company';

/** Those that have the text in their name. */
export async function readNamed(
  desk: Desk,
  kind: PersonKind,
  filter: Fields,
  text: string,
): Promise<readonly Person[]> {
  const of = (filters: readonly Fields[]) => filters.map((one) => ({ ...one, ...filter }));
  const people = { method: 'listParties', key: 'parties', id: 'partyId' } as const;
  const companies = { method: 'listEntities', key: 'entities', id: 'partyId' } as const;
  const found = await Promise.all([
    kind === 'Company' ? [] : foundBy(desk, people, of(personFilters(text))),
    kind === 'Person' ? [] : foundBy(desk, companies, of(companyFilters(text))),
  ]);
  return found.flat().map(personOf);
}

/** People, newest first, then companies; or those of one kind. */
export function readPeople(desk: Desk, kind: PersonKind, filter: Fields, from?: string): Promise<Page<Person>> {
  const people = { method: 'listParties', key: 'parties', read: personOf, filter } as const;
  const companies = { method: 'listEntities', key: 'entities', read: personOf, filter } as const;
  const lists = [...(kind === 'Company' ? [] : [people]), ...(kind === 'Person' ? [] : [companies])];
  return readLists<Person>(desk, lists, from);
}
