import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DOCUMENT_TYPES,
  type DocumentType,
  documentTypeOf,
  nameWithExtension,
} from '../../../src/modules/shared/documents/document-types.ts';
import { type SampleType, sample } from '../../support/sample-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ALL = Object.keys(DOCUMENT_TYPES) as DocumentType[];

function typeOf(content: Buffer, among: readonly DocumentType[] = ALL): Promise<string | undefined> {
  const path = join(temporaryFolder(), 'upload.pdf');
  writeFileSync(path, content);
  return documentTypeOf(path, among);
}

describe('the type of a document', () => {
  test.each(['pdf', 'jpg', 'png', 'heic', 'bmp', 'xls', 'docx', 'txt'] satisfies SampleType[])(
    'is detected by the content of a %s',
    async (type) => {
      expect(await typeOf(sample(type))).toBe(type);
    },
  );

  test.each(['exe', 'doc', 'xlsx'] satisfies SampleType[])('is undefined for a %s', async (type) => {
    expect(await typeOf(sample(type))).toBeUndefined();
  });

  test('is only one of those that are asked for', async () => {
    for (const type of ALL) {
      const others = ALL.filter((other) => other !== type);
      expect(await typeOf(sample(type), others), type).toBeUndefined();
    }
  });

  test('is text for whatever has no control characters, also when it begins like a bitmap', async () => {
    expect(await typeOf(sample('html'))).toBe('txt');
    expect(await typeOf(Buffer.from(`BMW is a car${' maker'.repeat(100)}`))).toBe('txt');
    expect(await typeOf(Buffer.from('text with a NUL\0'))).toBeUndefined();
    expect(await typeOf(Buffer.concat([Buffer.alloc(200_000, 'text '), Buffer.from([7])]))).toBeUndefined();
  });

  test('is PDF with up to 1,024 bytes before the header, whatever they are', async () => {
    const befores = [
      Buffer.from('\ufeff'),
      Buffer.from('\r\n\r\n'),
      Buffer.from('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n'),
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'),
      Buffer.concat([Buffer.from('\0\x08form.pdf'), Buffer.alloc(118)]),
      Buffer.from('BM'),
      Buffer.alloc(1024, 'x'),
    ];
    for (const before of befores) {
      expect(await typeOf(Buffer.concat([before, sample('pdf')])), before.toString()).toBe('pdf');
    }
    expect(await typeOf(Buffer.concat([Buffer.alloc(1025, 'x'), sample('pdf')]))).toBeUndefined();
  });

  test('is PDF only with an object, in any place', async () => {
    const header = Buffer.from('%PDF-1.4\n');
    const typeWith = (text: string) => typeOf(Buffer.concat([header, Buffer.from(text)]));
    expect(await typeWith('a text with 10 objects, of which object 1 0 objects\n1 obj\n 0 obj\nendobj ')).toBe('txt');
    expect(await typeWith('\0\0 1 0')).toBeUndefined();
    expect(await typeWith('1 0 obj')).toBe('txt');
    for (const object of ['1 0 obj\n', '12\r\n0\r\nobj<<', '\u00001\u00000\u0000obj ']) {
      expect(await typeWith(object), object).toBe('pdf');
      // Across the end of a chunk of 64 KiB.
      for (let cut = 1; cut < object.length; cut++) {
        expect(await typeWith(`${'%'.repeat(65_536 - header.length - cut)}${object}`), `${cut}`).toBe('pdf');
      }
    }
  });

  test('finds the workbook anywhere in its container', async () => {
    const far = Buffer.concat([
      sample('doc').fill(0, 640, 700),
      Buffer.alloc(200_000),
      Buffer.from('Book\0', 'utf16le'),
    ]);
    expect(await typeOf(far)).toBe('xls');
    // Across the end of a chunk of 64 KiB.
    const cut = sample('doc', 70_000).fill(0, 640, 700);
    cut.write('Workbook\0', 65_536 - 7, 'utf16le');
    expect(await typeOf(cut)).toBe('xls');
  });

  test('is undefined for an empty file and for noise', async () => {
    expect(await typeOf(Buffer.from([0]))).toBeUndefined();
    expect(await typeOf(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))).toBeUndefined();
  });
});

describe('the name of a download', () => {
  test('has an extension', () => {
    expect(nameWithExtension('passport', 'image/jpeg')).toBe('passport.jpg');
    expect(nameWithExtension('passport.JPEG', 'image/jpeg')).toBe('passport.JPEG');
    expect(nameWithExtension('passport', 'application/x-unknown')).toBe('passport');
  });
});
