import type { Db, NoteRow } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { nextId } from '../ids/index.ts';
import { newOwned, ownedBy } from '../record/index.ts';

/** The most notes of one record. */
const NOTES_PER_OWNER_MAX = 10_000;

/** The record that notes belong to. */
export interface NoteOwner {
  readonly clientId: string;
  readonly kind: NoteOwnerKind;
  readonly id: string;
}

/** The kinds of records with notes. */
export type NoteOwnerKind = 'account' | 'trade';

/** The text and the author. */
export interface NewNote {
  readonly authorName: string;
  readonly note: string;
}

/** Throws 106 when the record has NOTES_PER_OWNER_MAX notes. */
export async function insertNote(db: Db, owner: NoteOwner, note: NewNote, nowUs: number): Promise<NoteRow> {
  if ((await countNotes(db, owner)) >= NOTES_PER_OWNER_MAX) {
    throw malformedCall('method', 'notes', `no more than ${NOTES_PER_OWNER_MAX} notes can be kept`);
  }
  const row: NoteRow = {
    note_id: await nextId(db, 'note'),
    owner_kind: owner.kind,
    owner_id: owner.id,
    author_name: note.authorName,
    note: note.note,
    ...newOwned(owner.clientId, nowUs),
  };
  await db.insertInto('notes').values(row).execute();
  return row;
}

/** Newest first. */
export function listNotes(db: Db, owner: NoteOwner): Promise<NoteRow[]> {
  return ofOwner(db, owner).selectAll().orderBy('note_id', 'desc').execute();
}

/** A note of any record of this kind that the client has; undefined when it is unknown, deleted or another client's. */
export async function findNote(
  db: Db,
  clientId: string,
  kind: NoteOwnerKind,
  noteId: number,
): Promise<NoteRow | undefined> {
  return db
    .selectFrom('notes')
    .selectAll()
    .where('note_id', '=', noteId)
    .where(ownedBy(clientId))
    .where('owner_kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A value that is not given stays. */
export async function updateNote(
  db: Db,
  row: NoteRow,
  changes: { readonly authorName?: string | undefined; readonly note?: string | undefined },
  nowUs: number,
): Promise<NoteRow> {
  const changed = {
    author_name: changes.authorName ?? row.author_name,
    note: changes.note ?? row.note,
    updated_at: nowUs,
  };
  await db.updateTable('notes').set(changed).where('note_id', '=', row.note_id).execute();
  return { ...row, ...changed };
}

/** Deletes virtually. */
export async function deleteNote(db: Db, row: NoteRow, nowUs: number): Promise<void> {
  await db.updateTable('notes').set({ deleted_at: nowUs }).where('note_id', '=', row.note_id).execute();
}

async function countNotes(db: Db, owner: NoteOwner): Promise<number> {
  const { count } = await ofOwner(db, owner)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function ofOwner(db: Db, owner: NoteOwner) {
  return db
    .selectFrom('notes')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where(ownedBy(owner.clientId))
    .where('deleted_at', 'is', null);
}
