export { noteFields, noteParameters, noteSchema } from './note-fields.ts';
export {
  deleteNote,
  findNote,
  insertNote,
  listNotes,
  type NewNote,
  type NoteOwner,
  type NoteOwnerKind,
  storeNote,
  updateNote,
} from './note-records.ts';
