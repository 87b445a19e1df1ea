/** Notes that people write about a record. */
export { noteFields, noteLevels, noteParameters, noteSchema } from './note-fields.ts';
export {
  deleteNote,
  findNote,
  insertNote,
  listNotes,
  type NoteOwner,
  updateNote,
} from './note-records.ts';
