import type { Readable } from 'node:stream';
import type { Db, DocumentRow } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { type FileStore, FileStoreFailed } from '../../../providers/files/index.ts';
import { DAY_US } from '../../../time/units.ts';
import {
  abandon,
  countOfOwner,
  type DocumentOwner,
  type DocumentOwnerKind,
  deletedBefore,
  documentsOfOwner,
  exchangeFiles,
  findDocument,
  findDocumentByNumber,
  finish,
  insertUnfinished,
  removeUnfinishedRow,
  unfinishedBefore,
  updateDocument,
} from './document-records.ts';
import { nameWithExtension } from './document-types.ts';
import type { NewDocument } from './document-upload.ts';

/** The most documents of one record. */
const DOCUMENTS_PER_OWNER_MAX = 1000;
/** The most deleted documents of one query. */
const REMOVED_AT_ONCE = 100;

/**
 * The documents of all kinds of records: rows in the database, files in the store. A document becomes visible once its
 * file is durable in the store.
 *
 *     const owner = { clientId: client.clientId, kind: 'account', id: accountId } as const;
 *     const uploaded = await readUpload(values.documentTitle, values.file_name, call.files, RECORD_DOCUMENTS);
 *     const rows = await documents.keep(owner, uploaded, values.createdIpAddress ?? null);
 *     const url = await documents.linkTo(rows[0]);
 */
export class Documents {
  readonly #db: Db;
  readonly #files: FileStore;
  readonly #nowUs: () => number;

  constructor(options: {
    readonly db: Db;
    readonly files: FileStore;
    /** Microseconds since 1970. */
    readonly nowUs: () => number;
  }) {
    this.#db = options.db;
    this.#files = options.files;
    this.#nowUs = options.nowUs;
  }

  /** Stores all of them or none. Throws 106 when the record would have too many. */
  async keep(
    owner: DocumentOwner,
    documents: readonly NewDocument[],
    createdIpAddress: string | null,
  ): Promise<DocumentRow[]> {
    const rows = await this.store(owner, documents, createdIpAddress);
    return this.#orRemove(rows, () => this.show(this.#db, rows));
  }

  /**
   * Stores the files of documents that stay invisible until `show`, which runs in the transaction of the change. The
   * next start removes documents that were never shown. Throws as keep does.
   */
  async store(
    owner: DocumentOwner,
    documents: readonly NewDocument[],
    createdIpAddress: string | null,
  ): Promise<DocumentRow[]> {
    if ((await countOfOwner(this.#db, owner)) + documents.length > DOCUMENTS_PER_OWNER_MAX) {
      throw malformedCall('method', 'documentTitle', `no more than ${DOCUMENTS_PER_OWNER_MAX} documents can be kept`);
    }
    const rows = await insertUnfinished(this.#db, owner, documents, { createdIpAddress, nowUs: this.#nowUs() });
    return this.#orRemove(rows, async () => {
      for (const [index, row] of rows.entries()) {
        const { size, sha256, contentType, source } = documents[index]!;
        await this.#files.put(row.store_key, source, { size, sha256, contentType });
      }
      return rows;
    });
  }

  /** Makes the stored documents visible, all at once. */
  show(db: Db, rows: readonly DocumentRow[]): Promise<DocumentRow[]> {
    return finish(db, rows, this.#nowUs());
  }

  async #orRemove<T>(rows: readonly DocumentRow[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // The next start removes files that cannot be removed now, by their rows.
      const removed = Promise.allSettled(rows.map((row) => this.#remove(row)));
      // A store that does not respond would make the caller, and its uploads, wait again.
      if (!(error instanceof FileStoreFailed)) await removed;
      throw error;
    }
  }

  /** The record's documents, newest first. */
  list(owner: DocumentOwner): Promise<DocumentRow[]> {
    return documentsOfOwner(this.#db, owner);
  }

  /** A document of the record; undefined when it is unknown, deleted or another's. */
  find(owner: DocumentOwner, documentId: string): Promise<DocumentRow | undefined> {
    return findDocument(this.#db, owner, documentId);
  }

  /** The same, for methods that name a document only by its number. */
  findByNumber(clientId: string, kind: DocumentOwnerKind, documentNumber: number): Promise<DocumentRow | undefined> {
    return findDocumentByNumber(this.#db, clientId, kind, documentNumber);
  }

  update(
    document: DocumentRow,
    changes: { readonly title?: string; readonly reference_code?: string; readonly archived?: number },
    /** The transaction of the change, if any. */
    db: Db = this.#db,
  ): Promise<DocumentRow> {
    return updateDocument(db, document, changes);
  }

  /** Stores another file for the document, which `exchange` swaps in. Throws as keep does. */
  async storeReplacement(document: DocumentRow, by: NewDocument): Promise<DocumentRow> {
    const owner = { clientId: document.client_id, kind: 'replacement', id: document.document_id } as const;
    const [other] = await this.store(owner, [by], null);
    return other!;
  }

  /** In a transaction: gives the document the other file; removeDeleted removes the old one later. */
  async exchange(transaction: Db, document: DocumentRow, other: DocumentRow): Promise<DocumentRow> {
    const [shown] = await this.show(transaction, [other]);
    return exchangeFiles(transaction, document, shown!, this.#nowUs());
  }

  /**
   * Deletes virtually: links to the file answer 404 at once, and removeDeleted removes it later. Withdrawn first, so
   * that a deleted document never has a link that works; a deletion that failed between the two is made again by the
   * caller.
   */
  async delete(document: DocumentRow): Promise<void> {
    await this.withdraw(document);
    await this.hide(this.#db, document);
  }

  /** The first half of delete: ends the links to the file. */
  withdraw(document: DocumentRow): Promise<void> {
    return this.#files.withdraw(document.store_key);
  }

  /** The second half of delete, in a transaction if one is given. */
  async hide(db: Db, document: DocumentRow): Promise<void> {
    await updateDocument(db, document, { deleted_at: this.#nowUs() });
  }

  /** An absolute URL, valid for a limited time, that downloads the file. */
  linkTo(document: DocumentRow): Promise<string> {
    const fileName = nameWithExtension(document.file_name, document.content_type);
    return this.#files.link(document.store_key, { fileName, contentType: document.content_type });
  }

  /** The file itself, for work of the service. */
  contentOf(document: DocumentRow): Promise<Readable> {
    return this.#files.get(document.store_key);
  }

  /** Removes the files of interrupted uploads; call it once, at the start. */
  async removeUnfinished(): Promise<void> {
    for (const row of await unfinishedBefore(this.#db, this.#nowUs())) await this.#remove(row);
  }

  /** Removes the files of documents that were deleted at least this number of days ago. */
  async removeDeleted(keptDays: number): Promise<void> {
    const before = this.#nowUs() - keptDays * DAY_US + 1;
    for (let found = REMOVED_AT_ONCE; found === REMOVED_AT_ONCE; ) {
      const documents = await deletedBefore(this.#db, before, REMOVED_AT_ONCE);
      for (const document of documents) {
        await this.#files.delete(document.store_key);
        await updateDocument(this.#db, document, { file_removed_at: this.#nowUs() });
      }
      found = documents.length;
    }
  }

  async #remove(row: DocumentRow): Promise<void> {
    // The write may have succeeded in spite of the error: a visible document keeps its file.
    if (!(await abandon(this.#db, row, this.#nowUs()))) return;
    await this.#files.delete(row.store_key);
    await removeUnfinishedRow(this.#db, row);
  }
}
