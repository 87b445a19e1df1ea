/** The documents of all trades that were sent to be signed, as /v3/signatures lists them (D15). */
import Type from 'typebox';
import type { SignatureRow } from '../../database/schema/index.ts';
import type { Method } from '../../http/methods/index.ts';
import { defineItem, defineList, type Item, type Resource } from '../shared/list/index.ts';
import { numberField, piiTable, STAMPS, textField } from '../shared/record/index.ts';
import { changedTimestamp, textOrNull, textsSchema, timestamp } from '../shared/values/index.ts';
import { eventsOf } from './signature-events.ts';
import { SIGNATURE } from './signature-fields.ts';
import { type SignatureServices, signedUrl, sourceUrl } from './signature-services.ts';

const SCOPE = 'trade.read';

/** The files have the name of the signer. */
const PII = piiTable(SCOPE, {
  none: `signatureId documentKey kind status offeringId accountId partyId tradeId templateId templateName createdDate
    updatedDate events clientId`,
  pii_low: '',
  pii_medium: 'signerName declineReason sourceUrl documentUrl',
  pii_high: '',
});

const itemSchema = Type.Object({
  ...textsSchema(
    ...['signatureId', 'documentKey', 'kind', 'status', 'offeringId', 'accountId', 'partyId', 'templateName'],
    ...['signerName', 'createdDate', 'updatedDate'],
  ).properties,
  tradeId: textOrNull('The investment; null for an NDA.'),
  templateId: textOrNull('The template of the offering; null for an NDA.'),
  declineReason: textOrNull('What the signer wrote; null: it was not declined, or without a reason.'),
});

function itemOf(row: SignatureRow): Item {
  const text = (id: number | null) => (id === null ? null : String(id));
  return {
    signatureId: String(row.signature_id),
    documentKey: row.envelope_id,
    kind: row.kind,
    status: row.status,
    offeringId: String(row.offering_id),
    accountId: row.account_id,
    partyId: row.party_id,
    tradeId: text(row.trade_id),
    templateId: text(row.template_id),
    templateName: row.template_name,
    signerName: row.signer_name,
    declineReason: row.decline_reason || null,
    createdDate: timestamp(row.created_at),
    updatedDate: changedTimestamp(row.updated_at),
  };
}

const eventSchema = Type.Object({
  name: Type.String({ description: 'created, sent, viewed, signed, declined, voided or reported' }),
  happenedDate: Type.String(),
});

const detailSchema = Type.Object({
  ...itemSchema.properties,
  sourceUrl: textOrNull('The document as it was sent, by a link that expires; null where the provider keeps it.'),
  documentUrl: textOrNull('The signed document with its certificate, by a link that expires; null until it is signed.'),
  events: Type.Array(eventSchema),
});

async function detailOf({ db, documents }: SignatureServices, row: SignatureRow): Promise<Item> {
  const events = await eventsOf(db, row);
  return {
    ...itemOf(row),
    sourceUrl: await sourceUrl(documents, row),
    documentUrl: await signedUrl(documents, row),
    events: events.map(({ name, happened_at }) => ({ name, happenedDate: timestamp(happened_at) })),
  };
}

/** listSignatures and readSignature. */
export function signatureReads(services: SignatureServices): Method[] {
  const resource: Resource<'signatures'> = {
    services,
    table: SIGNATURE.table,
    id: SIGNATURE.id,
    hides: 'deleted',
    scope: SCOPE,
    pii: PII,
    fields: {
      signatureId: numberField('signature_id', { filter: 'indexed' }),
      documentKey: textField('envelope_id', { filter: 'indexed' }),
      kind: textField('kind'),
      status: textField('status', { filter: 'indexed' }),
      offeringId: numberField('offering_id', { filter: 'indexed' }),
      accountId: textField('account_id', { filter: 'indexed' }),
      partyId: textField('party_id'),
      tradeId: numberField('trade_id', { filter: 'indexed' }),
      templateName: textField('template_name'),
      ...STAMPS,
    },
    itemSchema,
    items: (rows) => rows.map(itemOf),
  };
  const detail: Resource<'signatures'> = {
    ...resource,
    itemSchema: detailSchema,
    items: (rows) => Promise.all(rows.map((row) => detailOf(services, row))),
  };
  return [
    defineList(resource, {
      ...{ name: 'listSignatures', path: '/v3/signatures', key: 'signatures' },
      summary: 'Lists the documents that were sent to be signed, newest first',
    }),
    defineItem(detail, {
      ...{ name: 'readSignature', path: '/v3/signatures/:signatureId', key: 'signature' },
      summary: 'Reads a document that was sent to be signed, with its events, oldest first',
      description: 'An extension (D15). A deleted one is unknown (1404).',
    }),
  ];
}
