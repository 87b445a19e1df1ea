import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { requireActiveAccount } from '../accounts/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ipAddress, textsSchema } from '../shared/values/index.ts';
import { documentsOf, readVerificationFile, verificationUploads } from './accreditation-documents.ts';
import { GROUP } from './accreditation-kind.ts';

export function uploadVerificationDocument(services: ModuleServices): Method {
  const { db, documents } = services;
  return defineMethod({
    name: 'uploadVerificationDocument',
    verb: 'POST',
    group: GROUP,
    summary: 'Uploads a document that shows that the investor of an account is accredited',
    description: "A multipart form with one file. The file's type is read from its content, not from its name.",
    refusals: [148],
    parameters: {
      accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })),
      documentTitle: required(text({ description: 'the plain title', maxLength: 200 })),
      createdIpAddress: optional(ipAddress()),
    },
    uploads: verificationUploads('pdf, jpg, jpeg, png or txt; from 1024 bytes to 100 MB'),
    response: textsSchema('document_details'),
    handler: changeAfter(
      services,
      async ({ client, values, files = [] }) => {
        const account = await requireActiveAccount(db, client.clientId, values.accountId);
        const of = { clientId: client.clientId, accountId: account.account_id };
        const document = await readVerificationFile(values.documentTitle, files);
        await documents.keep(documentsOf(of), [document], values.createdIpAddress ?? null);
        return of;
      },
      async (_call, _db, { accountId }) => ({
        fields: { document_details: 'Document has been uploaded Successfully' },
        webhook: { accountId },
      }),
    ),
  });
}
