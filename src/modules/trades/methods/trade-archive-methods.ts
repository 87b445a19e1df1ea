import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { change, changeAfter } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { archivedFlag, archiveStatus } from '../../shared/methods/index.ts';
import { found, idParameter, ownerOf, type RecordOwner } from '../../shared/record/index.ts';
import { textsSchema, timestamp } from '../../shared/values/index.ts';
import { anyTradeId, changeTrade, holdTrade, TRADE, TRADE_END_VIEW } from '../records/index.ts';

export function updateTradeArchivestatus(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'updateTradeArchivestatus',
    summary: 'Archives a trade, or makes it active again',
    description:
      'Archived trades are still read, and hold their units; lists leave them out unless they are asked for.',
    refusals: [TRADE.unknown],
    parameters: { tradeId: required(anyTradeId()), archiveStatus: required(archiveStatus()) },
    response: Type.Object({
      tradeDetails: Type.Array(textsSchema('tradeId', 'partyId', 'offeringId', 'orderStatus', 'archiveStatus')),
    }),
    handler: change(deps, async ({ client, values }, db) => {
      const trade = found(TRADE, await holdTrade(db, { clientId: client.clientId, tradeId: values.tradeId }));
      const changes = { values: { archived: archivedFlag(values.archiveStatus) } };
      const { row } = await changeTrade(db, trade, changes, deps.nowUs());
      const fields = {
        tradeId: String(row.trade_id),
        ...TRADE_END_VIEW.show(row),
        archiveStatus: values.archiveStatus,
      };
      return { fields: { tradeDetails: [fields] }, webhook: fields };
    }),
  });
}

const FIELDS = [
  ...['tradeId', 'documentid', 'documentTitle', 'documentFileName', 'documentFileReferenceCode', 'virtualStatus'],
  ...['createdDate', 'archiveStatus'],
];

export function updateTradeDocArchivestatus(deps: ModuleDeps, trade: RecordOwner): Method {
  const { documents } = deps;
  return defineMethod({
    name: 'updateTradeDocArchivestatus',
    summary: 'Archives a document of a trade, or makes it active again',
    description: 'getTradeDocument shows archived documents too, with archive_status 1.',
    refusals: [trade.unknown, 404],
    parameters: {
      ...idParameter(trade),
      documentId: required(text({ description: 'documentid of a document', maxLength: 100 })),
      archiveStatus: required(archiveStatus()),
    },
    response: Type.Object({ document_details: Type.Array(textsSchema(...FIELDS)) }),
    handler: changeAfter(
      deps,
      async ({ client, values }) => {
        const id = await ownerOf(trade, client, values);
        const document = await documents.find({ clientId: client.clientId, kind: 'trade', id }, values.documentId);
        if (document === undefined) throw new ApiError(404);
        return document;
      },
      async ({ values }, db, document) => {
        await documents.update(document, { archived: archivedFlag(values.archiveStatus) }, db);
        const fields = {
          tradeId: document.owner_id,
          documentid: document.document_id,
          documentTitle: document.title,
          documentFileName: document.file_name,
          documentFileReferenceCode: document.reference_code,
          virtualStatus: 'ACTIVE',
          createdDate: timestamp(document.created_at),
          archiveStatus: values.archiveStatus,
        };
        return { fields: { document_details: [fields] }, webhook: fields };
      },
    ),
  });
}
