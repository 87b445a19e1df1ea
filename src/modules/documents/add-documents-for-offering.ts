import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { findOffering, OFFERING } from '../offerings/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { readUpload, uploadedFiles, uploadParameters } from '../shared/documents/index.ts';
import { found } from '../shared/record/index.ts';
import type { DocumentServices } from './document-services.ts';
import {
  addedFields,
  addedSchema,
  detailParameters,
  OFFERING_DOCUMENTS,
  referenceCode,
} from './offering-document-fields.ts';
import { insertDetails } from './offering-document-records.ts';
import { type Watermarked, watermarked } from './watermark.ts';

export function addDocumentsforOffering(services: DocumentServices): Method {
  const { db, documents, pdf } = services;
  const { documentTitle, file_name, createdIpAddress } = uploadParameters(OFFERING_DOCUMENTS);
  return defineMethod({
    name: 'addDocumentsforOffering',
    verb: 'POST',
    group: 'Documents',
    summary: 'Uploads documents of an offering; PDF files get its stampingText as watermark',
    description: 'A multipart form with a title, a name and a file for each. All of them are stored, or nothing.',
    refusals: [OFFERING.unknown, 429],
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      documentTitle,
      documentFileReferenceCode: required(referenceCode()),
      file_name,
      ...detailParameters,
      createdIpAddress,
    },
    uploads: uploadedFiles(OFFERING_DOCUMENTS),
    response: Type.Object({ document_details: Type.Array(addedSchema) }),
    handler: changeAfter(
      services,
      async ({ client, values, files = [], ip }) => {
        const offering = found(OFFERING, await findOffering(db, client.clientId, values.offeringId));
        const uploaded = await readUpload(values.documentTitle, values.file_name, files, OFFERING_DOCUMENTS);
        const stamper = { pdf, clientId: client.clientId };
        const made: Watermarked[] = [];
        for (const [index, number] of [...values.documentTitle.keys()].entries()) {
          const document = { ...uploaded[index]!, referenceCode: values.documentFileReferenceCode };
          made.push(await watermarked(stamper, document, offering.stamping_text, `userfile${number}`));
        }
        const owner = { clientId: client.clientId, kind: 'offering', id: String(offering.offering_id) } as const;
        const rows = await documents.store(
          owner,
          made.map(({ document }) => document),
          ip,
        );
        return { rows, origins: made.map(({ origin }) => origin) };
      },
      async ({ values }, transaction, { rows, origins }) => {
        await documents.show(transaction, rows);
        const details = {
          template_name: values.templateName ?? null,
          approval: values.approval ?? null,
          supervisor_name: values.supervisorname ?? null,
          approval_date: values.date ?? null,
        };
        await insertDetails(transaction, rows, details, origins);
        const shown = rows.map(async (row) => addedFields(row, await documents.linkTo(row)));
        return { fields: { document_details: await Promise.all(shown) } };
      },
    ),
  });
}
