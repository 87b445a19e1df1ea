import type { Method } from '../../http/methods/index.ts';
import { documentMethods } from '../shared/documents/index.ts';
import type { RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** Documents of accounts: uploadAccountDocument, getAccountDocument, deleteAccountDocument. */
export function accountDocumentMethods(services: ModuleServices, account: RecordOwner): Method[] {
  return documentMethods({
    services,
    documents: services.documents,
    kind: 'account',
    group: 'Accounts',
    owner: account,
    upload: { name: 'uploadAccountDocument', key: 'document_details' },
    get: { name: 'getAccountDocument', key: 'document_details' },
    delete: {
      name: 'deleteAccountDocument',
      key: 'document_details',
      message: 'document deleted successfully',
    },
  });
}
