import { randomBytes } from 'node:crypto';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CannotOpen, loadSecrets, parseEncryptionKeys, Secrets } from '../../src/database/secrets/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const key = () => randomBytes(32);

describe('a sealed value', () => {
  test('opens to the same text, in the same place, with the same key', () => {
    const secrets = new Secrets([key()]);
    const sealed = secrets.seal('12-3456789 äöü', 'accounts:A1');
    expect(sealed).not.toContain('3456789');
    expect(secrets.open(sealed, 'accounts:A1')).toBe('12-3456789 äöü');
    expect(secrets.open(secrets.seal('', 'x'), 'x')).toBe('');
  });

  test('looks different each time', () => {
    const secrets = new Secrets([key()]);
    expect(secrets.seal('same', 'x')).not.toBe(secrets.seal('same', 'x'));
  });

  test('does not open elsewhere, changed, or cut short', () => {
    const secrets = new Secrets([key()]);
    const sealed = secrets.seal('12-3456789', 'accounts:A1');
    const [version, id, body] = sealed.split('.') as [string, string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      expect(() => secrets.open(`${version}.${id}.${changed.toString('base64url')}`, 'accounts:A1')).toThrow(
        CannotOpen,
      );
    }
    expect(() => secrets.open(sealed, 'accounts:A2')).toThrow(CannotOpen);
    expect(() => secrets.open(`${version}.${id}.AAAA`, 'accounts:A1')).toThrow(CannotOpen);
    expect(() => secrets.open('plain text', 'x')).toThrow(CannotOpen);
    expect(() => secrets.open(`v2.${id}.${body}`, 'accounts:A1')).toThrow(CannotOpen);
  });

  test('names the key that it needs and not the value', () => {
    const sealed = new Secrets([key()]).seal('12-3456789', 'x');
    const open = () => new Secrets([key()]).open(sealed, 'x');
    expect(open).toThrow(new RegExp(`encryption key ${sealed.split('.')[1]}`));
    expect(open).not.toThrow(/3456789/);
  });

  test('stays readable when a new key is put before the old one', () => {
    const [old, fresh] = [key(), key()];
    const sealed = new Secrets([old]).seal('text', 'x');
    const both = new Secrets([fresh, old]);
    expect(both.open(sealed, 'x')).toBe('text');
    expect(() => new Secrets([old]).open(both.seal('text', 'x'), 'x')).toThrow(CannotOpen);
  });
});

describe('a derived key', () => {
  test('is the same for one purpose and another for every other, and does not reveal the key', () => {
    const [first, second] = [key(), key()];
    const secrets = new Secrets([first]);
    const derived = secrets.derive('links');
    expect(derived).toHaveLength(32);
    expect(new Secrets([first, second]).derive('links')).toEqual(derived);
    for (const other of [secrets.derive('other'), new Secrets([second, first]).derive('links'), first]) {
      expect(other).not.toEqual(derived);
    }
  });
});

describe('ENCRYPTION_KEY', () => {
  test('holds one key or several', () => {
    const [first, second] = [key(), key()];
    expect(parseEncryptionKeys(first.toString('base64'))).toEqual([first]);
    expect(parseEncryptionKeys(`${first.toString('base64')}, ${second.toString('base64')}`)).toEqual([first, second]);
  });

  test.each([
    '',
    'short',
    randomBytes(31).toString('base64'),
    `${randomBytes(32).toString('base64')},`,
    'x'.repeat(44),
  ])('is refused when it is not the base64 of 32 bytes, without being repeated: %#', (value) => {
    expect(() => parseEncryptionKeys(value)).toThrow(/^ENCRYPTION_KEY must be the base64 of 32 bytes/);
    if (value !== '') expect(() => parseEncryptionKeys(value)).not.toThrow(value);
  });
});

describe('the secrets of an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('come from a file that is made on the first start, for the owner only', async () => {
    const dataDir = join(folder, 'data');
    const sealed = (await loadSecrets({ dataDir })).seal('text', 'x');
    expect((await loadSecrets({ dataDir })).open(sealed, 'x')).toBe('text');
    expect((await stat(join(dataDir, 'encryption.key'))).mode & 0o777).toBe(0o600);
  });

  test('are the same for processes that make the file at the same time', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => loadSecrets({ dataDir: folder })));
    const sealed = all[0]!.seal('text', 'x');
    for (const secrets of all) expect(secrets.open(sealed, 'x')).toBe('text');
  });

  test('remove permissions of others on the file', async () => {
    await loadSecrets({ dataDir: folder });
    const path = join(folder, 'encryption.key');
    await chmod(path, 0o644);
    await loadSecrets({ dataDir: folder });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('come from the variable where it is set, and then from no file', async () => {
    const value = key().toString('base64');
    const sealed = (await loadSecrets({ encryptionKey: value, dataDir: folder })).seal('text', 'x');
    expect(new Secrets(parseEncryptionKeys(value)).open(sealed, 'x')).toBe('text');
    await expect(readFile(join(folder, 'encryption.key'))).rejects.toThrow(/ENOENT/);
  });

  test('fail on a damaged file rather than replace it', async () => {
    const path = join(folder, 'encryption.key');
    await writeFile(path, 'damaged');
    await expect(loadSecrets({ dataDir: folder })).rejects.toThrow(/encryption\.key is damaged/);
    expect(await readFile(path, 'utf8')).toBe('damaged');
  });
});
