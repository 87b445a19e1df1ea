/** Sends documents to be signed: the checks, the rows, and the call of the provider. */
import { createHash, randomUUID } from 'node:crypto';
import type { Db, DocumentRow, SignatureRow, TradeRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { primaryPartyOf } from '../links/index.ts';
import { findOffering, OFFERING } from '../offerings/index.ts';
import { findParty } from '../parties/index.ts';
import { nextId } from '../shared/ids/index.ts';
import { found, inTransaction, newOwned } from '../shared/record/index.ts';
import { findTrade, TRADE } from '../trades/index.ts';
import { asked, type SignatureDeps } from './signature-deps.ts';
import { addEvent, eventsOf } from './signature-events.ts';

/** The signer and the purpose. */
export interface Signing {
  readonly clientId: string;
  readonly offeringId: number;
  readonly accountId: string;
  readonly partyId: string;
  readonly signer: { readonly name: string; readonly email: string };
}

/** Throws 138, 148 or 135 for records that the client does not have, in this order. */
export async function signingOf(
  { db }: Pick<SignatureDeps, 'db'>,
  of: { readonly clientId: string; readonly offeringId: number; readonly accountId: string },
): Promise<Signing> {
  const { clientId } = of;
  const offering = found(OFFERING, await findOffering(db, clientId, of.offeringId));
  const account = found(ACCOUNT, await findAccount(db, clientId, of.accountId));
  const partyId = await primaryPartyOf(db, clientId, account.account_id);
  const party = partyId === undefined ? undefined : await findParty(db, clientId, partyId);
  if (party === undefined) throw new ApiError(135);
  return {
    clientId,
    offeringId: offering.offering_id,
    accountId: account.account_id,
    partyId: party.party_id,
    signer: { name: `${party.first_name} ${party.last_name}`.trim(), email: party.email_address },
  };
}

/**
 * The client's trade. Throws 189 when it has none of this id, 188 for one of another account or offering, 190
 * canceled.
 */
export async function tradeOf(
  db: Db,
  { clientId, offeringId, accountId }: Pick<Signing, 'clientId' | 'offeringId' | 'accountId'>,
  tradeId: number,
): Promise<TradeRow> {
  const trade = found(TRADE, await findTrade(db, clientId, tradeId));
  if (trade.offering_id !== offeringId || trade.account_id !== accountId) throw new ApiError(188);
  if (trade.order_status === 'CANCELED') throw new ApiError(190, 'the trade is canceled');
  return trade;
}

/** A document to sign. */
export interface Original {
  readonly kind: 'subscription' | 'nda';
  readonly tradeId: number | null;
  readonly templateId: number | null;
  readonly templateKey: string;
  readonly templateName: string;
  readonly content: Uint8Array;
}

/**
 * Stores the document's file and makes its row, without storing the row. Runs before the transaction, because it takes
 * ids and writes files.
 */
export async function newSignature(
  { db, documents, nowUs }: SignatureDeps,
  signing: Signing,
  original: Original,
  ip: string,
): Promise<{ readonly row: SignatureRow; readonly document: DocumentRow }> {
  const signature_id = await nextId(db, 'signature');
  const { content, templateName } = original;
  const owner = { clientId: signing.clientId, kind: 'signature', id: String(signature_id) } as const;
  const [document] = await documents.keep(owner, [pdfDocument(templateName, content)], ip);
  const row: SignatureRow = {
    signature_id,
    envelope_id: randomUUID(),
    kind: original.kind,
    offering_id: signing.offeringId,
    account_id: signing.accountId,
    party_id: signing.partyId,
    trade_id: original.tradeId,
    template_id: original.templateId,
    template_key: original.templateKey,
    template_name: templateName,
    status: 'CREATED',
    signer_name: signing.signer.name,
    decline_reason: null,
    source_document: document!.document_number,
    signed_document: null,
    created_ip_address: ip,
    updated_ip_address: null,
    ...newOwned(signing.clientId, nowUs()),
  };
  return { row, document: document! };
}

export function pdfDocument(title: string, content: Uint8Array) {
  return {
    title,
    fileName: `${title.replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ')}.pdf`,
    source: { bytes: content },
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    contentType: 'application/pdf',
  };
}

/** Asks the signer of each to sign, and notes that it was done. Throws 503 when the provider cannot be asked. */
export async function deliver(
  { db, esign, nowUs }: SignatureDeps,
  rows: readonly SignatureRow[],
  signer: Signing['signer'],
  ip: string,
): Promise<void> {
  for (const row of rows) {
    await asked(esign.send({ envelopeId: row.envelope_id, templateId: row.template_key, signer }));
    await inTransaction(db, async (transaction) => {
      // The write locks the row, so that nothing else is added to its chain before the transaction ends.
      await transaction
        .updateTable('signatures')
        .set({ envelope_id: row.envelope_id })
        .where('signature_id', '=', row.signature_id)
        .execute();
      const count = (await eventsOf(transaction, row)).length;
      if (count < EVENTS_MAX) await addEvent(transaction, row, { name: 'sent', address: ip, nowUs: nowUs() });
    });
  }
}

/**
 * The most events of a chain that sending again adds to, so that a certificate has only a few pages.
 */
const EVENTS_MAX = 100;
