/** The events of a document as a chain: each has a hash over itself and over the hash of the event before (D12). */
import { createHash } from 'node:crypto';
import type { Db, SignatureEventRow, SignatureRow } from '../../database/schema/index.ts';

export type EventName = 'created' | 'sent' | 'viewed' | 'signed' | 'declined' | 'voided' | 'reported';

export interface NewEvent {
  readonly name: EventName;
  /** The address of the person who did it. */
  readonly address: string;
  readonly detail?: string;
  readonly nowUs: number;
}

/** Oldest first. */
export function eventsOf(db: Db, { signature_id }: SignatureRow): Promise<SignatureEventRow[]> {
  return db
    .selectFrom('signature_events')
    .selectAll()
    .where('signature_id', '=', signature_id)
    .orderBy('position')
    .execute();
}

/** The next event of a chain. */
export function nextEvent(
  { signature_id, envelope_id }: SignatureRow,
  before: readonly SignatureEventRow[],
  event: NewEvent,
): SignatureEventRow {
  const last = before.at(-1);
  const next = {
    signature_id,
    position: (last?.position ?? 0) + 1,
    name: event.name,
    address: event.address,
    detail: event.detail ?? '',
    happened_at: event.nowUs,
  };
  return { ...next, hash: hashOf(envelope_id, last?.hash ?? '', next) };
}

/** Adds the event in the transaction of its change; the document is locked. */
export async function addEvent(transaction: Db, row: SignatureRow, event: NewEvent): Promise<void> {
  const next = nextEvent(row, await eventsOf(transaction, row), event);
  await transaction.insertInto('signature_events').values(next).execute();
}

/** Whether each hash matches its event and the hash before. */
export function isWhole({ envelope_id }: SignatureRow, events: readonly SignatureEventRow[]): boolean {
  return events.every(({ hash, ...event }, index) => {
    const before = events[index - 1]?.hash ?? '';
    return event.position === index + 1 && hash === hashOf(envelope_id, before, event);
  });
}

function hashOf(envelopeId: string, before: string, event: Omit<SignatureEventRow, 'hash'>): string {
  const { position, name, happened_at, address, detail } = event;
  // As JSON, so that no other division of the text into fields has the same hash.
  const text = JSON.stringify([before, envelopeId, position, name, happened_at, address, detail]);
  return createHash('sha256').update(text).digest('hex');
}
