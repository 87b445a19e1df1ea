import Type from 'typebox';
import type { SubscriptionTemplateRow } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { findOffering, OFFERING } from '../offerings/index.ts';
import { change, changeAfter } from '../shared/change/index.ts';
import { indexedParts } from '../shared/documents/index.ts';
import { recheckTradesOfOffering } from '../shared/eligible-to-close.ts';
import { nextId } from '../shared/ids/index.ts';
import { findRecord, found, holdRecord, newOwned, readerOf, writeRecord } from '../shared/record/index.ts';
import { ipAddress, line, textsSchema } from '../shared/values/index.ts';
import { pdfDocument } from './envelopes.ts';
import { asked, type SignatureDeps } from './signature-deps.ts';
import { ACCOUNT_TEMPLATE_VIEW, TEMPLATE, TEMPLATE_VIEW } from './signature-fields.ts';
import { namedTemplate, namesTemplate, TEMPLATES_MAX, templatesOf } from './templates.ts';

export function fetchSubscriptionDocuments({ esign }: SignatureDeps): Method {
  return defineMethod({
    name: 'fetchSubscriptionDocuments',
    summary: 'Reads the templates of the connected e-signature account',
    description: 'May be empty. addSubscriptionsforOffering takes them as <templateId>--<name>.',
    refusals: [503],
    parameters: {},
    response: Type.Object({ document_details: Type.Array(ACCOUNT_TEMPLATE_VIEW.schema) }),
    handler: async () => {
      const templates = await asked(esign.templates());
      return { fields: { document_details: templates.map(ACCOUNT_TEMPLATE_VIEW.show) } };
    },
  });
}

const PARTS_MAX = 10;

export function addSubscriptionsforOffering(deps: SignatureDeps): Method {
  const { db, documents, nowUs } = deps;
  return defineMethod({
    name: 'addSubscriptionsforOffering',
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
      deps,
      async ({ client, values, ip }) => {
        const { clientId } = client;
        const offering = found(OFFERING, await findOffering(db, clientId, values.offeringId));
        requireRoom(await templatesOf(db, clientId, offering.offering_id), values.file_name.size);
        const named = [];
        for (const part of values.file_name.values()) named.push(await namedTemplate(deps, part, 'file_name'));
        const rows: SubscriptionTemplateRow[] = [];
        for (const { key, name, content } of named) {
          const template_id = await nextId(db, 'template');
          const owner = { clientId, kind: 'template', id: String(template_id) } as const;
          const [document] = await documents.keep(owner, [pdfDocument(name, content)], ip);
          rows.push({
            template_id,
            offering_id: offering.offering_id,
            template_key: key,
            template_name: name,
            document_number: document!.document_number,
            created_ip_address: ip,
            updated_ip_address: null,
            ...newOwned(clientId, nowUs()),
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

export function getSubscriptionsforOffering({ db, documents }: SignatureDeps): Method {
  return defineMethod({
    name: 'getSubscriptionsforOffering',
    summary: 'Reads the templates of an offering, newest first, with links that expire',
    description: 'An offering without templates, and an unknown offering, are refused (404).',
    refusals: [404],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ document_details: Type.Array(TEMPLATE_VIEW.schema) }),
    handler: async ({ client, values }) => {
      const templates = await templatesOf(db, readerOf(client), values.offeringId);
      if (templates.length === 0) throw new ApiError(404);
      const shown = templates.map(async (row) => {
        const document = await documents.findByNumber(row.client_id, 'template', row.document_number);
        return TEMPLATE_VIEW.show({ ...row, url: document === undefined ? '' : await documents.linkTo(document) });
      });
      return { fields: { document_details: await Promise.all(shown) } };
    },
  });
}

export function updateSubscriptionsforOffering(deps: SignatureDeps): Method {
  const { db, documents, nowUs } = deps;
  return defineMethod({
    name: 'updateSubscriptionsforOffering',
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
      deps,
      async ({ client, values, ip }) => {
        const { clientId } = client;
        const offering = found(OFFERING, await findOffering(db, clientId, values.offeringId));
        const row = found(TEMPLATE, await findRecord(db, TEMPLATE, clientId, values.templateId));
        if (row.offering_id !== offering.offering_id) throw new ApiError(404);
        if (!namesTemplate(values.templatename)) return { template_name: values.templatename };
        const { key, name, content } = await namedTemplate(deps, values.templatename, 'templatename');
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

export function deleteSubscriptionsforOffering(deps: SignatureDeps): Method {
  return defineMethod({
    name: 'deleteSubscriptionsforOffering',
    summary: 'Removes a template from its offering',
    description:
      'Documents that were sent can still be signed. An offering without templates has nothing to sign (T9).',
    refusals: [404],
    parameters: { templateId: required(numericId({ description: 'templateId of a template of an offering' })) },
    response: textsSchema('document_details'),
    handler: change(deps, async ({ client, values }, transaction) => {
      const of = { clientId: client.clientId, id: values.templateId };
      const { offering_id } = found(
        TEMPLATE,
        await writeRecord(transaction, TEMPLATE, of, { deleted_at: deps.nowUs() }),
      );
      const alsoFires = await recheckTradesOfOffering(transaction, {
        clientId: client.clientId,
        offeringId: offering_id,
      });
      return { fields: { document_details: 'Template deleted successfully' }, alsoFires };
    }),
  });
}
