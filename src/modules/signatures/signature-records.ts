import type { Db, SignatureRow, TradeRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { found, ownedBy, type Reader, stateAfter, writeRecord } from '../shared/record/index.ts';
import { changeTrade, holdsUnits, holdTrade, TRADE, type TradeWebhook } from '../trades/index.ts';
import { addEvent, type EventName, type NewEvent } from './signature-events.ts';
import { SIGNATURE } from './signature-fields.ts';
import { esignStatusOf, isLive, SIGNATURE_LIFECYCLE, type SignatureTrigger } from './signature-lifecycle.ts';
import { signatureWebhooks } from './signature-webhooks.ts';

/** The document of an envelope of any client: holders of the link or the provider's secret name no client. */
export function findEnvelope(db: Db, envelopeId: string): Promise<SignatureRow | undefined> {
  return db
    .selectFrom('signatures')
    .selectAll()
    .where('envelope_id', '=', envelopeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Documents of one trade, newest first. */
export function signaturesOfTrade(db: Db, reader: Reader, tradeId: number): Promise<SignatureRow[]> {
  return live(db, reader).where('trade_id', '=', tradeId).execute();
}

/** The NDA of the client's account for the offering that waits for its signer or is signed. */
export async function liveNda(
  db: Db,
  of: { readonly clientId: string; readonly accountId: string; readonly offeringId: number },
): Promise<SignatureRow | undefined> {
  const rows = await live(db, of.clientId)
    .where('account_id', '=', of.accountId)
    .where('offering_id', '=', of.offeringId)
    .where('kind', '=', 'nda')
    .execute();
  return rows.find(({ status }) => isLive(status));
}

function live(db: Db, reader: Reader) {
  return db
    .selectFrom('signatures')
    .selectAll()
    .where(ownedBy(reader))
    .where('deleted_at', 'is', null)
    .orderBy('signature_id', 'desc');
}

/**
 * Stores new documents with the first event of their chains. From now on they determine their trade's esignStatus.
 */
export async function insertSignatures(
  transaction: Db,
  rows: readonly SignatureRow[],
  by: { readonly address: string; readonly nowUs: number },
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.insertInto('signatures').values(rows).execute();
  for (const row of rows) await addEvent(transaction, row, { name: 'created', ...by });
}

/** Further columns to change. */
export interface Outcome extends Omit<NewEvent, 'name'> {
  readonly changes?: Partial<Pick<SignatureRow, 'signer_name' | 'signed_document' | 'decline_reason'>>;
}

export interface MovedSignature {
  readonly row: SignatureRow;
  /** False: the state did not change, and nothing was written. */
  readonly hasMoved: boolean;
  /** Webhooks to write in the same transaction. */
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
 * Changes the status of a document by the lifecycle (D9); nothing else changes it. Updates the esignStatus of its trade
 * in the same transaction. Does nothing when the status stays. Throws ApiError 190 for a document that has ended with
 * another status, and when a document of an ended trade would be signed.
 */
export async function moveSignature(
  transaction: Db,
  { client_id, signature_id, trade_id }: SignatureRow,
  trigger: SignatureTrigger,
  outcome: Outcome,
): Promise<MovedSignature> {
  // All code locks the trade before its documents; another order could deadlock.
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

/** Throws ApiError 190 for a canceled or unwound trade, whose documents cannot be signed any more (D9). */
function requireSignable(trade: TradeRow | undefined): void {
  if (trade === undefined || holdsUnits(trade.order_status)) return;
  throw new ApiError(190, `the trade is ${trade.order_status}`);
}

/** Updates the esignStatus of a locked trade from its documents; returns the webhooks to send. */
export async function followTrade(transaction: Db, trade: TradeRow, nowUs: number): Promise<readonly TradeWebhook[]> {
  const documents = await signaturesOfTrade(transaction, trade.client_id, trade.trade_id);
  const newest = newestOfTemplates(documents);
  const esign_status = esignStatusOf(newest.map(({ status }) => status));
  const document_key = documents[0]?.envelope_id ?? null;
  if (trade.esign_status === esign_status && trade.document_key === document_key) return [];
  return (await changeTrade(transaction, trade, { values: { esign_status, document_key } }, nowUs)).webhooks;
}

/** The newest document of each template; `documents` are sorted newest first. */
export function newestOfTemplates(documents: readonly SignatureRow[]): SignatureRow[] {
  const newest = new Map<number | null, SignatureRow>();
  for (const document of documents) if (!newest.has(document.template_id)) newest.set(document.template_id, document);
  return [...newest.values()];
}
