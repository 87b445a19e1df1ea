import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { textOrNull, textsSchema } from '../shared/values/index.ts';
import { findTrade, TRADE, tradeRecord, tradeRecordSchema } from '../trades/index.ts';
import { signedFields } from './signature-fields.ts';
import { signaturesOfTrade } from './signature-records.ts';
import type { SignatureServices } from './signature-services.ts';
import { signedUrl } from './signed-url.ts';

export function getSignedDocument({ db, documents }: SignatureServices): Method {
  return defineMethod({
    name: 'getSignedDocument',
    verb: 'POST',
    group: 'Documents',
    summary: 'Reads the newest document of a trade that was sent to be signed, with the record of the trade',
    description:
      'documentUrl is the signed document with its certificate, by a link that expires; null until it is signed.',
    refusals: [TRADE.unknown, 404],
    parameters: { tradeId: required(numericId({ description: 'trade id' })) },
    response: Type.Object({
      SignedDocumentDetails: Type.Object({
        ...tradeRecordSchema.properties,
        ...textsSchema('orderId', 'id', 'documentId', 'esignstatus', 'templateName', 'widgetTemplate', 'docsId')
          .properties,
        documentUrl: textOrNull(),
      }),
    }),
    handler: async ({ client, values }) => {
      const trade = found(TRADE, await findTrade(db, readerOf(client), values.tradeId));
      const [row] = await signaturesOfTrade(db, readerOf(client), trade.trade_id);
      if (row === undefined) throw new ApiError(404);
      const { id, documentId, esignstatus, templateName, documentUrl } = signedFields(
        row,
        trade,
        await signedUrl(documents, row),
      );
      const own = { id, documentId, esignstatus, templateName, documentUrl, widgetTemplate: '', docsId: documentId };
      return { fields: { SignedDocumentDetails: { ...tradeRecord(trade), ...own } } };
    },
  });
}
