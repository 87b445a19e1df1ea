/** The supplemental details of an entity as the API shows them. */
import Type from 'typebox';
import type { EntitySupplementRow } from '../../database/schema/index.ts';
import { ApiError, type Client } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { detailSchema, openDetails, shownDetails } from '../shared/details/index.ts';
import type { Secrets } from '../shared/record/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';
import { ENTITY_SUPPLEMENT } from './entity-supplement-kind.ts';

const KEY = 'entityDetails';
const { fields } = ENTITY_SUPPLEMENT;

export const entityID = required(text({ description: 'entity id (E and 6 to 10 digits)', maxLength: 100 }));

export const entitySupplementAnswer = Type.Object({
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
export function entitySupplementFields(secrets: Secrets, client: Client, row: EntitySupplementRow) {
  const details = openDetails(secrets, ENTITY_SUPPLEMENT, row);
  const shown = shownDetails(fields, details, { client, scope: 'party.read' });
  return { [KEY]: [{ entityID: row.entity_id, ...shown, ...stamps(row) }] };
}

/** The details in webhooks: nothing is masked. */
export function entitySupplementWebhook(secrets: Secrets, row: EntitySupplementRow) {
  const details = openDetails(secrets, ENTITY_SUPPLEMENT, row);
  const stored = Object.fromEntries(fields.map(({ name }) => [name, details[name] ?? null]));
  return { entityID: row.entity_id, ...stored, ...stamps(row) };
}

function stamps({ created_at, updated_at }: EntitySupplementRow) {
  return { createdDate: timestamp(created_at), updatedDate: updated_at === null ? null : timestamp(updated_at) };
}

/** The record that was found. Throws 200 when the entity has no supplement. */
export function foundSupplement(row: EntitySupplementRow | undefined): EntitySupplementRow {
  if (row !== undefined) return row;
  throw new ApiError(ENTITY_SUPPLEMENT.unknown, undefined, { statusDesc: 'The entity has no supplemental details' });
}
