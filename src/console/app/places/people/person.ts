/** People and companies as the place reads them. */
import { type Desk, type Fields, shownFields } from '../../data/index.ts';
import type { Page } from '../../table/index.ts';
import { personName } from '../../views/index.ts';

export interface Person {
  readonly partyId: string;
  readonly isCompany: boolean;
  readonly name: string;
  /** What the key may see of the record. */
  readonly fields: Fields;
  readonly kycStatus: string;
  readonly amlStatus: string;
}

export const isCompany = (partyId: string): boolean => partyId.startsWith('E');

function personOf(record: Fields): Person {
  const fields = shownFields(record);
  const partyId = String(fields.partyId);
  return {
    ...{ partyId, fields, isCompany: isCompany(partyId), name: personName(fields) },
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

const PAGE = 200;
const LISTS = [
  ['listParties', 'parties'],
  ['listEntities', 'entities'],
] as const;

export type Kind = '' | 'Person' | 'Company';

/** Where a page begins: which list, and how many of it were read. */
const placeOf = (list: number, offset: number): string => `${list} ${offset}`;

/** People, newest first, then companies; or those of one kind. */
export async function readPeople({ session }: Desk, kind: Kind, filter: Fields, from?: string): Promise<Page<Person>> {
  const first = kind === 'Company' ? 1 : 0;
  const [list = first, offset = 0] = (from ?? placeOf(first, 0)).split(' ').map(Number);
  const [method, key] = LISTS[list] as (typeof LISTS)[number];
  const asked = Object.keys(filter).length === 0 ? {} : { filter: JSON.stringify(filter) };
  const answer = await session.api.call(method, { ...asked, offset, limit: PAGE });
  const records = answer[key] as Fields[];
  const next = offset + records.length;
  const isLast = records.length === 0 || next >= Number((answer.pagination as Fields).totalRecords);
  const isEnd = isLast && (list === 1 || kind === 'Person');
  return { rows: records.map(personOf), next: isEnd ? undefined : isLast ? placeOf(1, 0) : placeOf(list, next) };
}
