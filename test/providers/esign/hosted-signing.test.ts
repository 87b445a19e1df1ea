import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  EsignUnavailable,
  HostedSigning,
  SandboxTemplates,
  TemplateFolder,
} from '../../../src/providers/esign/index.ts';
import { PdfBusy, PdfWorkshop } from '../../../src/providers/pdf/index.ts';
import { systemTimers } from '../../../src/time/timers.ts';
import { samplePdf, textsOf } from '../../support/sample-pdf.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const pdf = new PdfWorkshop({ timers: systemTimers });
afterAll(() => pdf.close());

test('templates are the readable PDF files of a folder, as it is now', async () => {
  const folder = temporaryFolder();
  const source = new TemplateFolder({ folder, pdf });
  expect(await source.templates()).toEqual([]);
  const content = await samplePdf({ pages: 2 });
  writeFileSync(join(folder, 'subscription-agreement.pdf'), content);
  writeFileSync(join(folder, 'scanned.pdf'), Buffer.concat([Buffer.alloc(1024, 'x'), content]));
  writeFileSync(join(folder, 'two--hyphens.pdf'), content);
  writeFileSync(join(folder, 'broken.pdf'), 'nothing');
  writeFileSync(join(folder, 'notes.txt'), 'nothing');
  expect(await source.templates()).toMatchObject([
    { templateId: 'scanned', pages: 2 },
    { templateId: 'subscription-agreement', name: 'subscription agreement', pages: 2 },
  ]);
  // A signature is appended with places that count from the header.
  expect(await source.contentOf('scanned')).toEqual(Buffer.from(content));
  expect(await source.contentOf('subscription-agreement')).toEqual(Buffer.from(content));
  for (const unknown of ['broken', '../subscription-agreement', 'two--hyphens', 'nothing', '']) {
    expect(await source.contentOf(unknown), unknown).toBeUndefined();
  }
});

test('a template that could not be looked at, for too many waited, is there with the next call', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'nda.pdf'), await samplePdf());
  let isBusy = true;
  const source = new TemplateFolder({
    folder,
    pdf: { check: (file) => (isBusy ? Promise.reject(new PdfBusy()) : pdf.check(file)) },
  });
  expect(await source.templates()).toEqual([]);
  isBusy = false;
  expect(await source.templates()).toMatchObject([{ templateId: 'nda', pages: 1 }]);
});

test('a folder that is not there makes the account unavailable', async () => {
  const source = new TemplateFolder({ folder: join(temporaryFolder(), 'nowhere'), pdf });
  await expect(source.templates()).rejects.toThrow(EsignUnavailable);
});

test('the sandbox has an agreement and an NDA, which say that they bind nobody', async () => {
  const source = new SandboxTemplates({ pdf });
  expect((await source.templates()).map(({ templateId }) => templateId)).toEqual([
    'example-subscription-agreement',
    'nda',
  ]);
  for (const { templateId, name } of await source.templates()) {
    const [page] = await textsOf((await source.contentOf(templateId))!);
    expect(page).toContain(name);
    expect(page?.join(' ')).toContain('It binds nobody.');
  }
  expect(await source.contentOf('constructor')).toBeUndefined();
});

test('the account has the templates of its sources, the first one of a name', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'nda.pdf'), await samplePdf({ pages: 3 }));
  const provider = new HostedSigning({
    sources: [new TemplateFolder({ folder, pdf }), new SandboxTemplates({ pdf })],
    linkTo: async (envelopeId) => `https://api.example.com/sign/${envelopeId}`,
  });
  expect((await provider.templates()).map(({ templateId, pages }) => [templateId, pages])).toEqual([
    ['example-subscription-agreement', 1],
    ['nda', 3],
  ]);
  expect(await textsOf((await provider.contentOf('nda'))!)).toHaveLength(3);
  expect(await provider.contentOf('unknown')).toBeUndefined();
  expect(await provider.signingUrl('one')).toBe('https://api.example.com/sign/one');
});
