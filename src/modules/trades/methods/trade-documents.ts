import type { Method } from '../../../http/methods/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { documentMethods } from '../../shared/documents/index.ts';
import type { RecordOwner } from '../../shared/record/index.ts';

/** Documents of trades: uploadTradeDocument, getTradeDocument, deleteTradeDocument. */
export function tradeDocumentMethods(deps: ModuleDeps, trade: RecordOwner): Method[] {
  return documentMethods({
    deps,
    documents: deps.documents,
    kind: 'trade',
    owner: trade,
    upload: { name: 'uploadTradeDocument', key: 'document_details' },
    get: {
      name: 'getTradeDocument',
      key: 'document_details',
      more: {
        names: ['virtualStatus', 'archive_status'],
        of: (document) => ({ virtualStatus: 'ACTIVE', archive_status: String(document.archived) }),
      },
    },
    delete: {
      name: 'deleteTradeDocument',
      key: 'document_details',
      message: 'Document deleted successfully',
    },
  });
}
