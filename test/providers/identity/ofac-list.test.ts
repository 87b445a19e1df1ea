import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SANDBOX_LIST_FOLDER, UnreadableList, WatchListFolders } from '../../../src/providers/identity/index.ts';
import type { ListedEntry } from '../../../src/providers/identity/watch-list/entries.ts';
import { readListFolder } from '../../../src/providers/identity/watch-list/list-folder.ts';
import {
  births,
  documents,
  nationalities,
  taxIds,
  weakAliases,
} from '../../../src/providers/identity/watch-list/remarks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function readSdnFolder(folder: string): Promise<readonly ListedEntry[]> {
  const [list] = await Array.fromAsync(readListFolder(folder));
  return list?.entries ?? [];
}

function copyOfSandboxList(): string {
  const folder = temporaryFolder();
  cpSync(SANDBOX_LIST_FOLDER, folder, { recursive: true });
  return folder;
}

describe('the files of the SDN list', () => {
  test('are read with aliases, programmes, countries and remarks', async () => {
    const entries = await readSdnFolder(SANDBOX_LIST_FOLDER);
    expect(entries).toHaveLength(4);
    expect(entries[0]).toEqual({
      list: 'OFAC SDN',
      uid: '9000001',
      type: 'individual',
      programs: ['SANDBOX', 'EXAMPLE'],
      names: [
        { text: 'PERSON, Example Blocked', strength: 'own' },
        { text: 'SPECIMEN, Sandy Quentin', strength: 'strong' },
        { text: 'THE EXAMPLE', strength: 'weak' },
      ],
      births: [
        { date: '1960-05-15', fromYear: 1960, toYear: 1960 },
        { date: null, fromYear: 1960, toYear: 1964 },
      ],
      countries: ['Exampleland'],
      nationalities: ['Exampleland'],
      taxIds: [],
      documents: [],
    });
    // -0- is null: no type is an entity.
    expect(entries[1]).toMatchObject({ type: 'entity', births: [], countries: ['Exampleland'] });
    expect(entries[2]).toMatchObject({ type: 'vessel' });
  });

  test('go on in sdn_comments.csv', async () => {
    const folder = copyOfSandboxList();
    writeFileSync(join(folder, 'sdn_comments.csv'), '9000002,"; a.k.a. \'EXAM"\r\n9000002,"PLE CO\'."\r\n\u001a');
    const entries = await readSdnFolder(folder);
    expect(entries[1]?.names.at(-1)).toEqual({ text: 'EXAMPLE CO', strength: 'weak' });
  });

  test.each([
    ['sdn.csv', 'uid,name\r\n'],
    ['sdn.csv', '\u001a'],
    ['alt.csv', 'x,1,"aka","A NAME",-0- \r\n'],
    ['add.csv', '<html>not the list</html>'],
  ])('are refused where one is another file: %s %j', async (file, content) => {
    const folder = copyOfSandboxList();
    writeFileSync(join(folder, file), content);
    await expect(readSdnFolder(folder)).rejects.toThrow(UnreadableList);
    await expect(readSdnFolder(folder)).rejects.toThrow(`${file} is not one of the lists`);
  });

  test('are read without the records that are not of their form, which are reported', async () => {
    const folder = copyOfSandboxList();
    appendFileSync(join(folder, 'sdn.csv'), 'x,"A NAME"\r\n1,"A NAME","individual"\r\n9000009,-0-,,,,,,,,,,\r\n');
    appendFileSync(join(folder, 'alt.csv'), '9000001,7\r\n');
    const [list] = await Array.fromAsync(readListFolder(folder));
    expect(list?.entries).toHaveLength(4);
    const { faultCount, faults } = list?.report ?? {};
    expect(faultCount).toBe(4);
    expect(faults?.map(({ file, record }) => [file, record])).toEqual([
      ['sdn.csv', 5],
      ['sdn.csv', 6],
      ['sdn.csv', 7],
      ['alt.csv', 3],
    ]);
  });

  test.each(['sdn.csv', 'alt.csv', 'add.csv'])('are refused without %s', async (file) => {
    const folder = copyOfSandboxList();
    rmSync(join(folder, file));
    await expect(readSdnFolder(folder)).rejects.toThrow(`${file} of the OFAC list is missing`);
  });

  test('of the consolidated list are read too, by the start of their names', async () => {
    const folder = copyOfSandboxList();
    for (const [file, as] of [
      ['sdn.csv', 'cons_prim.csv'],
      ['alt.csv', 'cons_alt.csv'],
      ['add.csv', 'cons_add.csv'],
    ] as const) {
      cpSync(join(SANDBOX_LIST_FOLDER, file), join(folder, as));
    }
    const lists = await Array.fromAsync(readListFolder(folder));
    expect(lists.map(({ report, entries }) => [report.list, entries.length])).toEqual([
      ['OFAC SDN', 4],
      ['OFAC consolidated', 4],
    ]);
    cpSync(join(SANDBOX_LIST_FOLDER, 'alt.csv'), join(folder, 'old.csv'));
    await expect(readSdnFolder(folder)).rejects.toThrow('alt.csv and old.csv are the same file');
  });

  test('are taken into use together, and stay in use when the next ones cannot be read', async () => {
    const folder = copyOfSandboxList();
    let nowUs = 1;
    const lists = new WatchListFolders({ folders: [SANDBOX_LIST_FOLDER, folder], nowUs: () => nowUs });
    expect(lists.loaded).toBeUndefined();
    const first = await lists.load();
    expect(first).toMatchObject({ loadedAt: 1, list: { entryCount: 8 } });
    writeFileSync(join(folder, 'alt.csv'), 'damaged');
    nowUs = 2;
    await expect(lists.load()).rejects.toThrow(UnreadableList);
    expect(lists.loaded).toBe(first);
    cpSync(join(SANDBOX_LIST_FOLDER, 'alt.csv'), join(folder, 'alt.csv'));
    await lists.load();
    expect(lists.loaded?.loadedAt).toBe(2);
  });

  test('are read once more for those who ask while they are read', async () => {
    const folder = copyOfSandboxList();
    const lists = new WatchListFolders({ folders: [folder], nowUs: () => 1 });
    const first = lists.load();
    const [second, third] = [lists.load(), lists.load()];
    // A file that changes once it was read.
    const path = join(folder, 'sdn.csv');
    const content = readFileSync(path, 'utf8').replace('\u001a', '');
    const changed = first.then(() =>
      writeFileSync(path, `${content}9,"LISTED, Newly","individual","X"${',-0- '.repeat(8)}\r\n`),
    );
    expect((await first).list.entryCount).toBe(4);
    await changed;
    expect((await second).list.entryCount).toBe(5);
    expect(await third).toBe(await second);
    expect(lists.loaded).toBe(await second);
  });
});

describe('remarks', () => {
  test('have the date of birth', () => {
    expect(births('DOB 1 Feb 1970; alt. DOB Mar 1971; DOB 1961 to 1963; DOB unknown; POB Example 1950.')).toEqual([
      { date: '1970-02-01', fromYear: 1970, toYear: 1970 },
      { date: null, fromYear: 1971, toYear: 1971 },
      { date: null, fromYear: 1961, toYear: 1963 },
    ]);
  });

  test('have nationalities and tax ids of the United States', () => {
    const remarks = 'nationality Iran; alt. citizen Cuba; SSN 123-45-6789 (United States); Passport 123456789 (Iran).';
    expect(nationalities(remarks)).toEqual(['Iran', 'Cuba']);
    expect(taxIds(remarks)).toEqual(['123456789']);
    const numbers = 'Passport A1234567 (Iran) issued 2010; National ID No. 12-345-6 (Iran); Gender Male.';
    expect(documents(numbers)).toEqual(['A1234567', '123456']);
  });

  test('hold the weak aliases, in quotation marks', () => {
    const remarks = 'a.k.a. "THE ONE"; f.k.a. \'OLD ONE\'; a.k.a. NOT QUOTED; Linked To: EXAMPLE.';
    expect(weakAliases(remarks).map(({ text }) => text)).toEqual(['THE ONE', 'OLD ONE']);
  });
});
