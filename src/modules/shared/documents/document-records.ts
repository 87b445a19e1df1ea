import type { Db, DocumentRow } from '../../../database/schema/index.ts';
import { newFileKey } from '../../../providers/files/index.ts';
import { nextId, shortId } from '../ids/index.ts';
import { ownedBy } from '../record/index.ts';
import type { NewDocument } from './document-upload.ts';

/** The kinds of records with documents; a replacement is a new file that another document will take over. */
export type DocumentOwnerKind =
  | 'party'
  | 'entity'
  | 'account'
  | 'trade'
  | 'offering'
  | 'accreditation'
  | 'accreditation_letter'
  | 'signature'
  | 'template'
  | 'replacement';

/** The record that documents belong to. */
export interface DocumentOwner {
  readonly clientId: string;
  readonly kind: DocumentOwnerKind;
  readonly id: string;
}

/** Inserts the rows of documents whose files are not in the store yet; no read shows them. */
export async function insertUnfinished(
  db: Db,
  owner: DocumentOwner,
  documents: readonly NewDocument[],
  { createdIpAddress, nowUs }: { readonly createdIpAddress: string | null; readonly nowUs: number },
): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for (const document of documents) {
    const document_number = await nextId(db, 'document');
    rows.push({
      document_number,
      document_id: shortId(),
      client_id: owner.clientId,
      owner_kind: owner.kind,
      owner_id: owner.id,
      title: document.title,
      file_name: document.fileName,
      content_type: document.contentType,
      size: document.size,
      sha256: document.sha256,
      store_key: newFileKey(),
      reference_code: document.referenceCode ?? String(document_number),
      archived: 0,
      created_ip_address: createdIpAddress,
      created_at: nowUs,
      stored_at: null,
      deleted_at: null,
      file_removed_at: null,
    });
  }
  await db.insertInto('documents').values(rows).execute();
  return rows;
}

/** Makes the documents visible, all at once. */
export async function finish(db: Db, rows: readonly DocumentRow[], nowUs: number): Promise<DocumentRow[]> {
  const numbers = rows.map((row) => row.document_number);
  await db.updateTable('documents').set({ stored_at: nowUs }).where('document_number', 'in', numbers).execute();
  return rows.map((row) => ({ ...row, stored_at: nowUs }));
}

/** Ensures that an unfinished document stays invisible; false when it is finished after all. */
export async function abandon(db: Db, row: DocumentRow, nowUs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ deleted_at: nowUs })
    .where('document_number', '=', row.document_number)
    .where('stored_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function removeUnfinishedRow(db: Db, row: DocumentRow): Promise<void> {
  await db
    .deleteFrom('documents')
    .where('document_number', '=', row.document_number)
    .where('stored_at', 'is', null)
    .execute();
}

/** Rows begun before this time, in microseconds, that were never finished. */
export function unfinishedBefore(db: Db, before: number): Promise<DocumentRow[]> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('stored_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('document_number')
    .execute();
}

/** At most `limit` documents that were deleted before this time, in microseconds, and whose files are still there. */
export function deletedBefore(db: Db, before: number, limit: number): Promise<DocumentRow[]> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('deleted_at', '<', before)
    .where('file_removed_at', 'is', null)
    .where('stored_at', 'is not', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
}

export async function countOfOwner(db: Db, owner: DocumentOwner): Promise<number> {
  const { count } = await ofOwner(db, owner)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Newest first. */
export function documentsOfOwner(db: Db, owner: DocumentOwner): Promise<DocumentRow[]> {
  return ofOwner(db, owner).selectAll().orderBy('document_number', 'desc').execute();
}

/** One document of the record, undefined when it has none of this id. */
export function findDocument(db: Db, owner: DocumentOwner, documentId: string): Promise<DocumentRow | undefined> {
  return ofOwner(db, owner).selectAll().where('document_id', '=', documentId).executeTakeFirst();
}

/** One document of any record of this kind that the client has, by its number. */
export function findDocumentByNumber(
  db: Db,
  clientId: string,
  kind: DocumentOwnerKind,
  documentNumber: number,
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('document_number', '=', documentNumber)
    .where(ownedBy(clientId))
    .where('owner_kind', '=', kind)
    .where('stored_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function updateDocument(
  db: Db,
  row: DocumentRow,
  changes: Partial<Pick<DocumentRow, 'title' | 'reference_code' | 'archived' | 'deleted_at' | 'file_removed_at'>>,
): Promise<DocumentRow> {
  await db.updateTable('documents').set(changes).where('document_number', '=', row.document_number).execute();
  return { ...row, ...changes };
}

/** Swaps the files of the document and of the replacement, which becomes a deleted document with the old file. */
export async function exchangeFiles(
  transaction: Db,
  row: DocumentRow,
  other: DocumentRow,
  nowUs: number,
): Promise<DocumentRow> {
  const fileOf = ({ file_name, content_type, size, sha256, store_key }: DocumentRow) => ({
    file_name,
    content_type,
    size,
    sha256,
    store_key,
  });
  const write = (number: number, changes: Partial<DocumentRow>) =>
    transaction.updateTable('documents').set(changes).where('document_number', '=', number).execute();
  // Two documents never have the same key, not even within the transaction.
  await write(other.document_number, { store_key: `${other.store_key} moving`, deleted_at: nowUs });
  await write(row.document_number, fileOf(other));
  await write(other.document_number, fileOf(row));
  return { ...row, ...fileOf(other) };
}

function ofOwner(db: Db, owner: DocumentOwner) {
  return db
    .selectFrom('documents')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where(ownedBy(owner.clientId))
    .where('stored_at', 'is not', null)
    .where('deleted_at', 'is', null);
}
