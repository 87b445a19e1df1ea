import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { PAGES_MAX, PdfBusy, PdfFault, PdfWorkshop, type Signature } from '../../../src/providers/pdf/index.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { samplePdf, textsOf } from '../../support/sample-pdf.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Without a limit of time: a busy machine takes its own. */
const untimed = () => new ManualTime('2030-01-31T15:00:00Z');
const workshop = new PdfWorkshop({ timers: untimed() });
afterAll(() => workshop.close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const SIGNATURE: Signature = {
  title: 'Example Agreement',
  signerName: 'First Last',
  statement: 'I agree to sign electronically.',
  signedAt: '2030-01-31 15:00:00',
  facts: [['Envelope', 'an envelope']],
  events: [
    { name: 'created', at: '2030-01-31 14:00:00', address: '192.0.2.1', hash: 'a'.repeat(64) },
    { name: 'signed', at: '2030-01-31 15:00:00', address: '192.0.2.2', hash: 'b'.repeat(64) },
  ],
  platformKey: 'k'.repeat(43),
};

describe('a stamped document', () => {
  test('has the text on every page, and the earlier text', async () => {
    const { bytes, pages } = await workshop.stamp('C1', { bytes: await samplePdf({ pages: 3 }) }, 'Confidential');
    expect(pages).toBe(3);
    expect(await textsOf(bytes)).toEqual([1, 2, 3].map((page) => [`an example ${page}`, 'Confidential']));
  });

  test.each([0, 90, 180, 270])('has it within a page that is turned by %i degrees', async (turn) => {
    const text = 'A text that is longer than the forty characters of one line, and some more of it';
    const { bytes } = await workshop.stamp('C1', { bytes: await samplePdf({ turn }) }, text);
    const page = (await PDFDocument.load(bytes)).getPage(0);
    const runs = page.extractContents().filter((asset) => asset.kind === 'text');
    expect(
      runs
        .slice(1)
        .map((run) => run.getText().trimEnd())
        .join(' '),
    ).toBe(text);
    for (const { x, y } of runs) expect(x >= 0 && x <= 400 && y >= 0 && y <= 600, `${x} ${y}`).toBe(true);
  });

  test('spells what the font cannot write, and is as it was without a text', async () => {
    const source = { bytes: await samplePdf() };
    expect((await textsOf((await workshop.stamp('C1', source, 'Ωμέγα Grüße')).bytes))[0]).toContain('Omega Grüße');
    expect((await textsOf((await workshop.stamp('C1', source, ' ')).bytes))[0]).toEqual(['an example 1']);
  });

  test('begins with its header also where other bytes preceded it', async () => {
    const source = { bytes: Buffer.concat([Buffer.alloc(1024, 'x'), await samplePdf()]) };
    const { bytes } = await workshop.stamp('C1', source, 'Confidential');
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(await textsOf(bytes)).toEqual([['an example 1', 'Confidential']]);
  });

  test('may come from a file', async () => {
    const path = join(temporaryFolder(), 'upload');
    writeFileSync(path, await samplePdf({ pages: 2 }));
    expect(await workshop.check({ path })).toBe(2);
  });
});

describe('a signed document', () => {
  test('begins with the document as it was sent, and then with its signature', async () => {
    const before = await samplePdf({ pages: 2 });
    const { bytes, pages, signed } = await workshop.sign('C1', { bytes: before }, SIGNATURE);
    expect(pages).toBe(4);
    expect(bytes.subarray(0, signed.beforeBytes)).toEqual(before);
    expect(sha256(bytes.subarray(0, signed.beforeBytes))).toBe(signed.beforeSha256);
    const after = bytes.subarray(0, signed.afterBytes);
    expect(sha256(after)).toBe(signed.afterSha256);
    expect((await textsOf(after)).at(-1)).toContain('First Last');
  });

  test('ends with a certificate: the hashes, and what happened, when, and from where', async () => {
    const { bytes, signed } = await workshop.sign('C1', { bytes: await samplePdf() }, SIGNATURE);
    const certificate = (await textsOf(bytes)).at(-1);
    expect(certificate).toEqual(
      expect.arrayContaining([
        'Certificate of signature',
        'Example Agreement',
        'an envelope',
        signed.beforeSha256,
        signed.afterSha256,
        'created, 2030-01-31 14:00:00 UTC, from 192.0.2.1',
        'a'.repeat(64),
        'signed, 2030-01-31 15:00:00 UTC, from 192.0.2.2',
        'b'.repeat(64),
      ]),
    );
  });
});

describe('a file that cannot be used', () => {
  const faultOf = async (bytes: Uint8Array) => {
    const error = await workshop.stamp('C1', { bytes }, 'Confidential').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PdfFault);
    return (error as PdfFault).message;
  };

  test('is named: no PDF, half of one, without pages', async () => {
    const unreadable = 'is not a PDF that can be read';
    const whole = await samplePdf({ pages: 2 });
    expect(await faultOf(Buffer.from('nothing'))).toBe(unreadable);
    expect(await faultOf(whole.subarray(0, 200))).toBe('has no pages');
    expect(await faultOf(Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n'))).toBe(unreadable);
  });

  test('is named: encrypted, too many pages', async () => {
    const encrypted = await PDFDocument.create();
    encrypted.addPage();
    encrypted.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
    expect(await faultOf(await encrypted.save())).toBe('is encrypted');
    const long = await PDFDocument.create();
    for (let page = 0; page <= PAGES_MAX; page++) long.addPage();
    expect(await faultOf(await long.save())).toBe(`has more than ${PAGES_MAX} pages`);
  });
});

describe('the process', () => {
  test('is given up when a file takes too long, and the next file gets another one', async () => {
    const time = untimed();
    const other = new PdfWorkshop({ timers: time });
    const source = { bytes: await samplePdf() };
    await other.check(source);
    const first = other.check(source);
    const second = other.check(source);
    // Before the process had a turn to answer.
    time.advanceMs(5_000);
    await expect(first).rejects.toThrow('takes too long to process');
    expect(await second).toBe(1);
    await other.close();
  });

  test('that cannot be started in time is no fault of the file', async () => {
    const time = untimed();
    const other = new PdfWorkshop({ timers: time });
    const asked = other.check({ bytes: await samplePdf() });
    time.advanceMs(5_000);
    time.advanceMs(25_000);
    await expect(asked).rejects.toThrow(PdfBusy);
    await other.close();
  });

  test('refuses what unpacks to too much, in whatever layers, before it takes time or memory', async () => {
    const bomb = { bytes: packedPdf(spaces(65), 2) };
    expect(bomb.bytes.length).toBeLessThan(1500);
    await expect(workshop.check(bomb)).rejects.toEqual(new PdfFault('unpacks to more than 64 MB'));
    expect(await workshop.check({ bytes: packedPdf(spaces(20), 2) })).toBe(1);
  });

  test('dies alone of a file that needs too much memory; the next file gets another one', async () => {
    const other = new PdfWorkshop({ timers: untimed(), heapMbMax: 64 });
    const numbers = Buffer.from(`4 0 [${'1 '.repeat(8_000_000)}]`);
    const bomb = other.check({ bytes: packedPdf(numbers, 1) });
    const next = other.check({ bytes: await samplePdf() });
    await expect(bomb).rejects.toEqual(new PdfFault('cannot be processed'));
    expect(await next).toBe(1);
    await other.close();
  });

  test('takes clients in turn, however much one has waiting', async () => {
    const other = new PdfWorkshop({ timers: untimed() });
    const source = { bytes: await samplePdf() };
    const order: string[] = [];
    const stamp = async (clientId: string) => {
      await other.stamp(clientId, source, 'Confidential');
      order.push(clientId);
    };
    await Promise.all(['C1', 'C1', 'C1', 'C1', 'C2', 'C3', 'C2'].map(stamp));
    expect(order).toEqual(['C1', 'C1', 'C2', 'C3', 'C1', 'C2', 'C1']);
    await other.close();
  });

  test('limits the files of a client, and takes none after its end', async () => {
    const other = new PdfWorkshop({ timers: untimed() });
    const source = { bytes: new Uint8Array() };
    // One does not wait, eight do.
    const asked = Array.from({ length: 10 }, () => other.stamp('C1', source, 'Confidential'));
    await expect(asked.at(-1)).rejects.toThrow(PdfBusy);
    const settled = Promise.allSettled(asked);
    await other.close();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(other.check(source)).rejects.toThrow(PdfBusy);
  });
});

const spaces = (megabytes: number) => Buffer.concat([Buffer.from('4 0 '), Buffer.alloc(megabytes * 1024 * 1024, ' ')]);

/** A page, and an object stream that is packed several times. */
function packedPdf(content: Buffer, layers: number): Buffer {
  let packed = content;
  for (let layer = 0; layer < layers; layer++) packed = deflateSync(packed, { level: 9 });
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const filter = `[${'/FlateDecode '.repeat(layers)}]`;
  const stream = `<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} /Length ${packed.length} >>`;
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n${objects.join('')}5 0 obj\n${stream}\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
}
