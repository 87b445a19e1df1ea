import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment } from '../../../src/providers/files/index.ts';

describe('the name that a download is saved under', () => {
  it.each([
    ['passport.pdf', 'attachment; filename="passport.pdf"'],
    ['Form (signed) v2.pdf', 'attachment; filename="Form (signed) v2.pdf"'],
    ['say "yes".pdf', `attachment; filename="say _yes_.pdf"; filename*=UTF-8''say%20%22yes%22.pdf`],
    ['50%25.pdf', `attachment; filename="50_25.pdf"; filename*=UTF-8''50%2525.pdf`],
    ["é'(*).pdf", `attachment; filename="_'(*).pdf"; filename*=UTF-8''%C3%A9%27%28%2A%29.pdf`],
    ['../../etc/passwd', 'attachment; filename="passwd"'],
    ['C:\\secret\\a.pdf', 'attachment; filename="a.pdf"'],
    ['a\r\nset-cookie: b=c.pdf', 'attachment; filename="aset-cookie: b=c.pdf"'],
    ['..', 'attachment; filename="document"'],
    ['', 'attachment; filename="document"'],
  ])('%j', (name, header) => {
    expect(attachment(name)).toBe(header);
  });

  it('never is more than a name, whatever it is made of, and reads back where it is in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const header = attachment(name);
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"(; filename\*=UTF-8''[\w.~!&$+^`|#%-]+)?$/);
        const [, plain, extended] = /filename="([^"]*)"(?:; filename\*=UTF-8''(.*))?$/.exec(header) ?? [];
        const saved = extended === undefined ? plain : decodeURIComponent(extended);
        expect(saved).not.toMatch(/[/\\\p{Cc}]/u);
        expect(['', '.', '..']).not.toContain(saved);
      }),
    );
  });
});
