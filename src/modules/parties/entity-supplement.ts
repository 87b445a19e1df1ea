import Type from 'typebox';
import type { EntitySupplementRow } from '../../database/schema/index.ts';
import { ApiError, type Method, namedObject } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import {
  type DetailField,
  type DetailKind,
  detailLevels,
  detailMethods,
  detailSchema,
} from '../shared/details/index.ts';
import { textOrNull, timestamp, timestampOrNull } from '../shared/values/index.ts';
import { ENTITY, findEntity } from './person-records.ts';

/** The supplemental details of an entity; an entity has at most one record of them (C56). */

const FIELDS: readonly DetailField[] = [
  { name: 'poliCont', pii: 'pii_low', kind: text({ description: 'political contribution' }) },
  { name: 'poliContDate', pii: 'pii_low', kind: text({ description: 'date of the political contribution' }) },
  { name: 'CFTC', pii: 'pii_low', kind: text({ description: 'registered with the CFTC: Yes or No' }) },
  { name: 'CFTCrole', pii: 'pii_low', kind: text({ description: 'role at the CFTC' }) },
  { name: 'CFIUS', pii: 'pii_low', kind: text({ description: 'Yes or No' }) },
  { name: 'BankHoldingCo', pii: 'pii_low', kind: text({ description: 'bank holding company: Yes or No' }) },
  { name: 'InvCompanyAct', pii: 'pii_low', kind: text({ description: 'Investment Company Act' }) },
  {
    name: 'InvCompanyAct_individualowners',
    pii: 'pii_medium',
    kind: text({ description: 'Investment Company Act, individual owners' }),
  },
  {
    name: 'InvCompanyAct_entityowners',
    pii: 'pii_medium',
    kind: text({ description: 'Investment Company Act, entity owners' }),
  },
  { name: 'boName', pii: 'pii_medium', kind: text({ description: 'name of the beneficial owner' }) },
  { name: 'boSSN', pii: 'pii_high', kind: text({ description: 'tax id of the beneficial owner' }), masked: true },
  { name: 'planassetLimit', pii: 'pii_low', kind: text({ description: 'limit of plan assets' }) },
  { name: 'insassetLimit', pii: 'pii_low', kind: text({ description: 'limit of insurance assets' }) },
  { name: 'TaxYEmonth', pii: 'pii_low', kind: text({ description: 'month in which the tax year ends' }) },
  { name: 'USPerson', pii: 'pii_low', kind: text({ description: 'Yes or No' }) },
  { name: 'BPpurchaser', pii: 'pii_low', kind: text({ description: 'benefit plan: purchaser' }) },
  { name: 'BPemployers', pii: 'pii_low', kind: text({ description: 'benefit plan: employers' }) },
  { name: 'BPaffiliates', pii: 'pii_low', kind: text({ description: 'benefit plan: affiliates' }) },
  { name: 'BPsponsor', pii: 'pii_low', kind: text({ description: 'benefit plan: sponsor' }) },
  { name: 'PurchaserRep', pii: 'pii_medium', kind: text({ description: 'purchaser representative' }) },
  { name: 'OtherOccupations', pii: 'pii_medium', kind: text({ description: 'other occupations' }) },
  { name: 'notes', pii: 'pii_medium', kind: text({ description: 'free text' }) },
];

export const ENTITY_SUPPLEMENT: DetailKind<'entity_supplements'> = {
  table: 'entity_supplements',
  id: 'entity_id',
  unknown: 200,
  fields: FIELDS,
};

/** Stores, changes and reads them. The tax id of the beneficial owner is masked. */
export function entitySupplementMethods(deps: ModuleDeps): Method[] {
  const none = { statusDesc: 'The entity has no supplemental details' };
  return detailMethods({
    deps,
    kind: ENTITY_SUPPLEMENT,
    parameter: { entityID: required(text({ description: 'entity id (E and 6 to 10 digits)', maxLength: 100 })) },
    owner: ENTITY,
    find: findEntity,
    levels: detailLevels('party.read', FIELDS, 'entityID', 'createdDate', 'updatedDate'),
    response: Type.Object({
      entityDetails: Type.Array(
        namedObject('EntitySupplement', {
          entityID: Type.String(),
          ...detailSchema(FIELDS).properties,
          createdDate: Type.String(),
          updatedDate: textOrNull(),
        }),
      ),
    }),
    answer: (row, shown) => ({ entityDetails: [{ entityID: row.entity_id, ...shown, ...stamps(row) }] }),
    webhook: (row, stored, isNew) => {
      const { createdDate, updatedDate } = stamps(row);
      const fields = { entityID: row.entity_id, ...stored, createdDate };
      return isNew ? { ...fields, createdIpAddress: row.created_ip_address } : { ...fields, updatedDate };
    },
    taken: 'The entity already has supplemental details',
    none: () => new ApiError(ENTITY_SUPPLEMENT.unknown, undefined, none),
    create: {
      name: 'createEntitySupp',
      summary: 'Stores the supplemental details of an entity, which has none yet',
      description:
        'An entity has one supplement, with its beneficial owners and its business. A second one is refused (116).',
    },
    update: {
      name: 'updateEntitySupp',
      verb: ['POST', 'PUT'],
      summary: 'Changes the supplemental details of an entity; what is not sent keeps its value',
      description: 'The entity must have a supplement (200).',
      ip: 'updatedIpAddress',
    },
    get: {
      name: 'getEntitySupp',
      summary: 'Reads the supplemental details of an entity',
      description: 'The tax id of the beneficial owner is masked, unless the key has the highest level of party.read.',
    },
  });
}

function stamps({ created_at, updated_at }: EntitySupplementRow) {
  return { createdDate: timestamp(created_at), updatedDate: timestampOrNull(updated_at) };
}
