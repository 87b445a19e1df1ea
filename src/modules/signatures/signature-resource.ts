/** The documents of all trades that were sent to be signed, as /v3/signatures lists them (D15). */

import Type from 'typebox';
import type { SignatureEventRow, SignatureRow } from '../../database/schema/index.ts';
import type { Method } from '../../http/methods/index.ts';
import { defineItem, defineList, type Item, type Resource } from '../shared/list/index.ts';
import { numberField, piiTable, STAMPS, textField, uniteLevels } from '../shared/record/index.ts';
import { at, changedTimestamp, orNull, says, textOrNull, view } from '../shared/values/index.ts';
import { TRADE_LEVELS } from '../trades/index.ts';
import { type SignatureDeps, signedUrl, sourceUrl } from './signature-deps.ts';
import { eventsOf } from './signature-events.ts';
import { SIGNATURE } from './signature-fields.ts';

const SCOPE = 'trade.read';

/** The levels of all that the module answers. The files have the name of the signer. */
export const SIGNATURE_LEVELS = uniteLevels(
  new Map([...TRADE_LEVELS].filter(([name]) => name !== 'documentUrl')),
  piiTable(SCOPE, {
    none: `signatureId kind status templateId templateName templatename templateKey templateUrl documentId
      document_details name happenedDate docsId widgetTemplate signcreatedDate signupdatedDate shared
      description created lastModified uri folderName userId`,
    pii_medium: 'signerName declineReason sourceUrl documentUrl signingUrl userName email',
  }),
);

const ITEM = view<SignatureRow>('Signature')({
  signatureId: 'signature_id',
  documentKey: 'envelope_id',
  kind: 'kind',
  status: 'status',
  offeringId: 'offering_id',
  accountId: 'account_id',
  partyId: 'party_id',
  tradeId: orNull('trade_id', 'The investment; null for an NDA.'),
  templateId: orNull('template_id', 'The template of the offering; null for an NDA.'),
  templateName: 'template_name',
  signerName: 'signer_name',
  declineReason: orNull('decline_reason', 'What the signer wrote.'),
  createdDate: at('created_at'),
  updatedDate: says(({ updated_at }) => changedTimestamp(updated_at)),
});

const EVENT = view<SignatureEventRow>()({
  name: says(({ name }) => name, 'created, sent, viewed, signed, declined, voided or reported'),
  happenedDate: at('happened_at'),
});

const detailSchema = Type.Object({
  ...ITEM.schema.properties,
  sourceUrl: textOrNull('The document as it was sent, by a link that expires; null where the provider keeps it.'),
  documentUrl: textOrNull('The signed document with its certificate, by a link that expires; null until it is signed.'),
  events: Type.Array(EVENT.schema),
});

async function detailOf({ db, documents }: SignatureDeps, row: SignatureRow): Promise<Item> {
  const events = await eventsOf(db, row);
  return {
    ...ITEM.show(row),
    sourceUrl: await sourceUrl(documents, row),
    documentUrl: await signedUrl(documents, row),
    events: events.map(EVENT.show),
  };
}

/** listSignatures and readSignature. */
export function signatureReads(deps: SignatureDeps): Method[] {
  const resource: Resource<'signatures'> = {
    deps,
    table: SIGNATURE.table,
    id: SIGNATURE.id,
    hides: 'deleted',
    scope: SCOPE,
    levels: SIGNATURE_LEVELS,
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
    itemSchema: ITEM.schema,
    items: (rows) => rows.map(ITEM.show),
  };
  const detail: Resource<'signatures'> = {
    ...resource,
    itemSchema: detailSchema,
    items: (rows) => Promise.all(rows.map((row) => detailOf(deps, row))),
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
