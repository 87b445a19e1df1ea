import Type from 'typebox';
import type { SignatureRow } from '../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { holdAccount } from '../accounts/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { line, textOrNull, textsSchema } from '../shared/values/index.ts';
import { findTrade, TRADE, tradeRecord, tradeRecordSchema } from '../trades/index.ts';
import { deliver, newSignature, type Signing, signingOf } from './envelopes.ts';
import { asked, type SignatureDeps, signedUrl } from './signature-deps.ts';
import { SIGNED_VIEW, sendParameters, sentFields, sentSchema } from './signature-fields.ts';
import { insertSignatures, liveNda, signaturesOfTrade } from './signature-records.ts';
import { SENDING_REFUSALS, sendSubscriptions, sentBefore } from './subscriptions.ts';

export function sendSubscriptionDocument(deps: SignatureDeps): Method {
  return defineMethod({
    name: 'sendSubscriptionDocument',
    summary: "Sends the documents of a trade to the account's primary party, to be signed",
    description: 'One document for each template of the offering; an open or signed document is not sent again.',
    refusals: SENDING_REFUSALS,
    parameters: sendParameters,
    response: textsSchema('document_details'),
    handler: keepAnswer(deps, async (call) => {
      await sendSubscriptions(deps, call);
      return { fields: { document_details: 'Subscription documents sent successfully' } };
    }),
  });
}

export function sendSubscriptionDocumentClient(deps: SignatureDeps): Method {
  return defineMethod({
    name: 'sendSubscriptionDocumentClient',
    summary: 'Sends the documents of a trade, and returns the address at which each is signed',
    description:
      'The pages can be embedded. An address is valid for 24 hours and for one signature; call again for a new one.',
    signInAgain: true,
    refusals: SENDING_REFUSALS,
    parameters: sendParameters,
    response: Type.Object({
      document_details: Type.Array(
        textsSchema('documentKey', 'templateId', 'templateName', 'esignStatus', 'signingUrl'),
      ),
    }),
    handler: keepAnswer(deps, async (call) => {
      const { rows } = await sendSubscriptions(deps, call);
      const waiting = rows.filter(({ status }) => status !== 'SIGNED');
      const shown = waiting.map(async (row) => ({
        documentKey: row.envelope_id,
        templateId: String(row.template_id),
        templateName: row.template_name,
        esignStatus: row.status,
        signingUrl: await asked(deps.esign.signingUrl(row.envelope_id)),
      }));
      return { fields: { document_details: await Promise.all(shown) } };
    }),
  });
}

export function resendSubscriptionDocuments(deps: SignatureDeps): Method {
  return defineMethod({
    name: 'resendSubscriptionDocuments',
    summary: 'Sends the unsigned documents of a trade again',
    description: 'The documents are those that were sent before; a trade without documents is refused (404).',
    refusals: SENDING_REFUSALS,
    parameters: sendParameters,
    response: Type.Object({ document_details: Type.Array(sentSchema) }),
    handler: keepAnswer(deps, async (call) => {
      const signing = await signingOf(deps, { ...call.values, clientId: call.client.clientId });
      const rows = await sentBefore(deps, call, signing);
      const waiting = rows.filter(({ status }) => status === 'CREATED' || status === 'NOTSIGNED');
      await deliver(deps, waiting, signing.signer, call.ip);
      return { fields: { document_details: rows.map(sentFields) } };
    }),
  });
}

/** The template of the account that an NDA is made from (D8). */
const NDA_TEMPLATE = 'nda';

export function sendNda(deps: SignatureDeps): Method {
  const { db } = deps;
  return defineMethod({
    name: 'sendNda',
    summary: "Sends a non-disclosure agreement for an offering to the account's primary party",
    description: 'Made from the template nda. An open or signed agreement is not sent again.',
    signInAgain: true,
    refusals: [135, 138, 148, 404, 503],
    parameters: {
      accountId: required(line('A and 6 to 10 digits')),
      offeringId: required(numericId({ description: 'offering id' })),
    },
    response: Type.Object({
      document_details: Type.Array(
        Type.Object({
          ...sentSchema.properties,
          signingUrl: Type.Optional(Type.String({ description: 'where it is signed, until it is' })),
          documentUrl: Type.Optional(textOrNull('once it is signed: the signed document, by a link that expires')),
        }),
      ),
    }),
    handler: keepAnswer(deps, async ({ client, values, ip }) => {
      const signing = await signingOf(deps, { ...values, clientId: client.clientId });
      const there = await liveNda(db, signing);
      const row = there ?? (await sendNew(deps, signing, { ip }));
      const url =
        row.status === 'SIGNED'
          ? { documentUrl: await signedUrl(deps.documents, row) }
          : { signingUrl: await asked(deps.esign.signingUrl(row.envelope_id)) };
      return { fields: { document_details: [{ ...sentFields(row), ...url }] } };
    }),
  });
}

/** Sends an agreement, unless another call has sent one meanwhile. */
async function sendNew(deps: SignatureDeps, signing: Signing, { ip }: { readonly ip: string }): Promise<SignatureRow> {
  const { esign, documents, nowUs } = deps;
  const content = await asked(esign.contentOf(NDA_TEMPLATE));
  if (content === undefined) throw new ApiError(404);
  const name = (await asked(esign.templates())).find(({ templateId }) => templateId === NDA_TEMPLATE)?.name;
  const original = {
    kind: 'nda',
    tradeId: null,
    templateId: null,
    templateKey: NDA_TEMPLATE,
    templateName: name ?? NDA_TEMPLATE,
    content,
  } as const;
  const { row, document } = await newSignature(deps, signing, original, ip);
  const other = await deps.db.transaction().execute(async (transaction) => {
    const { clientId, accountId } = signing;
    if (!(await holdAccount(transaction, { clientId, accountId }))) throw new ApiError(148);
    const before = await liveNda(transaction, signing);
    if (before === undefined) await insertSignatures(transaction, [row], { address: ip, nowUs: nowUs() });
    return before;
  });
  if (other !== undefined) {
    await documents.delete(document);
    return other;
  }
  await deliver(deps, [row], signing.signer, ip);
  return row;
}

export function getSignedDocument({ db, documents }: SignatureDeps): Method {
  return defineMethod({
    name: 'getSignedDocument',
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
      const { id, documentId, esignstatus, templateName, documentUrl } = SIGNED_VIEW.show({
        row,
        trade,
        url: await signedUrl(documents, row),
      });
      const own = { id, documentId, esignstatus, templateName, documentUrl, widgetTemplate: '', docsId: documentId };
      return { fields: { SignedDocumentDetails: { ...tradeRecord(trade), ...own } } };
    },
  });
}

export function getAllSignedDocument({ db, documents }: SignatureDeps): Method {
  return defineMethod({
    name: 'getAllSignedDocument',
    summary: 'Reads the documents of a trade that were sent to be signed, newest first',
    description:
      'documentUrl is the signed document with its certificate, by a link that expires; null until it is signed.',
    refusals: [TRADE.unknown, 404],
    parameters: { tradeId: required(numericId({ description: 'trade id' })) },
    response: Type.Object({ SignedDocumentDetails: Type.Array(SIGNED_VIEW.schema) }),
    handler: async ({ client, values }) => {
      const trade = found(TRADE, await findTrade(db, readerOf(client), values.tradeId));
      const rows = await signaturesOfTrade(db, readerOf(client), trade.trade_id);
      if (rows.length === 0) throw new ApiError(404);
      const shown = rows.map(async (row) => SIGNED_VIEW.show({ row, trade, url: await signedUrl(documents, row) }));
      return { fields: { SignedDocumentDetails: await Promise.all(shown) } };
    },
  });
}
