import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anAccount } from '../shared/accounts.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';

describeOnEachDatabase('the notes of an account', (open) => {
  test('are added and read, newest first, in every encoding', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    const noteOf = (encoding: string, noteId: string) => ({
      noteId,
      authorname: 'Ada Example',
      note: `R&D, <b>=1 in ${encoding}`,
      createdDate: '2030-01-02 03:04:05',
    });
    const encodings = ['json', 'form', 'multipart'] as const;
    for (const [index, encoding] of encodings.entries()) {
      const note = noteOf(encoding, String(1001 + index));
      const body = { accountId, authorName: 'Ada Example', notes: note.note };
      const answer = await api.call('POST', 'addAccountNote', body, { encoding });
      expect(fieldsOf(answer)).toEqual({ notesDetails: [true, [note]] });
    }
    for (const encoding of encodings) {
      const answer = await api.call('POST', 'getAccountNotes', { accountId }, { encoding });
      expect(fieldsOf(answer)).toEqual({
        notesDetails: [noteOf('multipart', '1003'), noteOf('form', '1002'), noteOf('json', '1001')],
      });
    }
    expect(api.fired).toEqual([]);
  });

  test('are empty at first', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    expect(fieldsOf(await api.call('POST', 'getAccountNotes', { accountId }))).toEqual({ notesDetails: [] });
  });

  test('need an account, an author and a text', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    const complete = { accountId, authorName: 'Ada', notes: 'a note' };
    for (const field of Object.keys(complete)) {
      for (const missing of [undefined, null, ' ']) {
        const answer = await api.call('POST', 'addAccountNote', { ...complete, [field]: missing });
        expect(errorOf(answer, '106')).toBe(`<br />${field}&nbsp;&nbsp;: Missing`);
      }
    }
    const long = await api.call('POST', 'addAccountNote', { ...complete, notes: 'a'.repeat(4001) });
    expect(errorOf(long, '106')).toContain('notes');
    expect(errorOf(await api.call('POST', 'getAccountNotes', {}), '106')).toContain('accountId');
    expect(fieldsOf(await api.call('POST', 'getAccountNotes', { accountId }))).toEqual({ notesDetails: [] });
  });

  test('are only the client’s: a foreign account answers like an unknown one', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const [own, foreign] = [await anAccount(api), await anAccount(api, 'C2')];
    const note = { authorName: 'Ada', notes: 'a note' };
    fieldsOf(await api.call('POST', 'addAccountNote', { accountId: own, ...note }));
    for (const accountId of [foreign, 'A99999999', 'nonsense']) {
      errorOf(await api.call('POST', 'addAccountNote', { accountId, ...note }), '148');
      errorOf(await api.call('POST', 'getAccountNotes', { accountId }), '148');
    }
    const theirs = await api.call('POST', 'getAccountNotes', { accountId: foreign }, { as: 'C2' });
    expect(fieldsOf(theirs)).toEqual({ notesDetails: [] });
  });
});
