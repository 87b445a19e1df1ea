/** The documents of a trade: one for each template of its offering (D7). */
import type { Db, DocumentRow, SignatureRow, SubscriptionTemplateRow } from '../../database/schema/index.ts';
import { ApiError, type Call, type StatusCode } from '../../http/methods/index.ts';
import type { ValuesOf } from '../../http/parameters/index.ts';
import { inOneTransaction } from '../shared/change/index.ts';
import { holdTrade } from '../trades/index.ts';
import { deliver, newSignature, type Signing, signingOf, tradeOf } from './envelopes.ts';
import { readAll, type SignatureDeps } from './signature-deps.ts';
import type { sendParameters } from './signature-fields.ts';
import { isLive } from './signature-lifecycle.ts';
import { followTrade, insertSignatures, newestOfTemplates, signaturesOfTrade } from './signature-records.ts';
import { signatureWebhooks } from './signature-webhooks.ts';
import { templatesOf } from './templates.ts';

export type SendCall = Call<typeof sendParameters>;

export const SENDING_REFUSALS: readonly StatusCode[] = [135, 138, 148, 188, 189, 190, 404, 503];

export interface Sent {
  readonly signing: Signing;
  /** The newest document of each template, also those that were sent before. */
  readonly rows: readonly SignatureRow[];
}

/** Throws what signingOf and tradeOf do, and 404 for an offering without templates. */
export async function sendSubscriptions(deps: SignatureDeps, call: SendCall): Promise<Sent> {
  const { db, documents } = deps;
  const of = { ...call.values, clientId: call.client.clientId };
  const signing = await signingOf(deps, of);
  const trade = await tradeOf(db, signing, of.tradeId);
  const templates = await templatesOf(db, signing.clientId, signing.offeringId);
  if (templates.length === 0) throw new ApiError(404);
  const missing = await withoutDocument(db, { ...signing, tradeId: trade.trade_id }, templates);
  const made: { readonly row: SignatureRow; readonly document: DocumentRow }[] = [];
  for (const template of missing) made.push(await madeFrom(deps, signing, template, { ...of, ip: call.ip }));
  const stored = new Set<number>();
  const store = async (transaction: Db) => {
    const at = { address: call.ip, nowUs: deps.nowUs() };
    const held = await holdTrade(transaction, { clientId: signing.clientId, tradeId: trade.trade_id });
    if (held === undefined || held.order_status === 'CANCELED') throw new ApiError(190, 'the trade is canceled');
    // Another call may have sent one meanwhile.
    const left = await withoutDocument(transaction, { ...signing, tradeId: trade.trade_id }, missing);
    const rows = made.filter(({ row }) => left.some(({ template_id }) => template_id === row.template_id));
    for (const { row } of rows) stored.add(row.signature_id);
    await insertSignatures(
      transaction,
      rows.map(({ row }) => row),
      at,
    );
    const ofTrade = await followTrade(transaction, held, at.nowUs);
    for (const webhook of [...rows.flatMap(({ row }) => signatureWebhooks(row)), ...ofTrade]) {
      await deps.outbox.add(transaction, webhook);
    }
  };
  try {
    await inOneTransaction(deps, store);
  } catch (error) {
    // Without the rows, the stored files belong to nothing.
    for (const { document } of made) await documents.delete(document);
    throw error;
  }
  for (const { row, document } of made) if (!stored.has(row.signature_id)) await documents.delete(document);
  const sent = made.map(({ row }) => row).filter(({ signature_id }) => stored.has(signature_id));
  await deliver(deps, sent, signing.signer, call.ip);
  return { signing, rows: newestOfTemplates(await signaturesOfTrade(db, signing.clientId, trade.trade_id)) };
}

/** The templates for which the trade has no open or signed document. */
async function withoutDocument(
  db: Db,
  of: { readonly clientId: string; readonly tradeId: number },
  templates: readonly SubscriptionTemplateRow[],
): Promise<SubscriptionTemplateRow[]> {
  const newest = newestOfTemplates(await signaturesOfTrade(db, of.clientId, of.tradeId));
  const served = new Set(newest.filter(({ status }) => isLive(status)).map(({ template_id }) => template_id));
  return templates.filter(({ template_id }) => !served.has(template_id));
}

async function madeFrom(
  deps: SignatureDeps,
  signing: Signing,
  template: SubscriptionTemplateRow,
  { tradeId, ip }: { readonly tradeId: number; readonly ip: string },
): Promise<{ readonly row: SignatureRow; readonly document: DocumentRow }> {
  const { documents } = deps;
  const file = await documents.findByNumber(signing.clientId, 'template', template.document_number);
  if (file === undefined) throw new ApiError(404);
  const original = {
    kind: 'subscription',
    tradeId,
    templateId: template.template_id,
    templateKey: template.template_key,
    templateName: template.template_name,
    content: await readAll(documents, file),
  } as const;
  return newSignature(deps, signing, original, ip);
}

/** The documents of the call's trade that were sent before. Throws 404 for a trade without documents. */
export async function sentBefore(
  { db }: Pick<SignatureDeps, 'db'>,
  { client, values }: Pick<SendCall, 'client'> & { readonly values: ValuesOf<typeof sendParameters> },
  signing: Signing,
): Promise<SignatureRow[]> {
  const trade = await tradeOf(db, signing, values.tradeId);
  const rows = newestOfTemplates(await signaturesOfTrade(db, client.clientId, trade.trade_id));
  if (rows.length === 0) throw new ApiError(404);
  return rows;
}
