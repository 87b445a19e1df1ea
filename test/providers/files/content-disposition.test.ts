import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachment } from '../../../src/providers/files/index.ts';

describe('the name that a download is saved under', () => {
  test.each([
    ['passport.pdf', 'attachment; filename=passport.pdf'],
    ['Form (signed) v2.pdf', 'attachment; filename="Form (signed) v2.pdf"'],
    ['say "yes".pdf', 'attachment; filename="say \\"yes\\".pdf"'],
    ['50%25.pdf', "attachment; filename=50%25.pdf; filename*=UTF-8''50%2525.pdf"],
    ["é'(*).pdf", `attachment; filename="?'(*).pdf"; filename*=UTF-8''%C3%A9%27%28%2A%29.pdf`],
    ['../../etc/passwd', 'attachment; filename=passwd'],
    ['C:\\secret\\a.pdf', 'attachment; filename=a.pdf'],
    ['a\r\nset-cookie: b=c.pdf', 'attachment; filename="aset-cookie: b=c.pdf"'],
    ['..', 'attachment; filename=document'],
    ['', 'attachment; filename=document'],
  ])('%j', (name, header) => {
    expect(attachment(name)).toBe(header);
  });

  test('never is more than a name, whatever it is made of, and reads back where it is in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const header = attachment(name);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        const { type, parameters } = parse(header);
        expect(type).toBe('attachment');
        expect(['filename', 'filename,filename*', 'filename*,filename']).toContain(Object.keys(parameters).join());
        const saved = parameters.filename;
        expect(saved).toBeTypeOf('string');
        expect(saved).not.toMatch(/[/\\\p{Cc}]/u);
        expect(['', '.', '..']).not.toContain(saved);
      }),
    );
  });
});
