import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { documentsModule } from '../../../src/modules/documents/index.ts';
import { PdfWorkshop } from '../../../src/providers/pdf/index.ts';
import { systemTimers } from '../../../src/time/timers.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { sampleFile } from '../../support/sample-files.ts';
import { samplePdfFile, textsOf } from '../../support/sample-pdf.ts';
import { type Api, errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer, anOffering } from '../shared/records.ts';

const pdf = new PdfWorkshop({ timers: systemTimers });
afterAll(() => pdf.close());

interface Shown {
  readonly documentId: string;
  readonly documentURL: string;
  readonly url: string;
}

const ONE = { documentTitle: 'documentTitle0=Prospectus', file_name: 'filename0=prospectus.pdf' };

const TABLE = { documentTitle: 'documentTitle0=Table', file_name: 'filename0=table.xls' };

async function contentOf(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

describeOnEachDatabase('documents of an offering', (open) => {
  const start = async () => {
    const database = await open();
    const api = await startApi(database, [(deps) => documentsModule({ ...deps, pdf })]);
    const offering = await anOffering(database.db, 'C1', await anIssuer(database.db, 'C1'));
    const offeringId = String(offering.offering_id);
    const add = (fields: object) =>
      api.call(
        'POST',
        'addDocumentsforOffering',
        { offeringId, documentFileReferenceCode: '77', ...ONE, ...fields },
        {
          encoding: 'multipart',
        },
      );
    return { api, offeringId, add };
  };
  const listed = async (api: Api, offeringId: string) =>
    fieldsOf(await api.call('POST', 'getDocumentsforOffering', { offeringId })).document_details as Shown[];

  test('get its watermark on every page, and are read with what was said of them', async () => {
    const { api, offeringId, add } = await start();
    const details = { templateName: 'Series A', approval: 'yes', supervisorname: 'First Last', date: '01-31-2030' };
    const { document_details } = fieldsOf(
      await add({ userfile0: await samplePdfFile('a.pdf', { pages: 2 }), ...details }),
    );
    const [added] = document_details as Shown[];
    expect(added).toMatchObject({
      offeringId,
      documentId: expect.stringMatching(/^[0-9]+$/),
      documentReferenceCode: '77',
    });
    const texts = await textsOf(await contentOf(added!.documentURL));
    expect(texts.map((page) => page.includes('confidential'))).toEqual([true, true]);
    expect(await listed(api, offeringId)).toMatchObject([
      {
        documentTitle: 'Prospectus',
        documentId: added?.documentId,
        templateName: 'Series A',
        documentFileReferenceCode: '77',
        documentName: 'prospectus.pdf',
        createdDate: '2030-01-02 03:04:05',
      },
    ]);
    const [row] = await api.database.db.selectFrom('offering_documents').selectAll().execute();
    expect(row).toMatchObject({ approval: 'Yes', supervisor_name: 'First Last', approval_date: '2030-01-31' });
    expect(row?.stamped_text).toBe('confidential');
    expect(api.fired).toEqual([]);
  });

  test('that are no PDF stay as they are; the hash of what was uploaded is kept', async () => {
    const { api, offeringId, add } = await start();
    const table = sampleFile('xls', 'table.xls');
    const two = {
      documentTitle: 'documentTitle0=Table&documentTitle1=Text',
      file_name: 'filename0=table.xls&filename1=text.docx',
    };
    fieldsOf(await add({ ...two, userfile0: table, userfile1: sampleFile('docx') }));
    const [, shown] = await listed(api, offeringId);
    const content = await contentOf(shown!.url);
    expect(content).toEqual(new Uint8Array(await table.arrayBuffer()));
    const rows = await api.database.db
      .selectFrom('offering_documents')
      .selectAll()
      .orderBy('document_number')
      .execute();
    expect(rows[0]?.original_sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(rows[0]?.stamped_text).toBeNull();
  });

  test('are refused with the name of the file that cannot be read; nothing is kept', async () => {
    const { api, offeringId, add } = await start();
    const two = { documentTitle: 'documentTitle3=A&documentTitle5=B', file_name: 'filename3=a&filename5=b' };
    const broken = new File(['%PDF-1.4\n1 0 obj\nnothing of a document'], 'b.pdf');
    const error = errorOf(await add({ ...two, userfile3: await samplePdfFile(), userfile5: broken }), '106');
    expect(error).toContain('userfile5');
    expect(error).toContain('is not a PDF that can be read');
    expect(errorOf(await add({ userfile0: sampleFile('png') }), '106')).toContain('must be one of pdf, xls, docx');
    const noObject = new File(['%PDF-1.4\nnothing of a document'], 'a.pdf');
    expect(errorOf(await add({ userfile0: noObject }), '106')).toContain('must be one of pdf, xls, docx');
    expect(errorOf(await add({ documentFileReferenceCode: 'seven' }), '106')).toContain('must be a number');
    expect(errorOf(await api.call('POST', 'getDocumentsforOffering', { offeringId }), '404')).toBe('');
    expect(api.storage.kept()).toEqual([]);
  });

  test('are added once for an Idempotency-Key', async () => {
    const { api, offeringId } = await start();
    const sent = { offeringId, documentFileReferenceCode: '77', ...TABLE };
    const add = async () => {
      const body = { ...sent, userfile0: sampleFile('xls', 'table.xls') };
      const options = { encoding: 'multipart', headers: { 'idempotency-key': 'one' } } as const;
      return fieldsOf(await api.call('POST', 'addDocumentsforOffering', body, options));
    };
    expect(await add()).toEqual(await add());
    expect(api.wasReplayed).toBe(true);
    expect(await listed(api, offeringId)).toHaveLength(1);
  });

  test('are seen with all that is theirs or not at all; what a failure left goes at the next start', async () => {
    const { api, offeringId, add } = await start();
    const table = { ...TABLE, userfile0: sampleFile('xls', 'table.xls') };
    const [{ documentId }] = fieldsOf(await add(table)).document_details as [Shown];
    const { documents } = api.storage;
    const show = documents.show.bind(documents);
    documents.show = async (...shown) => {
      await show(...shown);
      throw new Error('as planned');
    };
    expect((await add(table)).http).toBe(500);
    expect(await listed(api, offeringId)).toMatchObject([{ documentId }]);
    expect(api.storage.kept()).toHaveLength(2);
    api.nowUs += 1;
    await api.storage.documents.removeUnfinished();
    expect(api.storage.kept()).toHaveLength(1);
    expect(await listed(api, offeringId)).toMatchObject([{ documentId }]);
  });

  test('are changed: title and reference, and the file where one is sent', async () => {
    const { api, offeringId, add } = await start();
    const { document_details } = fieldsOf(await add({ userfile0: await samplePdfFile() }));
    const [{ documentId, documentURL }] = document_details as [Shown];
    const changes = { documentId, offeringId, documentTitle: 'Another', documentFileReferenceCode: '78' };
    const file = await samplePdfFile('new.pdf', { text: 'a new text' });
    const changed = await api.call(
      'POST',
      'updateOfferingDocument',
      { ...changes, userfile0: file },
      { encoding: 'multipart' },
    );
    const [shown] = fieldsOf(changed).document_details as [Shown];
    expect(shown).toMatchObject({ offeringId, documentId, documentTitle: 'Another' });
    expect(await textsOf(await contentOf(shown.documentURL))).toEqual([['a new text 1', 'confidential']]);
    expect((await fetch(documentURL)).status).toBe(404);
    // The file that it had is removed in its time.
    expect(api.storage.kept()).toHaveLength(2);
    await api.storage.documents.removeDeleted(0);
    expect(api.storage.kept()).toHaveLength(1);
    fieldsOf(await api.call('POST', 'updateOfferingDocument', { ...changes, documentTitle: 'A third' }));
    expect(await listed(api, offeringId)).toMatchObject([
      { documentId, documentTitle: 'A third', documentName: 'new.pdf', documentFileReferenceCode: '78' },
    ]);
  });

  test('are deleted, and links to them end', async () => {
    const { api, offeringId, add } = await start();
    const { document_details } = fieldsOf(await add({ userfile0: await samplePdfFile() }));
    const [{ documentId, documentURL }] = document_details as [Shown];
    expect(errorOf(await api.call('POST', 'deleteDocumentsforOffering', { documentId }, { as: 'C2' }), '404')).toBe('');
    const { document_details: said } = fieldsOf(await api.call('POST', 'deleteDocumentsforOffering', { documentId }));
    expect(said).toBe('document deleted successfully');
    expect((await fetch(documentURL)).status).toBe(404);
    for (const method of ['deleteDocumentsforOffering', 'updateOfferingDocument']) {
      const fields = { documentId, offeringId, documentTitle: 'a', documentFileReferenceCode: '1' };
      expect(errorOf(await api.call('POST', method, fields), '404'), method).toBe('');
    }
  });
});
