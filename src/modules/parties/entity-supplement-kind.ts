/** The supplemental details of an entity; an entity has at most one record of them (C56). */
import { text } from '../../http/parameters/index.ts';
import type { DetailField, DetailKind } from '../shared/details/index.ts';

const FIELDS: readonly DetailField[] = [
  { name: 'poliCont', kind: text({ description: 'political contribution' }) },
  { name: 'poliContDate', kind: text({ description: 'date of the political contribution' }) },
  { name: 'CFTC', kind: text({ description: 'registered with the CFTC: Yes or No' }) },
  { name: 'CFTCrole', kind: text({ description: 'role at the CFTC' }) },
  { name: 'CFIUS', kind: text({ description: 'Yes or No' }) },
  { name: 'BankHoldingCo', kind: text({ description: 'bank holding company: Yes or No' }) },
  { name: 'InvCompanyAct', kind: text({ description: 'Investment Company Act' }) },
  { name: 'InvCompanyAct_individualowners', kind: text({ description: 'Investment Company Act, individual owners' }) },
  { name: 'InvCompanyAct_entityowners', kind: text({ description: 'Investment Company Act, entity owners' }) },
  { name: 'boName', kind: text({ description: 'name of the beneficial owner' }) },
  { name: 'boSSN', kind: text({ description: 'tax id of the beneficial owner' }), masked: true },
  { name: 'planassetLimit', kind: text({ description: 'limit of plan assets' }) },
  { name: 'insassetLimit', kind: text({ description: 'limit of insurance assets' }) },
  { name: 'TaxYEmonth', kind: text({ description: 'month in which the tax year ends' }) },
  { name: 'USPerson', kind: text({ description: 'Yes or No' }) },
  { name: 'BPpurchaser', kind: text({ description: 'benefit plan: purchaser' }) },
  { name: 'BPemployers', kind: text({ description: 'benefit plan: employers' }) },
  { name: 'BPaffiliates', kind: text({ description: 'benefit plan: affiliates' }) },
  { name: 'BPsponsor', kind: text({ description: 'benefit plan: sponsor' }) },
  { name: 'PurchaserRep', kind: text({ description: 'purchaser representative' }) },
  { name: 'OtherOccupations', kind: text({ description: 'other occupations' }) },
  { name: 'notes', kind: text({ description: 'free text' }) },
];

export const ENTITY_SUPPLEMENT: DetailKind<'entity_supplements'> = {
  table: 'entity_supplements',
  id: 'entity_id',
  unknown: 200,
  fields: FIELDS,
};
