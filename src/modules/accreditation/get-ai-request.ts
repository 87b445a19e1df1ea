import Type from 'typebox';
import type { DocumentRow } from '../../database/schema/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import type { Documents } from '../shared/documents/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { textsSchema } from '../shared/values/index.ts';
import { documentsOf, shownDocument } from './accreditation-documents.ts';
import { requestFields, requestSchema } from './accreditation-fields.ts';
import { ACCREDITATION_REQUEST, GROUP } from './accreditation-kind.ts';
import { requestsOfAccount } from './accreditation-records.ts';

const DOCUMENT = textsSchema(
  'id',
  'documentid',
  'documentTitle',
  'documentFileName',
  'documentFileReferenceCode',
  'status',
  'documentUrl',
);

export function getAiRequest({ db, documents }: ModuleServices): Method {
  return defineMethod({
    name: 'getAiRequest',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the requests to verify the investor of an account, newest first, with the documents',
    description: 'The links to the documents expire. An account without a request is refused (404).',
    refusals: [148, 404],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({
      accreditedDetails: Type.Object({
        request: Type.Array(requestSchema),
        documents: Type.Optional(Type.Array(DOCUMENT)),
      }),
    }),
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const of = { clientId: account.client_id, accountId: account.account_id };
      const requests = await requestsOfAccount(db, of.clientId, of.accountId);
      found(ACCREDITATION_REQUEST, requests[0]);
      const request = requests.map((row) => requestFields(row, account));
      const rows = await documents.list(documentsOf(of));
      if (rows.length === 0) return { fields: { accreditedDetails: { request } } };
      const shown = await Promise.all(rows.map((row) => documentOfRequest(documents, row)));
      return { fields: { accreditedDetails: { request, documents: shown } } };
    },
  });
}

async function documentOfRequest(documents: Documents, row: DocumentRow): Promise<Record<string, string>> {
  const { accountId: _, createdDate: __, ...fields } = await shownDocument(documents, row);
  return { ...fields, status: 'ACTIVE' };
}
