/** Supplemental details of entities: createEntitySupp, updateEntitySupp, getEntitySupp (C56). */
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { Schema } from '../../database/schema.ts';
import type { EntitySupplementRow } from '../../database/tables/parties.ts';
import type { Client } from '../../http/client.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { ApiError } from '../../http/status-codes.ts';
import { textOrNull } from '../shared/answers.ts';
import { change } from '../shared/change.ts';
import { inTransaction } from '../shared/in-transaction.ts';
import { ipAddress } from '../shared/parameters.ts';
import { maskedTaxId } from '../shared/pii-levels.ts';
import { found, ownedBy, type Reader, readerOf } from '../shared/record/index.ts';
import type { ModuleServices, Secrets } from '../shared/services.ts';
import { timestamp } from '../shared/times.ts';
import { ENTITY } from './person-kind.ts';
import { findEntity } from './person-records.ts';

const GROUP = 'Parties';
const KEY = 'entityDetails';

/** The details, with what each is. */
const DETAILS = {
  poliCont: 'political contribution',
  poliContDate: 'date of the political contribution',
  CFTC: 'registered with the CFTC: Yes or No',
  CFTCrole: 'role at the CFTC',
  CFIUS: 'Yes or No',
  BankHoldingCo: 'bank holding company: Yes or No',
  InvCompanyAct: 'Investment Company Act',
  InvCompanyAct_individualowners: 'Investment Company Act, individual owners',
  InvCompanyAct_entityowners: 'Investment Company Act, entity owners',
  boName: 'name of the beneficial owner',
  boSSN: 'tax id of the beneficial owner',
  planassetLimit: 'limit of plan assets',
  insassetLimit: 'limit of insurance assets',
  TaxYEmonth: 'month in which the tax year ends',
  USPerson: 'Yes or No',
  BPpurchaser: 'benefit plan: purchaser',
  BPemployers: 'benefit plan: employers',
  BPaffiliates: 'benefit plan: affiliates',
  BPsponsor: 'benefit plan: sponsor',
  PurchaserRep: 'purchaser representative',
  OtherOccupations: 'other occupations',
  notes: 'free text',
} as const;

type Name = keyof typeof DETAILS;
type Details = Partial<Record<Name, string>>;

const NAMES = Object.keys(DETAILS) as readonly Name[];

const entityID = required(text({ description: 'entity id (E and 6 to 10 digits)', maxLength: 100 }));
const details = Object.fromEntries(
  NAMES.map((name) => [name, optional(text({ description: DETAILS[name] }))]),
) as Record<Name, ReturnType<typeof optional<string>>>;

const response = Type.Object({
  [KEY]: Type.Array(
    Type.Object({
      entityID: Type.String(),
      ...Object.fromEntries(NAMES.map((name) => [name, textOrNull()])),
      createdDate: Type.String(),
      updatedDate: textOrNull(),
    }),
  ),
});

export function entitySupplementMethods(services: ModuleServices): Method[] {
  const { secrets, nowUs } = services;
  const requireEntity = async (db: Kysely<Schema>, reader: Reader, id: string) =>
    found(ENTITY, await findEntity(db, reader, id));
  const answer = (client: Client, row: EntitySupplementRow) => {
    const fields = supplementFields(row, secrets);
    return { fields: { [KEY]: [{ ...fields, boSSN: maskedTaxId(client, 'party.read', fields.boSSN ?? null) }] } };
  };
  return [
    defineMethod({
      name: 'createEntitySupp',
      verb: 'POST',
      group: GROUP,
      summary: 'Stores the supplemental details of an entity, which has none yet',
      description:
        'An entity has one supplement, with its beneficial owners and its business. A second one is refused (116).',
      refusals: [116, 198],
      parameters: { entityID, ...details, createdIpAddress: optional(ipAddress()) },
      response,
      handler: change(services, async ({ client, values, ip }, db) => {
        await requireEntity(db, client.clientId, values.entityID);
        const row: EntitySupplementRow = {
          entity_id: values.entityID,
          client_id: client.clientId,
          details_sealed: seal(secrets, values.entityID, sentDetails(values)),
          created_ip_address: values.createdIpAddress ?? ip,
          updated_ip_address: null,
          created_at: nowUs(),
          updated_at: null,
        };
        const inserted = await db
          .insertInto('entity_supplements')
          .values(row)
          .onConflict((conflict) => conflict.column('entity_id').doNothing())
          .executeTakeFirstOrThrow();
        if (!inserted.numInsertedOrUpdatedRows) {
          throw new ApiError(116, undefined, { statusDesc: 'The entity already has supplemental details' });
        }
        const { updatedDate: _, ...fields } = supplementFields(row, secrets);
        return { ...answer(client, row), webhook: { ...fields, createdIpAddress: row.created_ip_address } };
      }),
    }),

    defineMethod({
      name: 'updateEntitySupp',
      verb: ['POST', 'PUT'],
      group: GROUP,
      summary: 'Changes the supplemental details of an entity; what is not sent keeps its value',
      description: 'The entity must have a supplement (200).',
      refusals: [198, 200],
      parameters: { entityID, ...details, updatedIpAddress: optional(ipAddress()) },
      response,
      handler: change(services, async ({ client, values, ip }, db) => {
        await requireEntity(db, client.clientId, values.entityID);
        const change = { details: sentDetails(values), ip: values.updatedIpAddress ?? ip, nowUs: nowUs() };
        const row = await changeSupplement(db, secrets, client.clientId, values.entityID, change);
        if (row === undefined)
          throw new ApiError(200, undefined, { statusDesc: 'The entity has no supplemental details' });
        return { ...answer(client, row), webhook: supplementFields(row, secrets) };
      }),
    }),

    defineMethod({
      name: 'getEntitySupp',
      verb: 'POST',
      group: GROUP,
      summary: 'Reads the supplemental details of an entity',
      description: 'The tax id of the beneficial owner is masked, unless the key has the highest level of party.read.',
      refusals: [198, 200],
      parameters: { entityID },
      response,
      handler: async ({ client, values }) => {
        const entity = await requireEntity(services.db, readerOf(client), values.entityID);
        const row = await findSupplement(services.db, entity.client_id, entity.party_id);
        if (row === undefined)
          throw new ApiError(200, undefined, { statusDesc: 'The entity has no supplemental details' });
        return answer(client, row);
      },
    }),
  ];
}

function findSupplement(
  db: Kysely<Schema>,
  clientId: string,
  entityId: string,
): Promise<EntitySupplementRow | undefined> {
  return db
    .selectFrom('entity_supplements')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where(ownedBy(clientId))
    .executeTakeFirst();
}

/** The details are one sealed text, so a change reads and writes it whole, with nobody else doing so meanwhile. */
function changeSupplement(
  db: Kysely<Schema>,
  secrets: Secrets,
  clientId: string,
  entityId: string,
  change: { readonly details: Details; readonly ip: string; readonly nowUs: number },
): Promise<EntitySupplementRow | undefined> {
  return inTransaction(db, async (transaction) => {
    const write = (values: Partial<EntitySupplementRow>) =>
      transaction
        .updateTable('entity_supplements')
        .set(values)
        .where('entity_id', '=', entityId)
        .where(ownedBy(clientId))
        .returningAll()
        .executeTakeFirst();
    // The first write holds the row on PostgreSQL.
    const stored = await write({
      updated_at: change.nowUs,
      updated_ip_address: change.ip,
    });
    if (stored === undefined) return undefined;
    const merged = { ...open(secrets, stored), ...change.details };
    return write({ details_sealed: seal(secrets, entityId, merged) });
  });
}

function sentDetails(values: Readonly<Record<string, string | undefined>>): Details {
  return Object.fromEntries(NAMES.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}

function supplementFields(row: EntitySupplementRow, secrets: Secrets): Record<string, string | null> {
  const stored = open(secrets, row);
  return {
    entityID: row.entity_id,
    ...Object.fromEntries(NAMES.map((name) => [name, stored[name] ?? null])),
    createdDate: timestamp(row.created_at),
    updatedDate: row.updated_at === null ? null : timestamp(row.updated_at),
  };
}

function seal(secrets: Secrets, entityId: string, stored: Details): string {
  return secrets.seal(JSON.stringify(stored), `entity_supplements.details:${entityId}`);
}

function open(secrets: Secrets, row: EntitySupplementRow): Details {
  return JSON.parse(secrets.open(row.details_sealed, `entity_supplements.details:${row.entity_id}`)) as Details;
}
