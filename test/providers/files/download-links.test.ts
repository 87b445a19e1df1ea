import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DownloadLinks, newFileKey } from '../../../src/providers/files/index.ts';

const START = Date.UTC(2030, 0, 1);
const OFFER = { fileName: 'a b&c=d.pdf', contentType: 'application/pdf' };

function linksAt(clock: { nowMs: number }, secret = Buffer.alloc(32, 1)): DownloadLinks {
  return new DownloadLinks({
    secret,
    publicUrl: () => 'https://api.example.com',
    lifeSeconds: 60,
    nowMs: () => clock.nowMs,
  });
}

function queryOf(url: string): URLSearchParams {
  return new URL(url).searchParams;
}

describe('a download link', () => {
  test('stands for what it was made for until it expires', () => {
    const clock = { nowMs: START + 999 };
    const links = linksAt(clock);
    const key = newFileKey();
    const url = links.create(key, OFFER);
    expect(url).toMatch(/^https:\/\/api\.example\.com\/v3\/documents\/download\?/);
    expect(links.read(queryOf(url))).toEqual({ key, ...OFFER });
    clock.nowMs = START + 59_999;
    expect(links.read(queryOf(url))).toEqual({ key, ...OFFER });
    clock.nowMs = START + 60_000;
    expect(links.read(queryOf(url))).toBeUndefined();
  });

  test('is no longer one when anything in it was changed, left out or signed with another secret', () => {
    const links = linksAt({ nowMs: START });
    const url = links.create(newFileKey(), OFFER);
    for (const part of ['key', 'name', 'type', 'expires', 'signature']) {
      const changed = queryOf(url);
      const value = changed.get(part) ?? '';
      changed.set(part, value.slice(0, -1) + (value.endsWith('1') ? '2' : '1'));
      expect(links.read(changed), part).toBeUndefined();
      changed.set(part, '');
      expect(links.read(changed), part).toBeUndefined();
      changed.delete(part);
      expect(links.read(changed), part).toBeUndefined();
    }
    expect(linksAt({ nowMs: START }, Buffer.alloc(32, 2)).read(queryOf(url))).toBeUndefined();
  });

  test('has one signature only: other texts that stand for the same bytes are refused', () => {
    const links = linksAt({ nowMs: START });
    // The last letter of a signature has two bits that mean nothing.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let round = 0; round < 50; round++) {
      const query = queryOf(links.create(newFileKey(), OFFER));
      const signature = query.get('signature') ?? '';
      for (const other of [...letters].filter((letter) => !signature.endsWith(letter))) {
        query.set('signature', signature.slice(0, -1) + other);
        expect(links.read(query)).toBeUndefined();
      }
      query.set('signature', `${signature}=`);
      expect(links.read(query)).toBeUndefined();
    }
  });

  test('cannot be cut in another way and still be valid', () => {
    const links = linksAt({ nowMs: START });
    const text = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(text, text, text, text, (name, type, otherName, otherType) => {
        fc.pre(name !== otherName || type !== otherType);
        const query = queryOf(links.create('0'.repeat(32), { fileName: name, contentType: type }));
        expect(links.read(query)).toMatchObject({ fileName: name, contentType: type });
        query.set('name', otherName);
        query.set('type', otherType);
        expect(links.read(query)).toBeUndefined();
      }),
    );
  });
});
