import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { findTrade, TRADE } from '../trades/index.ts';
import { signedFields, signedSchema } from './signature-fields.ts';
import { signaturesOfTrade } from './signature-records.ts';
import type { SignatureServices } from './signature-services.ts';
import { signedUrl } from './signed-url.ts';

export function getAllSignedDocument({ db, documents }: SignatureServices): Method {
  return defineMethod({
    name: 'getAllSignedDocument',
    verb: 'POST',
    group: 'Documents',
    summary: 'Reads the documents of a trade that were sent to be signed, newest first',
    description:
      'documentUrl is the signed document with its certificate, by a link that expires; null until it is signed.',
    refusals: [TRADE.unknown, 404],
    parameters: { tradeId: required(numericId({ description: 'trade id' })) },
    response: Type.Object({ SignedDocumentDetails: Type.Array(signedSchema) }),
    handler: async ({ client, values }) => {
      const trade = found(TRADE, await findTrade(db, readerOf(client), values.tradeId));
      const rows = await signaturesOfTrade(db, readerOf(client), trade.trade_id);
      if (rows.length === 0) throw new ApiError(404);
      const shown = rows.map(async (row) => signedFields(row, trade, await signedUrl(documents, row)));
      return { fields: { SignedDocumentDetails: await Promise.all(shown) } };
    },
  });
}
