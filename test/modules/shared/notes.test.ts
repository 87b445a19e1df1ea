import { expect, test } from 'vitest';
import {
  deleteNote,
  findNote,
  insertNote,
  listNotes,
  type NoteOwner,
  noteFields,
  updateNote,
} from '../../../src/modules/shared/notes/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { NOW } from './records.ts';

const TRADE: NoteOwner = { clientId: 'C1', kind: 'trade', id: '7' };
const NOTE = { authorName: 'Ada', note: 'first' };

describeOnEachDatabase('notes', (open) => {
  test('are found by client and kind, changed in part and deleted', async () => {
    const { db } = await open();
    const row = await insertNote(db, TRADE, NOTE, NOW);
    expect(noteFields(row)).toEqual({
      noteId: '1001',
      authorname: 'Ada',
      note: 'first',
      createdDate: '2030-01-02 03:04:05',
    });
    expect(await findNote(db, 'C1', 'trade', row.note_id)).toEqual(row);
    expect(await findNote(db, 'C2', 'trade', row.note_id)).toBeUndefined();
    expect(await findNote(db, 'C1', 'account', row.note_id)).toBeUndefined();

    const changed = await updateNote(db, row, { note: 'second' }, NOW + 1);
    expect(changed).toEqual({ ...row, note: 'second', updated_at: NOW + 1 });
    expect(await findNote(db, 'C1', 'trade', row.note_id)).toEqual(changed);

    await deleteNote(db, changed, NOW + 2);
    expect(await findNote(db, 'C1', 'trade', row.note_id)).toBeUndefined();
    expect(await listNotes(db, TRADE)).toEqual([]);
  });

  test('belong to only one record', async () => {
    const { db } = await open();
    const row = await insertNote(db, TRADE, NOTE, NOW);
    for (const other of [{ clientId: 'C2' }, { kind: 'account' as const }, { id: '8' }]) {
      expect(await listNotes(db, { ...TRADE, ...other })).toEqual([]);
    }
    expect(await listNotes(db, TRADE)).toEqual([row]);
  });

  test('are at most ten thousand of one record', async () => {
    const { db } = await open();
    const row = await insertNote(db, TRADE, NOTE, NOW);
    const others = Array.from({ length: 9998 }, (_, index) => ({ ...row, note_id: 20_000 + index }));
    for (let start = 0; start < others.length; start += 1000) {
      await db
        .insertInto('notes')
        .values(others.slice(start, start + 1000))
        .execute();
    }
    await insertNote(db, TRADE, NOTE, NOW);
    await expect(insertNote(db, TRADE, NOTE, NOW)).rejects.toMatchObject({ statusCode: 106 });
    await insertNote(db, { ...TRADE, id: '8' }, NOTE, NOW);
  });
});
