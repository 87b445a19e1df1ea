import { appendFileSync, copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SANDBOX_LIST_FOLDER, UnreadableList, WatchListFolders } from '../../../src/providers/identity/index.ts';
import type { ListedEntry } from '../../../src/providers/identity/watch-list/entries.ts';
import { type ReadList, readListFolder } from '../../../src/providers/identity/watch-list/list-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LISTS = join(import.meta.dirname, 'lists');

async function listsOf(folder: string): Promise<ReadList[]> {
  return Array.fromAsync(readListFolder(folder));
}

/** A folder with one of the files here, under a name that says nothing. */
function folderOf(file: string, change: (content: string) => string = (content) => content): string {
  const folder = temporaryFolder();
  const name = `download.${file.split('.')[1]}`;
  writeFileSync(join(folder, name), change(readFileSync(join(LISTS, file), 'utf8')));
  return folder;
}

async function readOne(file: string, change?: (content: string) => string): Promise<ReadList> {
  const [read, ...others] = await listsOf(folderOf(file, change));
  expect(others).toEqual([]);
  return read as ReadList;
}

const BORN = { date: '1961-02-03', fromYear: 1961, toYear: 1961 };
const REGIME = 'The Exampleland (Sanctions) Regulations 2020';
const year = (fromYear: number, toYear = fromYear) => ({ date: null, fromYear, toYear });

const FIRST: Readonly<Record<string, ListedEntry>> = {
  'un.xml': {
    ...{ list: 'UN Security Council', uid: 'EXi.001', type: 'individual', programs: ['Exampleland'] },
    names: [
      { text: 'OBRAZETS PERVYI SPETSIMENOV', strength: 'own' },
      { text: 'Образец Первый Специменов', strength: 'strong' },
      { text: 'Primer Spetsimenov', strength: 'strong' },
      { text: 'Primerov Obrazets', strength: 'strong' },
      { text: 'The Specimen', strength: 'weak' },
    ],
    births: [BORN, year(1963, 1967), year(1958, 1960)],
    ...{ countries: ['Sampleland'], nationalities: ['Exampleland', 'Testland'] },
    ...{ taxIds: ['123456789'], documents: ['EX1234567', '123456789'] },
  },
  'eu.xml': {
    ...{ list: 'EU financial sanctions', uid: 'EU.9.99', type: 'individual', programs: ['EXL'] },
    names: [
      { text: 'Obrazets Spetsimenov', strength: 'own', familyName: 'Spetsimenov' },
      { text: 'Образец Специменов', strength: 'strong' },
      { text: 'The Specimen', strength: 'weak' },
      { text: 'The Sample', strength: 'weak' },
    ],
    births: [BORN, year(1956, 1962), year(1970), year(1975)],
    ...{ countries: ['SAMPLELAND'], nationalities: ['EXAMPLELAND'] },
    ...{ taxIds: ['123456789'], documents: ['EX1234567', '123456789'] },
  },
  'eu.csv': {
    ...{ list: 'EU financial sanctions', uid: 'EU.9.99', type: 'individual', programs: ['EXL'] },
    names: [
      { text: 'Obrazets Spetsimenov', strength: 'own', familyName: 'Spetsimenov' },
      { text: 'Образец Специменов', strength: 'strong' },
      { text: 'The Sample', strength: 'weak' },
    ],
    births: [BORN, year(1956, 1962)],
    ...{ countries: ['SAMPLELAND'], nationalities: ['EXAMPLELAND'], taxIds: [], documents: ['EX1234567'] },
  },
  'uk.xml': {
    ...{ list: 'UK Sanctions List', uid: 'EXL0001', type: 'individual', programs: [REGIME] },
    names: [
      { text: 'OBRAZETS PERVYI SPETSIMENOV', strength: 'own', familyName: 'SPETSIMENOV' },
      { text: 'Primerov Obrazets', strength: 'strong' },
      { text: 'OBRAZETS SPETSIMIONOV', strength: 'strong', familyName: 'SPETSIMIONOV' },
      { text: 'Образец Специменов', strength: 'strong' },
      { text: 'The Specimen', strength: 'weak' },
    ],
    births: [BORN, year(1970), year(1975)],
    ...{ countries: ['Sampleland'], nationalities: ['Exampleland'] },
    ...{ taxIds: ['123456789'], documents: ['EX1234567', '123456789'] },
  },
  'uk.csv': {
    ...{ list: 'UK Sanctions List', uid: 'EXL0001', type: 'individual', programs: [REGIME] },
    names: [
      { text: 'OBRAZETS PERVYI SPETSIMENOV', strength: 'own', familyName: 'SPETSIMENOV' },
      { text: 'Образец Специменов', strength: 'strong' },
      { text: 'Primerov Obrazets', strength: 'strong' },
      { text: 'The Specimen', strength: 'weak' },
    ],
    births: [BORN, year(1970)],
    ...{ countries: ['Sampleland'], nationalities: ['Exampleland'] },
    ...{ taxIds: ['123456789'], documents: ['EX1234567', '123456789'] },
  },
  'ofsi.csv': {
    ...{ list: 'OFSI consolidated list', uid: '99001', type: 'individual', programs: ['Exampleland'] },
    names: [
      { text: 'Obrazets Pervyi SPETSIMENOV', strength: 'own', familyName: 'SPETSIMENOV' },
      { text: 'The Specimen', strength: 'weak' },
    ],
    births: [BORN, year(1970)],
    ...{ countries: ['Sampleland'], nationalities: ['Exampleland', 'Testland'] },
    ...{ taxIds: [], documents: ['EX1234567', 'EX7654321'] },
  },
};
const FILES = Object.keys(FIRST);

const SECOND: Readonly<Record<string, object>> = {
  'un.xml': {
    uid: 'EXe.001',
    type: 'entity',
    names: [{ text: 'SPECIMEN & SAMPLE TRADING' }, { text: 'Sample Goods' }],
  },
  'eu.xml': { uid: 'EU.9.97', type: 'entity', names: [{ text: 'Specimen & Sample Trading' }] },
  'eu.csv': { uid: 'EU.9.97', type: 'entity', names: [{ text: 'Specimen & Sample Trading' }] },
  'uk.xml': { uid: 'EXL0003', type: 'vessel', documents: ['9900000'] },
  'uk.csv': { uid: 'EXL0003', type: 'vessel', documents: ['9900000'] },
  'ofsi.csv': { uid: '99003', type: 'entity' },
};

describe('a list as it is published', () => {
  test.each(FILES)('is recognised and read, but for the record that has a fault: %s', async (file) => {
    const { entries, report } = await readOne(file);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toEqual(FIRST[file]);
    expect(entries[1]).toMatchObject(SECOND[file] as object);
    expect(report).toMatchObject({ list: FIRST[file]?.list, entries: 2, faultCount: 1 });
    expect(report.faults).toHaveLength(1);
    expect(report.published).toMatch(/2026/);
  });

  test.each(FILES.filter((file) => file.endsWith('.xml')))('is refused where it is cut off: %s', async (file) => {
    const cut = readOne(file, (content) => content.slice(0, content.lastIndexOf('</')));
    await expect(cut).rejects.toThrow(UnreadableList);
    await expect(cut).rejects.toThrow('download.xml');
  });

  test('is refused with a document type: nothing is expanded or fetched', async () => {
    const withEntity = (content: string) =>
      content
        .replace('<CONSOLIDATED', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><CONSOLIDATED')
        .replace('PERVYI', '&a;');
    await expect(readOne('un.xml', withEntity)).rejects.toThrow('document type');
    const undeclared = readOne('un.xml', (content) => content.replace('PERVYI', '&a;'));
    await expect(undeclared).rejects.toThrow('download.xml, line');
  });

  test.each(['<html><body>Service unavailable</body></html>', 'not,a,list', '', '<?xml version="1.0"?>'])(
    'is refused where it is something else: %j',
    async (content) => {
      for (const name of ['a.csv', 'a.xml']) {
        const folder = folderOf('un.xml');
        writeFileSync(join(folder, name), content);
        await expect(listsOf(folder)).rejects.toThrow(`${name} is not one of the lists`);
      }
    },
  );

  test('is read in the letters of Western Europe where it is not UTF-8, as CSV; as XML it is refused', async () => {
    const written = (file: string) => {
      const folder = temporaryFolder();
      const text = readFileSync(join(LISTS, file), 'utf8').replaceAll('Primerov', 'Pr\u00edmerov');
      writeFileSync(join(folder, file), Buffer.from(text, 'latin1'));
      return folder;
    };
    const [list] = await listsOf(written('uk.csv'));
    expect(list?.entries[0]?.names.map(({ text }) => text)).toContain('Pr\u00edmerov Obrazets');
    await expect(listsOf(written('uk.xml'))).rejects.toThrow('uk.xml cannot be read');
  });

  test('is refused where most of its records have faults', async () => {
    const faults = (count: number) => (content: string) => `${content}${'x,,,\r\n'.repeat(count)}`;
    const { report } = await readOne('uk.csv', faults(9));
    expect(report.faultCount).toBe(10);
    await expect(readOne('uk.csv', faults(10))).rejects.toThrow('11 of 16 records');
  });

  test('is refused with another file of the same list', async () => {
    const folder = folderOf('eu.xml');
    copyFileSync(join(LISTS, 'eu.csv'), join(folder, 'older.csv'));
    await expect(listsOf(folder)).rejects.toThrow('are the same list (EU financial sanctions)');
  });
});

describe('a folder of lists', () => {
  function folderOfAll(): string {
    const folder = temporaryFolder();
    cpSync(SANDBOX_LIST_FOLDER, folder, { recursive: true });
    for (const file of ['un.xml', 'eu.xml', 'uk.csv']) copyFileSync(join(LISTS, file), join(folder, file));
    writeFileSync(join(folder, 'README.txt'), 'not a list');
    return folder;
  }

  test('is searched as a whole: one person on three lists is three matches', async () => {
    const lists = new WatchListFolders({ folders: [folderOfAll()], nowUs: () => 1 });
    const { list, reports } = await lists.load();
    expect(reports.map((report) => [report.list, report.entries, report.faultCount])).toEqual([
      ['OFAC SDN', 4, 0],
      ['EU financial sanctions', 2, 1],
      ['UK Sanctions List', 2, 1],
      ['UN Security Council', 2, 1],
    ]);
    const subject = {
      kind: 'individual',
      name: 'Obrazets Spetsimenov',
      birthDate: '',
      country: '',
      taxId: '',
    } as const;
    const found = list.search(subject, 85);
    expect(found.map(({ list: from, uid, programs }) => [from, uid, programs]).toSorted()).toEqual([
      ['EU financial sanctions', 'EU.9.99', ['EXL']],
      ['UK Sanctions List', 'EXL0001', [REGIME]],
      ['UN Security Council', 'EXi.001', ['Exampleland']],
    ]);
    const byNumber = list.search({ ...subject, name: 'Somebody Else', taxId: '123-45-6789' }, 85);
    expect(byNumber.map(({ score }) => score)).toEqual([100, 100, 100]);
  });

  test('is read alike in a thread, where its files are long', async () => {
    const folder = folderOf('un.xml');
    const read = async () => (await new WatchListFolders({ folders: [folder], nowUs: () => 1 }).load()).digest;
    const path = join(folder, 'download.xml');
    const short = await read();
    writeFileSync(path, readFileSync(path, 'utf8').replace('<INDIVIDUALS>', `<!--${' '.repeat(40_000)}-->`.repeat(8)));
    await expect(read()).rejects.toThrow(UnreadableList);
    copyFileSync(join(LISTS, 'un.xml'), path);
    appendFileSync(path, `<!--${' '.repeat(40_000)}-->`.repeat(8));
    expect(await read()).toBe(short);
  });

  test('has another digest only where an entry changes', async () => {
    const folder = folderOfAll();
    const lists = new WatchListFolders({ folders: [folder], nowUs: () => 1 });
    const first = await lists.load();
    const rewrite = (file: string, from: string, to: string) =>
      writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
    rewrite('un.xml', '2026-01-02T23', '2026-01-03T23');
    expect((await lists.load()).digest).toBe(first.digest);
    rewrite('un.xml', 'Sample Goods', 'Sample Wares');
    expect((await lists.load()).digest).not.toBe(first.digest);
    rmSync(join(folder, 'uk.csv'));
    expect((await lists.load()).reports).toHaveLength(3);
  });
});
