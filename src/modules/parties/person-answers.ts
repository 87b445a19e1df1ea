/** Parties and entities as the API shows them (C54). */
import Type, { type TObject, type TSchema } from 'typebox';
import type { Client } from '../../http/client.ts';
import { textOrNull } from '../shared/answers.ts';
import type { Item } from '../shared/list/index.ts';
import { maskedTaxId } from '../shared/pii-levels.ts';
import type { Secrets } from '../shared/services.ts';
import { timestamp } from '../shared/times.ts';
import type { PersonField } from './person-fields.ts';
import { PARTY, type PersonKind } from './person-kind.ts';
import { openField, type Person } from './person-records.ts';

/** Whoever may not see the whole of these numbers sees their end. */
const MASKED_FIELDS: ReadonlySet<string> = new Set(['socialSecurityNumber', 'ein']);

const STATES = ['Active', 'Archived'];

/** The stored fields and those that the platform keeps, by the names of answers. */
function personFields(kind: PersonKind, row: Person, secrets: Secrets): Record<string, string | null> {
  return {
    partyId: row.party_id,
    ...Object.fromEntries(kind.fields.map((field) => [shownName(field), shownValue(kind, row, field, secrets)])),
  };
}

function shownName({ name, shown = name }: PersonField): string {
  return shown;
}

function shownValue(kind: PersonKind, row: Person, field: PersonField, secrets: Secrets): string | null {
  if (field.sealed) return openField(secrets, kind, row, field.column);
  return (row[field.column] ?? field.empty) as string | null;
}

function keptFields(row: Person): Record<string, string> {
  return {
    esignStatus: row.esign_status,
    documentKey: row.document_key,
    createdDate: timestamp(row.created_at),
    updatedDate: timestamp(row.updated_at),
  };
}

/** The record of getParty or getEntity, as the caller may see it; only getParty shows what the platform keeps. */
export function readFields(
  kind: PersonKind,
  row: Person,
  secrets: Secrets,
  client: Client,
): Record<string, string | null> {
  const { formationDate: _, ...fields } = personFields(kind, row, secrets);
  const shown = kind === PARTY ? { ...fields, ...keptFields(row) } : fields;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      MASKED_FIELDS.has(name) ? maskedTaxId(client, 'party.read', value) : value,
    ]),
  );
}

/** An item of GET /v3/parties or GET /v3/entities, before redaction. */
export function listedItem(kind: PersonKind, row: Person, secrets: Secrets): Item {
  return {
    ...personFields(kind, row, secrets),
    ...keptFields(row),
    partystatus: STATES[row.archived] as string,
  };
}

/** The two statuses that create, update and webhooks show, null when they were never set. */
export function statusFields(row: Person): { partyId: string; KYCstatus: string | null; AMLstatus: string | null } {
  return { partyId: row.party_id, KYCstatus: row.kyc_status, AMLstatus: row.aml_status };
}

export const statusSchema = Type.Object({
  partyId: Type.String(),
  KYCstatus: textOrNull(),
  AMLstatus: textOrNull(),
});

export function readSchema(kind: PersonKind): TObject {
  const fields = fieldsSchema(kind.fields.filter(({ name }) => name !== 'formationDate'));
  return Type.Object({ partyId: Type.String(), ...fields, ...(kind === PARTY ? keptSchema : {}) });
}

export function listedSchema(kind: PersonKind): TObject {
  return Type.Object({
    partyId: Type.String(),
    ...fieldsSchema(kind.fields),
    ...keptSchema,
    partystatus: Type.String({ enum: STATES }),
  });
}

const keptSchema: Readonly<Record<string, TSchema>> = {
  esignStatus: Type.String(),
  documentKey: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
};

function fieldsSchema(fields: readonly PersonField[]): Record<string, TSchema> {
  return Object.fromEntries(
    fields.map((field) => [shownName(field), field.empty === null ? textOrNull() : Type.String()]),
  );
}
