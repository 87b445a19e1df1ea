import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { findOffering, OFFERING } from '../offerings/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { findRecord, found, writeRecord } from '../shared/record/index.ts';
import { ipAddress, line, textsSchema } from '../shared/values/index.ts';
import { pdfDocument } from './envelopes.ts';
import { TEMPLATE } from './signature-kind.ts';
import type { SignatureServices } from './signature-services.ts';
import { namedTemplate, namesTemplate } from './template-name.ts';

export function updateSubscriptionsforOffering(services: SignatureServices): Method {
  const { db, documents, nowUs } = services;
  return defineMethod({
    name: 'updateSubscriptionsforOffering',
    verb: 'POST',
    group: 'Documents',
    summary: 'Replaces a template of an offering by another one of the account, or only renames it',
    description: 'Documents that were sent before stay as they are. A name without a templateId only renames.',
    refusals: [OFFERING.unknown, 404, 503],
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      templateId: required(numericId({ description: 'templateId of a template of the offering' })),
      templatename: required(line('<templateId>--<templateName> of the account, or a new name')),
      updatedIpAddress: optional(ipAddress()),
    },
    response: Type.Object({
      'document details': Type.Array(textsSchema('offeringId', 'templateId', 'templatename')),
    }),
    handler: changeAfter(
      services,
      async ({ client, values, ip }) => {
        const { clientId } = client;
        const offering = found(OFFERING, await findOffering(db, clientId, values.offeringId));
        const row = found(TEMPLATE, await findRecord(db, TEMPLATE, clientId, values.templateId));
        if (row.offering_id !== offering.offering_id) throw new ApiError(404);
        if (!namesTemplate(values.templatename)) return { template_name: values.templatename };
        const { key, name, content } = await namedTemplate(services, values.templatename, 'templatename');
        const owner = { clientId, kind: 'template', id: String(row.template_id) } as const;
        const [document] = await documents.keep(owner, [pdfDocument(name, content)], ip);
        return { template_key: key, template_name: name, document_number: document!.document_number };
      },
      async ({ client, values, ip }, transaction, changes) => {
        const of = { clientId: client.clientId, id: values.templateId };
        const written = { ...changes, updated_at: nowUs(), updated_ip_address: ip };
        const row = found(TEMPLATE, await writeRecord(transaction, TEMPLATE, of, written));
        const shown = {
          offeringId: String(row.offering_id),
          templateId: String(row.template_id),
          templatename: row.template_name,
        };
        return { fields: { 'document details': [shown] } };
      },
    ),
  });
}
