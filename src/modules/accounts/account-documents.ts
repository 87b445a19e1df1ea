import type { Method } from '../../http/method.ts';
import { documentMethods } from '../shared/documents/index.ts';
import type { RecordOwner } from '../shared/record-owner.ts';
import type { ModuleServices } from '../shared/services.ts';

/** Documents of accounts: uploadAccountDocument, getAccountDocument, deleteAccountDocument. */
export function accountDocumentMethods({ documents }: ModuleServices, account: RecordOwner): Method[] {
  return documentMethods({
    documents,
    kind: 'account',
    group: 'Accounts',
    owner: account,
    upload: { name: 'uploadAccountDocument', key: 'document_details', source: 'spec/4 8' },
    get: { name: 'getAccountDocument', key: 'document_details', source: 'spec/4 8' },
    delete: {
      name: 'deleteAccountDocument',
      key: 'document_details',
      message: 'document deleted successfully',
      source: 'spec/3 Documents',
    },
  });
}
