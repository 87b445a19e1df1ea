import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { type DocumentOwner, Documents, type NewDocument } from '../../../src/modules/shared/documents/index.ts';
import {
  type FileFacts,
  type FileSource,
  type FileStore,
  FileStoreFailed,
} from '../../../src/providers/files/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

const OWNER: DocumentOwner = { clientId: 'C1', kind: 'account', id: 'A10000001' };
const NOW = 1_000_000;

/** Keeps files in memory and fails on demand. */
class FakeStore implements FileStore {
  readonly kept = new Map<string, Buffer>();
  readonly withdrawn = new Set<string>();
  /** Puts from this one on fail, the first being 0: after they wrote, as a lost answer does. */
  failingPut = Number.POSITIVE_INFINITY;
  failingDelete = false;
  /** Runs before a put is done. */
  onPut: () => Promise<unknown> = async () => undefined;
  #puts = 0;

  async put(key: string, source: FileSource, _facts: FileFacts): Promise<void> {
    this.kept.set(key, Buffer.from('bytes' in source ? source.bytes : source.path));
    await this.onPut();
    if (this.#puts++ >= this.failingPut) throw new FileStoreFailed('as planned');
  }
  async withdraw(key: string): Promise<void> {
    if (this.failingDelete) throw new FileStoreFailed('as planned');
    this.withdrawn.add(key);
  }
  async delete(key: string): Promise<void> {
    if (this.failingDelete) throw new FileStoreFailed('as planned');
    this.kept.delete(key);
  }
  async link(key: string): Promise<string> {
    return `https://files.example.com/${key}`;
  }
  async get(): Promise<Readable> {
    throw new Error('not in these tests');
  }
  async check(): Promise<void> {}
  async close(): Promise<void> {}
}

function newDocument(title: string): NewDocument {
  const bytes = Buffer.from(title);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    title,
    fileName: `${title}.pdf`,
    source: { bytes },
    size: bytes.length,
    sha256,
    contentType: 'application/pdf',
  };
}

function start(database: Database) {
  const files = new FakeStore();
  const clock = { nowUs: NOW };
  return { files, clock, documents: new Documents({ db: database.db, files, nowUs: () => clock.nowUs }) };
}

async function rowsIn(database: Database): Promise<number> {
  return (await database.db.selectFrom('documents').select('document_id').execute()).length;
}

describeOnEachDatabase('documents', (open) => {
  test('are kept with all that is known of them', async () => {
    const database = await open();
    const { documents, files } = start(database);
    const [row] = await documents.keep(OWNER, [{ ...newDocument('Passport'), referenceCode: '77' }], '192.0.2.1');
    expect(row).toMatchObject({
      document_number: 10_001,
      client_id: 'C1',
      owner_kind: 'account',
      owner_id: 'A10000001',
      title: 'Passport',
      size: 8,
      sha256: createHash('sha256').update('Passport').digest('hex'),
      reference_code: '77',
      archived: 0,
      created_ip_address: '192.0.2.1',
      created_at: NOW,
      stored_at: NOW,
      deleted_at: null,
      file_removed_at: null,
    });
    expect(await documents.list(OWNER)).toEqual([row]);
    expect(files.kept.get(row!.store_key)?.toString()).toBe('Passport');
  });

  test('are not seen before all their files are in the store', async () => {
    const database = await open();
    const { documents, files } = start(database);
    const seen: number[] = [];
    files.onPut = async () => seen.push((await documents.list(OWNER)).length);
    await documents.keep(OWNER, [newDocument('a'), newDocument('b')], null);
    expect(seen).toEqual([0, 0]);
    expect(await documents.list(OWNER)).toHaveLength(2);
  });

  test('leave no file when the store fails, not even one that it wrote in spite of the error', async () => {
    const database = await open();
    const { documents, files } = start(database);
    files.failingPut = 1;
    await expect(documents.keep(OWNER, [newDocument('a'), newDocument('b')], null)).rejects.toThrow('as planned');
    // The caller does not wait for it: the store may be silent.
    await expect.poll(async () => [files.kept.size, await rowsIn(database)]).toEqual([0, 0]);
  });

  test('leave no file when the database fails', async () => {
    const database = await open();
    const { documents, files } = start(database);
    const broken = { ...newDocument('a'), title: null as unknown as string };
    await expect(documents.keep(OWNER, [broken], null)).rejects.toThrow(/null/i);
    expect(files.kept.size).toBe(0);
    expect(await rowsIn(database)).toBe(0);
  });

  test('that could not be removed are removed with the next start', async () => {
    const database = await open();
    const { documents, files, clock } = start(database);
    const [finished] = await documents.keep(OWNER, [newDocument('finished')], null);
    files.failingPut = 0;
    files.failingDelete = true;
    await expect(documents.keep(OWNER, [newDocument('a')], null)).rejects.toThrow('as planned');
    expect(files.kept.size).toBe(2);
    expect(await documents.list(OWNER)).toEqual([finished]);
    files.failingDelete = false;
    clock.nowUs += 1;
    await documents.removeUnfinished();
    expect([...files.kept.keys()]).toEqual([finished!.store_key]);
    expect(await rowsIn(database)).toBe(1);
  });

  test('keep their files when they turn out to be finished in spite of an error', async () => {
    const database = await open();
    const { documents, files } = start(database);
    files.onPut = () => database.db.updateTable('documents').set({ stored_at: NOW }).execute();
    files.failingPut = 0;
    await expect(documents.keep(OWNER, [newDocument('a')], null)).rejects.toThrow('as planned');
    expect(await documents.list(OWNER)).toHaveLength(1);
    expect(files.kept.size).toBe(1);
  });

  test('are withdrawn when they are deleted, and their files removed after a time', async () => {
    const database = await open();
    const { documents, files, clock } = start(database);
    const [first, second, third] = await documents.keep(OWNER, ['a', 'b', 'c'].map(newDocument), null);
    clock.nowUs = NOW + 1;
    await documents.delete(first!);
    clock.nowUs = NOW + 2;
    await documents.delete(second!);
    expect([...files.withdrawn]).toEqual([first!.store_key, second!.store_key]);
    clock.nowUs = NOW + 2 * 86_400_000_000;
    await documents.removeDeleted(2);
    expect(files.kept.size).toBe(3);
    clock.nowUs += 1;
    await documents.removeDeleted(2);
    expect([...files.kept.keys()]).toEqual([second!.store_key, third!.store_key]);
    await documents.removeDeleted(0);
    expect([...files.kept.keys()]).toEqual([third!.store_key]);
    // What is removed is not asked for again.
    files.failingDelete = true;
    await documents.removeDeleted(0);
    expect(await rowsIn(database)).toBe(3);
  });

  test('stay as they are when their file cannot be withdrawn', async () => {
    const { documents, files } = start(await open());
    const [row] = await documents.keep(OWNER, [newDocument('a')], null);
    files.failingDelete = true;
    await expect(documents.delete(row!)).rejects.toThrow('as planned');
    expect(await documents.list(OWNER)).toEqual([row]);
  });

  test('that are unfinished are found by nothing, their number included', async () => {
    const { documents, files } = start(await open());
    files.onPut = async () => {
      expect(await documents.findByNumber('C1', 'account', 10_001)).toBeUndefined();
      expect(await documents.list(OWNER)).toEqual([]);
    };
    const [row] = await documents.keep(OWNER, [newDocument('a')], null);
    expect(await documents.findByNumber('C1', 'account', 10_001)).toEqual(row);
    expect.assertions(3);
  });

  test('are found only by their owner', async () => {
    const database = await open();
    const { documents } = start(database);
    const [row] = await documents.keep(OWNER, [newDocument('a')], null);
    const { document_id: documentId, document_number: number } = row!;
    expect(await documents.find(OWNER, documentId)).toEqual(row);
    for (const other of [{ clientId: 'C2' }, { kind: 'trade' as const }, { id: 'A10000002' }]) {
      expect(await documents.find({ ...OWNER, ...other }, documentId)).toBeUndefined();
      expect(await documents.list({ ...OWNER, ...other })).toEqual([]);
    }
    expect(await documents.findByNumber('C1', 'account', number)).toEqual(row);
    expect(await documents.findByNumber('C2', 'account', number)).toBeUndefined();
    expect(await documents.findByNumber('C1', 'offering', number)).toBeUndefined();
    await documents.delete(row!);
    expect(await documents.find(OWNER, documentId)).toBeUndefined();
    expect(await documents.findByNumber('C1', 'account', number)).toBeUndefined();
  });

  test('can be archived and get another title', async () => {
    const database = await open();
    const { documents } = start(database);
    const [row] = await documents.keep(OWNER, [newDocument('a')], null);
    await documents.update(row!, { archived: 1, title: 'b' });
    expect(await documents.list(OWNER)).toEqual([{ ...row, archived: 1, title: 'b' }]);
  });

  test('are at most a thousand of one record', async () => {
    const database = await open();
    const { documents } = start(database);
    const [row] = await documents.keep(OWNER, [newDocument('a')], null);
    const others = Array.from({ length: 998 }, (_, index) => ({
      ...row!,
      document_number: 20_000 + index,
      document_id: `other${index}`,
      store_key: `other${index}`,
    }));
    for (let start = 0; start < others.length; start += 500) {
      await database.db
        .insertInto('documents')
        .values(others.slice(start, start + 500))
        .execute();
    }
    await expect(documents.keep(OWNER, [newDocument('a'), newDocument('b')], null)).rejects.toMatchObject({
      statusCode: 106,
    });
    await documents.keep(OWNER, [newDocument('the last')], null);
    await expect(documents.keep(OWNER, [newDocument('one more')], null)).rejects.toMatchObject({ statusCode: 106 });
    await documents.keep({ ...OWNER, id: 'A10000002' }, [newDocument('of another')], null);
  });
});
