/** Makes the signature: the signed file, its certificate and the rows, or nothing (D11, D12). */
import type { Transaction } from 'kysely';
import type { HostedLinkRow, Schema, SignatureEventRow, SignatureRow } from '../../database/schema/index.ts';
import type { Signature } from '../../providers/pdf/index.ts';
import { inOneTransaction } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { useHostedLink } from '../shared/hosted-links/index.ts';
import { findRecord, found, type Owned } from '../shared/record/index.ts';
import { timestamp } from '../shared/values/index.ts';
import { pdfDocument } from './envelopes.ts';
import { readAll, type SignatureDeps } from './signature-deps.ts';
import { eventsOf, isWhole, type NewEvent, nextEvent } from './signature-events.ts';
import { SIGNATURE } from './signature-fields.ts';
import type { SignatureState, SignatureTrigger } from './signature-lifecycle.ts';
import { moveSignature, type Outcome } from './signature-records.ts';

/** The statement that the signer agrees to. */
export const STATEMENT =
  'I have read the document. I agree to sign it electronically: the name that I have written is my signature.';

/** The document has changed at the same time; the signer may try again. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

export interface Signer {
  readonly name: string;
  /** The address of the caller. */
  readonly ip: string;
}

/**
 * Signs the document of a link. Throws Overtaken, ApiError 190 for an ended document, and the errors of the workshop.
 */
export async function signDocument(
  deps: SignatureDeps,
  link: HostedLinkRow,
  row: SignatureRow,
  signer: Signer,
): Promise<SignatureRow> {
  const { db, documents, pdf, signer: platform, nowUs } = deps;
  const source = await documents.findByNumber(row.client_id, 'signature', row.source_document);
  if (source === undefined) throw new Error(`the document of the signature ${row.signature_id} is missing`);
  const events = await eventsOf(db, row);
  if (!isWhole(row, events)) throw new Error(`the events of the signature ${row.signature_id} were changed`);
  const signed: NewEvent = { name: 'signed', address: signer.ip, detail: signer.name, nowUs: nowUs() };
  const chain = [...events, nextEvent(row, events, signed)];
  const content = await readAll(documents, source);
  const signature = { ...signatureOf(row, signer, chain), platformKey: platform.publicKey };
  const { bytes } = await pdf.sign(row.client_id, { bytes: content }, signature);
  const owner = { clientId: row.client_id, kind: 'signature', id: String(row.signature_id) } as const;
  const title = `${row.template_name}, signed`;
  const [document] = await documents.keep(owner, [pdfDocument(title, platform.signed(bytes))], signer.ip);
  const changes = { signer_name: signer.name, signed_document: document!.document_number };
  try {
    return await endSignature(deps, { link, row, trigger: 'completed' }, { ...signed, changes }, chain);
  } catch (error) {
    await documents.delete(document!);
    throw error;
  }
}

/** Declines the document of a link. Throws as signDocument does. */
export function declineDocument(
  deps: SignatureDeps,
  link: HostedLinkRow,
  row: SignatureRow,
  { reason, ip }: { readonly reason: string; readonly ip: string },
): Promise<SignatureRow> {
  const outcome = { address: ip, detail: reason, nowUs: deps.nowUs(), changes: { decline_reason: reason } };
  return endSignature(deps, { link, row, trigger: 'declined' }, outcome);
}

/** Declines a document without its link: in the sandbox, by script (Z8). Throws as moveSignature does. */
export function declineSignature(deps: ModuleDeps, of: Owned, reason: string): Promise<SignatureState> {
  return inOneTransaction(deps, async (transaction) => {
    const row = found(SIGNATURE, await findRecord(transaction, SIGNATURE, of.clientId, of.id));
    const outcome = { address: '127.0.0.1', detail: reason, nowUs: deps.nowUs(), changes: { decline_reason: reason } };
    const moved = await moveSignature(transaction, row, 'declined', outcome);
    for (const webhook of moved.webhooks) await deps.outbox.add(transaction, webhook);
    return moved.row.status as SignatureState;
  });
}

interface Ending {
  readonly link: HostedLinkRow;
  readonly row: SignatureRow;
  readonly trigger: SignatureTrigger;
}

/** `chain`: the events in the certificate; exactly these are stored. */
function endSignature(
  { db, outbox, nowUs }: SignatureDeps,
  { link, row, trigger }: Ending,
  outcome: Outcome,
  chain?: readonly SignatureEventRow[],
): Promise<SignatureRow> {
  return db.transaction().execute(async (transaction: Transaction<Schema>) => {
    if (!(await useHostedLink(transaction, link, nowUs()))) throw new Overtaken();
    const moved = await moveSignature(transaction, row, trigger, outcome);
    // It was signed by another link.
    if (!moved.hasMoved) throw new Overtaken();
    const stored = await eventsOf(transaction, moved.row);
    if (chain !== undefined && stored.at(-1)?.hash !== chain.at(-1)?.hash) throw new Overtaken();
    for (const webhook of moved.webhooks) await outbox.add(transaction, webhook);
    return moved.row;
  });
}

function signatureOf(
  row: SignatureRow,
  signer: Signer,
  chain: readonly SignatureEventRow[],
): Omit<Signature, 'platformKey'> {
  return {
    title: row.template_name,
    signerName: signer.name,
    statement: STATEMENT,
    signedAt: timestamp(chain.at(-1)!.happened_at),
    facts: [
      ['Envelope', row.envelope_id],
      ['Signer', `${signer.name} (${row.party_id}, account ${row.account_id})`],
      ['Offering', row.trade_id === null ? String(row.offering_id) : `${row.offering_id}, trade ${row.trade_id}`],
    ],
    events: chain.map(({ name, happened_at, address, hash }) => ({ name, at: timestamp(happened_at), address, hash })),
  };
}
