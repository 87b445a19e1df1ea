import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { SignatureRow } from '../../database/tables/signatures.ts';
import type { TradeRow } from '../../database/tables/trades.ts';
import { ApiError } from '../../http/methods/index.ts';
import { stateAfter } from '../shared/lifecycle.ts';
import { found, ownedBy, type Reader, writeRecord } from '../shared/record/index.ts';
import { changeTrade, holdsUnits, holdTrade, TRADE, type TradeWebhook } from '../trades/index.ts';
import { addEvent, type EventName, type NewEvent } from './signature-events.ts';
import { SIGNATURE } from './signature-kind.ts';
import { esignStatusOf, isLive, SIGNATURE_LIFECYCLE, type SignatureTrigger } from './signature-lifecycle.ts';
import { signatureWebhooks } from './signature-webhooks.ts';

/** The document of an envelope, whosesoever it is: who has the link, or the provider's secret, names no client. */
export function findEnvelope(db: Kysely<Schema>, envelopeId: string): Promise<SignatureRow | undefined> {
  return db
    .selectFrom('signatures')
    .selectAll()
    .where('envelope_id', '=', envelopeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Documents of one trade, newest first. */
export function signaturesOfTrade(db: Kysely<Schema>, reader: Reader, tradeId: number): Promise<SignatureRow[]> {
  return live(db, reader).where('trade_id', '=', tradeId).execute();
}

/** The NDA of the client's account for the offering that waits for its signer or is signed. */
export async function liveNda(
  db: Kysely<Schema>,
  of: { readonly clientId: string; readonly accountId: string; readonly offeringId: number },
): Promise<SignatureRow | undefined> {
  const rows = await live(db, of.clientId)
    .where('account_id', '=', of.accountId)
    .where('offering_id', '=', of.offeringId)
    .where('kind', '=', 'nda')
    .execute();
  return rows.find(({ status }) => isLive(status));
}

function live(db: Kysely<Schema>, reader: Reader) {
  return db
    .selectFrom('signatures')
    .selectAll()
    .where(ownedBy(reader))
    .where('deleted_at', 'is', null)
    .orderBy('signature_id', 'desc');
}

/**
 * Stores new documents with the beginning of their chains; those of a trade are those of its esignStatus from now on.
 */
export async function insertSignatures(
  transaction: Kysely<Schema>,
  rows: readonly SignatureRow[],
  by: { readonly address: string; readonly nowUs: number },
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.insertInto('signatures').values(rows).execute();
  for (const row of rows) await addEvent(transaction, row, { name: 'created', ...by });
}

/** What is changed beside the state. */
export interface Outcome extends Omit<NewEvent, 'name'> {
  readonly changes?: Partial<Pick<SignatureRow, 'signer_name' | 'signed_document' | 'decline_reason'>>;
}

export interface MovedSignature {
  readonly row: SignatureRow;
  /** False: it stays as it was, and nothing was written. */
  readonly hasMoved: boolean;
  /** To be written in the same transaction. */
  readonly webhooks: readonly TradeWebhook[];
}

const EVENTS: Readonly<Record<SignatureTrigger, EventName>> = {
  sent: 'reported',
  completed: 'signed',
  declined: 'declined',
  voided: 'voided',
  other: 'reported',
};

/**
 * Moves a document to where the lifecycle leads by the trigger (D9): the one way to change its status. The esignStatus
 * of its trade follows in the same transaction. Nothing happens where it stays. Throws ApiError 190 for a document
 * that has ended otherwise, and when one of a trade that has ended would be signed.
 */
export async function moveSignature(
  transaction: Kysely<Schema>,
  { client_id, signature_id, trade_id }: SignatureRow,
  trigger: SignatureTrigger,
  outcome: Outcome,
): Promise<MovedSignature> {
  // The trade first, as everybody does who changes both.
  const trade =
    trade_id === null
      ? undefined
      : found(TRADE, await holdTrade(transaction, { clientId: client_id, tradeId: trade_id }));
  if (trigger === 'completed') requireSignable(trade);
  const of = { clientId: client_id, id: signature_id };
  const held = found(SIGNATURE, await writeRecord(transaction, SIGNATURE, of, { client_id }));
  const status = stateAfter(SIGNATURE_LIFECYCLE, held.status, trigger);
  if (status === held.status) return { row: held, hasMoved: false, webhooks: [] };
  const { changes = {}, ...event } = outcome;
  const written = { ...changes, status, updated_at: event.nowUs, updated_ip_address: event.address };
  const row = found(SIGNATURE, await writeRecord(transaction, SIGNATURE, of, written));
  await addEvent(transaction, row, { ...event, name: EVENTS[trigger] });
  const ofTrade = trade === undefined ? [] : await followTrade(transaction, trade, event.nowUs);
  return { row, hasMoved: true, webhooks: [...signatureWebhooks(row), ...ofTrade] };
}

/** Throws ApiError 190 for a trade that has been canceled or unwound: nobody signs for it any more (D9). */
function requireSignable(trade: TradeRow | undefined): void {
  if (trade === undefined || holdsUnits(trade.order_status)) return;
  throw new ApiError(190, `the trade is ${trade.order_status}`);
}

/** The esignStatus of a held trade as its documents are now; answers the webhooks that are due. */
export async function followTrade(
  transaction: Kysely<Schema>,
  trade: TradeRow,
  nowUs: number,
): Promise<readonly TradeWebhook[]> {
  const documents = await signaturesOfTrade(transaction, trade.client_id, trade.trade_id);
  const newest = newestOfTemplates(documents);
  const esign_status = esignStatusOf(newest.map(({ status }) => status));
  const document_key = documents[0]?.envelope_id ?? null;
  if (trade.esign_status === esign_status && trade.document_key === document_key) return [];
  return (await changeTrade(transaction, trade, { values: { esign_status, document_key } }, nowUs)).webhooks;
}

/** Of documents, newest first, the newest of each template. */
export function newestOfTemplates(documents: readonly SignatureRow[]): SignatureRow[] {
  const newest = new Map<number | null, SignatureRow>();
  for (const document of documents) if (!newest.has(document.template_id)) newest.set(document.template_id, document);
  return [...newest.values()];
}
