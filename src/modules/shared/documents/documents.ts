import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import type { DocumentRow } from '../../../database/tables/documents.ts';
import { malformedCall } from '../../../http/validation.ts';
import type { FileStore } from '../../../providers/files/index.ts';
import {
  abandon,
  countOfOwner,
  type DocumentOwner,
  type DocumentOwnerKind,
  documentsOfOwner,
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

/** Documents that one record may have. */
const DOCUMENTS_PER_OWNER_MAX = 1000;

/**
 * The documents of all kinds of records: rows in the database, files in the store. A document is seen when its file is
 * durable in the store, and not before.
 *
 *     const owner = { clientId: client.clientId, kind: 'account', id: accountId } as const;
 *     const uploaded = await readUpload(values.documentTitle, values.file_name, call.files, RECORD_DOCUMENTS);
 *     const rows = await documents.keep(owner, uploaded, values.createdIpAddress ?? null);
 *     const url = await documents.linkTo(rows[0]);
 */
export class Documents {
  readonly #db: Kysely<Schema>;
  readonly #files: FileStore;
  readonly #now: () => number;

  constructor(options: {
    readonly db: Kysely<Schema>;
    readonly files: FileStore;
    /** Microseconds since 1970. */
    readonly now: () => number;
  }) {
    this.#db = options.db;
    this.#files = options.files;
    this.#now = options.now;
  }

  /** Keeps all of them or none. Throws 106 when the record has as many as it may have. */
  async keep(
    owner: DocumentOwner,
    documents: readonly NewDocument[],
    createdIpAddress: string | null,
  ): Promise<DocumentRow[]> {
    if ((await countOfOwner(this.#db, owner)) + documents.length > DOCUMENTS_PER_OWNER_MAX) {
      throw malformedCall('method', 'documentTitle', `no more than ${DOCUMENTS_PER_OWNER_MAX} documents can be kept`);
    }
    const rows = await insertUnfinished(this.#db, owner, documents, createdIpAddress, this.#now());
    try {
      for (const [index, row] of rows.entries()) {
        const { size, sha256, contentType, source } = documents[index]!;
        await this.#files.put(row.store_key, source, { size, sha256, contentType });
      }
      return await finish(this.#db, rows, this.#now());
    } catch (error) {
      // What cannot be removed now is removed with the next start: its row is still there to tell.
      await Promise.allSettled(rows.map((row) => this.#remove(row)));
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

  /** The same for methods that name a document by its number alone. */
  findByNumber(clientId: string, kind: DocumentOwnerKind, documentNumber: number): Promise<DocumentRow | undefined> {
    return findDocumentByNumber(this.#db, clientId, kind, documentNumber);
  }

  update(
    document: DocumentRow,
    changes: { readonly title?: string; readonly reference_code?: string; readonly archived?: number },
  ): Promise<DocumentRow> {
    return updateDocument(this.#db, document, changes);
  }

  /** Deletes virtually: the file stays in the store, and nobody gets a new link to it. */
  async delete(document: DocumentRow): Promise<void> {
    await updateDocument(this.#db, document, { deleted_at: this.#now() });
  }

  /** An absolute URL, valid for a limited time, that downloads the file. */
  linkTo(document: DocumentRow): Promise<string> {
    const fileName = nameWithExtension(document.file_name, document.content_type);
    return this.#files.link(document.store_key, { fileName, contentType: document.content_type });
  }

  /** The file itself, for what the service does with documents on its own. */
  contentOf(document: DocumentRow): Promise<Readable> {
    return this.#files.get(document.store_key);
  }

  /** Removes what uploads left behind that were begun before now; to be called once, when the service starts. */
  async removeUnfinished(): Promise<void> {
    for (const row of await unfinishedBefore(this.#db, this.#now())) await this.#remove(row);
  }

  async #remove(row: DocumentRow): Promise<void> {
    // An error does not say that nothing was written: a document that is seen keeps its file.
    if (!(await abandon(this.#db, row, this.#now()))) return;
    await this.#files.delete(row.store_key);
    await removeUnfinishedRow(this.#db, row);
  }
}
