/** The journal's record of the reference database: a database that knows less does not belong to it. */
export interface ReferenceMarks {
  /** The id that the database was given when it was bound to this journal; empty before. */
  readonly databaseId: string;
  /** By kind of record, the highest id that was handed out. */
  readonly ids: Readonly<Record<string, number>>;
}

/** Binds the journal to its reference database, once; `ids` as in ReferenceMarks. */
export interface BindCommand extends ReferenceMarks {
  readonly type: 'bind';
}
/** An id of a record of reference data, before it is handed out. */
export interface IdCommand {
  readonly type: 'id';
  readonly kind: string;
  readonly id: number;
}
