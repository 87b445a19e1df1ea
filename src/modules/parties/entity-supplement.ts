import Type from 'typebox';
import type { EntitySupplementRow } from '../../database/schema/index.ts';
import { ApiError, type Client, defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import {
  changeDetails,
  type DetailField,
  type DetailKind,
  detailCreation,
  detailSchema,
  detailUpdate,
  findDetails,
  insertDetails,
  openDetails,
  sentDetails,
  shownDetails,
} from '../shared/details/index.ts';
import { found, readerOf, type Secrets } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ipAddress, textOrNull, timestamp, timestampOrNull } from '../shared/values/index.ts';
import { ENTITY, findEntity } from './person-records.ts';

/** The supplemental details of an entity; an entity has at most one record of them (C56). */

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

/** The supplemental details of an entity as the API shows them. */

const KEY = 'entityDetails';
const { fields } = ENTITY_SUPPLEMENT;

const entityID = required(text({ description: 'entity id (E and 6 to 10 digits)', maxLength: 100 }));

const entitySupplementAnswer = Type.Object({
  [KEY]: Type.Array(
    Type.Object({
      entityID: Type.String(),
      ...detailSchema(fields).properties,
      createdDate: Type.String(),
      updatedDate: textOrNull(),
    }),
  ),
});

/** The answer; the tax id of the beneficial owner is masked, unless the key has the highest level of party.read. */
function entitySupplementFields(secrets: Secrets, client: Client, row: EntitySupplementRow) {
  const details = openDetails(secrets, ENTITY_SUPPLEMENT, row);
  const shown = shownDetails(fields, details, { client, scope: 'party.read' });
  return { [KEY]: [{ entityID: row.entity_id, ...shown, ...stamps(row) }] };
}

/** The details in webhooks: nothing is masked. */
function entitySupplementWebhook(secrets: Secrets, row: EntitySupplementRow) {
  const details = openDetails(secrets, ENTITY_SUPPLEMENT, row);
  const stored = Object.fromEntries(fields.map(({ name }) => [name, details[name] ?? null]));
  return { entityID: row.entity_id, ...stored, ...stamps(row) };
}

function stamps({ created_at, updated_at }: EntitySupplementRow) {
  return { createdDate: timestamp(created_at), updatedDate: timestampOrNull(updated_at) };
}

/** The record that was found. Throws 200 when the entity has no supplement. */
function foundSupplement(row: EntitySupplementRow | undefined): EntitySupplementRow {
  if (row !== undefined) return row;
  throw new ApiError(ENTITY_SUPPLEMENT.unknown, undefined, { statusDesc: 'The entity has no supplemental details' });
}

export function createEntitySupp(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createEntitySupp',
    summary: 'Stores the supplemental details of an entity, which has none yet',
    description:
      'An entity has one supplement, with its beneficial owners and its business. A second one is refused (116).',
    refusals: [116, 198],
    parameters: { entityID, ...detailCreation(fields), createdIpAddress: optional(ipAddress()) },
    response: entitySupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const entity = found(ENTITY, await findEntity(db, client.clientId, values.entityID));
      const of = { clientId: client.clientId, id: entity.party_id };
      const sent = { details: sentDetails(fields, values), ip: values.createdIpAddress ?? ip, nowUs: nowUs() };
      const row = await insertDetails({ db, secrets }, ENTITY_SUPPLEMENT, of, sent);
      if (row === undefined) {
        throw new ApiError(116, undefined, { statusDesc: 'The entity already has supplemental details' });
      }
      const { updatedDate: _, ...stored } = entitySupplementWebhook(secrets, row);
      return {
        fields: entitySupplementFields(secrets, client, row),
        webhook: { ...stored, createdIpAddress: row.created_ip_address },
      };
    }),
  });
}

export function updateEntitySupp(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateEntitySupp',
    verb: ['POST', 'PUT'],
    summary: 'Changes the supplemental details of an entity; what is not sent keeps its value',
    description: 'The entity must have a supplement (200).',
    refusals: [198, 200],
    parameters: { entityID, ...detailUpdate(fields), updatedIpAddress: optional(ipAddress()) },
    response: entitySupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const entity = found(ENTITY, await findEntity(db, client.clientId, values.entityID));
      const of = { clientId: client.clientId, id: entity.party_id };
      const sent = { details: sentDetails(fields, values), ip: values.updatedIpAddress ?? ip, nowUs: nowUs() };
      const row = foundSupplement(await changeDetails({ db, secrets }, ENTITY_SUPPLEMENT, of, sent));
      return {
        fields: entitySupplementFields(secrets, client, row),
        webhook: entitySupplementWebhook(secrets, row),
      };
    }),
  });
}

export function getEntitySupp({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getEntitySupp',
    summary: 'Reads the supplemental details of an entity',
    description: 'The tax id of the beneficial owner is masked, unless the key has the highest level of party.read.',
    refusals: [198, 200],
    parameters: { entityID },
    response: entitySupplementAnswer,
    handler: async ({ client, values }) => {
      const entity = found(ENTITY, await findEntity(db, readerOf(client), values.entityID));
      const row = foundSupplement(await findDetails(db, ENTITY_SUPPLEMENT, entity.client_id, entity.party_id));
      return { fields: entitySupplementFields(secrets, client, row) };
    },
  });
}
