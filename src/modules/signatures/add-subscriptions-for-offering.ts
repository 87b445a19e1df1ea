import Type from 'typebox';
import type { SubscriptionTemplateRow } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { findOffering, OFFERING } from '../offerings/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { indexedParts } from '../shared/documents/index.ts';
import { recheckTradesOfOffering } from '../shared/eligible-to-close.ts';
import { nextId } from '../shared/ids/index.ts';
import { found, holdRecord } from '../shared/record/index.ts';
import { pdfDocument } from './envelopes.ts';
import type { SignatureServices } from './signature-services.ts';
import { namedTemplate } from './template-name.ts';
import { TEMPLATES_MAX, templatesOf } from './template-records.ts';

const PARTS_MAX = 10;

export function addSubscriptionsforOffering(services: SignatureServices): Method {
  const { db, documents, nowUs } = services;
  return defineMethod({
    name: 'addSubscriptionsforOffering',
    verb: 'POST',
    group: 'Documents',
    summary: 'Adds templates to an offering, from which the documents of its investors are made',
    description: 'Templates are those of the e-signature account (fetchSubscriptionDocuments).',
    refusals: [OFFERING.unknown, 503],
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      file_name: required(
        indexedParts({
          name: 'templatename',
          description: 'templatename0=<templateId>--<templateName>; several are joined by &',
          partsMax: PARTS_MAX,
          maxLength: 300,
        }),
      ),
    },
    response: Type.Object({
      document_details: Type.Array(
        Type.Object({ templateNameID: Type.Integer(), templateName: Type.String(), offeringId: Type.String() }),
      ),
    }),
    handler: changeAfter(
      services,
      async ({ client, values, ip }) => {
        const { clientId } = client;
        const offering = found(OFFERING, await findOffering(db, clientId, values.offeringId));
        requireRoom(await templatesOf(db, clientId, offering.offering_id), values.file_name.size);
        const named = [];
        for (const part of values.file_name.values()) named.push(await namedTemplate(services, part, 'file_name'));
        const rows: SubscriptionTemplateRow[] = [];
        for (const { key, name, content } of named) {
          const template_id = await nextId(db, 'template');
          const owner = { clientId, kind: 'template', id: String(template_id) } as const;
          const [document] = await documents.keep(owner, [pdfDocument(name, content)], ip);
          rows.push({
            template_id,
            client_id: clientId,
            offering_id: offering.offering_id,
            template_key: key,
            template_name: name,
            document_number: document!.document_number,
            created_ip_address: ip,
            updated_ip_address: null,
            created_at: nowUs(),
            updated_at: null,
            deleted_at: null,
          });
        }
        return rows;
      },
      async ({ client }, transaction, rows) => {
        const [{ offering_id }] = rows as [SubscriptionTemplateRow];
        const of = { clientId: client.clientId, id: offering_id };
        // Locked, so that concurrent calls cannot exceed the limit together.
        found(OFFERING, await holdRecord(transaction, OFFERING, of));
        const there = await templatesOf(transaction, client.clientId, offering_id);
        requireRoom(there, rows.length);
        await transaction.insertInto('subscription_templates').values(rows).execute();
        await recheckTradesOfOffering(transaction, { clientId: client.clientId, offeringId: offering_id });
        const shown = rows.map(({ template_id, template_name }) => ({
          templateNameID: template_id,
          templateName: template_name,
          offeringId: String(offering_id),
        }));
        return { fields: { document_details: shown } };
      },
    ),
  });
}

function requireRoom(there: readonly SubscriptionTemplateRow[], more: number): void {
  if (there.length + more <= TEMPLATES_MAX) return;
  throw malformedCall('method', 'file_name', `an offering has at most ${TEMPLATES_MAX} templates`);
}
