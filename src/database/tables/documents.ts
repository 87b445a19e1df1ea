/** Documents and notes, which belong to a record of any kind: an account, a party, a trade and so on. */
export interface DocumentTables {
  documents: DocumentRow;
  notes: NoteRow;
}

/** A file in the document store. A row is visible after stored_at is set and until deleted_at is. */
export interface DocumentRow {
  /** Counts up from 10001. */
  document_number: number;
  /** Ten random letters and digits; unique. */
  document_id: string;
  client_id: string;
  /** Of the record it belongs to: account, party, entity and so on. */
  owner_kind: string;
  owner_id: string;
  title: string;
  /** The caller's name for the file; never a path. */
  file_name: string;
  /** The type, detected from the content. */
  content_type: string;
  /** In bytes. */
  size: number;
  /** Of the content, in hex. */
  sha256: string;
  /** Random name in the document store; unique. */
  store_key: string;
  /** Digits. */
  reference_code: string;
  /** 1: archived, 0: active. */
  archived: number;
  created_ip_address: string | null;
  created_at: number;
  /** Null while the file is being stored; after a crash the next start removes such a row with its file. */
  stored_at: number | null;
  deleted_at: number | null;
  /** When the file of a deleted document was removed from the store. */
  file_removed_at: number | null;
}

export interface NoteRow {
  /** Counts up from 1001. */
  note_id: number;
  client_id: string;
  /** Of the record it belongs to: account, trade. */
  owner_kind: string;
  owner_id: string;
  author_name: string;
  note: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}
