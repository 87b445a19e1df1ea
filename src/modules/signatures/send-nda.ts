import Type from 'typebox';
import type { SignatureRow } from '../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { holdAccount } from '../accounts/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { line, textOrNull } from '../shared/values/index.ts';
import { deliver, newSignature, type Signing, signingOf } from './envelopes.ts';
import { sentFields, sentSchema } from './signature-fields.ts';
import { insertSignatures, liveNda } from './signature-records.ts';
import { asked, type SignatureServices } from './signature-services.ts';
import { signedUrl } from './signed-url.ts';

/** The template of the account that an NDA is made from (D8). */
const NDA_TEMPLATE = 'nda';

export function sendNda(services: SignatureServices): Method {
  const { db } = services;
  return defineMethod({
    name: 'sendNda',
    verb: 'POST',
    group: 'Documents',
    summary: "Sends a non-disclosure agreement for an offering to the account's primary party",
    description: 'Made from the template nda. An open or signed agreement is not sent again.',
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
    handler: keepAnswer(services, async ({ client, values, ip }) => {
      const signing = await signingOf(services, { ...values, clientId: client.clientId });
      const there = await liveNda(db, signing);
      const row = there ?? (await sendNew(services, signing, { ip }));
      const url =
        row.status === 'SIGNED'
          ? { documentUrl: await signedUrl(services.documents, row) }
          : { signingUrl: await asked(services.esign.signingUrl(row.envelope_id)) };
      return { fields: { document_details: [{ ...sentFields(row), ...url }] } };
    }),
  });
}

/** Sends an agreement, unless another call has sent one meanwhile. */
async function sendNew(
  services: SignatureServices,
  signing: Signing,
  { ip }: { readonly ip: string },
): Promise<SignatureRow> {
  const { esign, documents, nowUs } = services;
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
  const { row, document } = await newSignature(services, signing, original, ip);
  const other = await services.db.transaction().execute(async (transaction) => {
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
  await deliver(services, [row], signing.signer, ip);
  return row;
}
