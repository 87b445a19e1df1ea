import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type SampleType, sample, sampleFile } from '../../support/sample-files.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

type Body = Record<string, unknown>;
type Item = Record<string, string>;

const MULTIPART = { encoding: 'multipart' } as const;

function upload(api: Api, body: Body, as = 'C1') {
  return api.call('POST', 'uploadAccountDocument', body, { ...MULTIPART, as });
}

/** One file of this type under this name. */
function one(accountId: string, type: SampleType = 'pdf', name = `sample.${type}`, size?: number): Body {
  return {
    accountId,
    documentTitle: 'documentTitle0=Passport',
    file_name: `filename0=${name}`,
    userfile0: sampleFile(type, name, size),
  };
}

async function documentsOf(api: Api, accountId: string, other: Body = {}): Promise<Item[]> {
  const fields = fieldsOf(await api.call('POST', 'getAccountDocument', { accountId, ...other }));
  return fields.document_details as Item[];
}

function shown(detail: string): string {
  return detail.replaceAll('&nbsp;', ' ').replaceAll('<br />', '\n').trim();
}

/** A fault, the call that has it, and the error of the response. */
const REFUSED: readonly (readonly [string, Body, string])[] = [
  [
    'a content that does not fit its name',
    one('', 'png', 'a.pdf'),
    'userfile0  : is a png file by its content, but is named .pdf',
  ],
  ['a type that is not taken', one('', 'docx'), 'userfile0  : must be one of pdf, jpg, jpeg, png, heic, heif, bmp'],
  [
    'a web page by the name of a picture',
    one('', 'html', 'a.png'),
    'userfile0  : must be one of pdf, jpg, jpeg, png, heic, heif, bmp',
  ],
  ['a program', one('', 'exe', 'a.pdf'), 'userfile0  : must be one of pdf, jpg, jpeg, png, heic, heif, bmp'],
  ['a file that is too small', one('', 'pdf', 'a.pdf', 999), 'userfile0  : must be at least 1000 bytes'],
  [
    'a name that is a path',
    one('', 'pdf', '../../etc/passwd'),
    'file_name  : part filename0 must be a name without folders',
  ],
  [
    'a name with folders of another system',
    one('', 'pdf', '..\\a.pdf'),
    'file_name  : part filename0 must be a name without folders',
  ],
  ['a name that is a folder', one('', 'pdf', '..'), 'file_name  : part filename0 must be a name without folders'],
  [
    'a name with an end of line',
    one('', 'pdf', 'a\r\nb.pdf'),
    'file_name  : part filename0 must not have control characters, or ones that turn the text around',
  ],
  [
    'a name that looks like that of a picture',
    one('', 'pdf', 'report\u202Egpj.pdf'),
    'file_name  : part filename0 must not have control characters, or ones that turn the text around',
  ],
  ...['<', '>', ':', '"', '*', '?', ';', '|'].map((mark): readonly [string, Body, string] => [
    `a name with ${mark}`,
    one('', 'pdf', `a${mark}b.pdf`),
    'file_name  : part filename0 must not have any of < > : " * ? ; |',
  ]),
  [
    'titles in another form',
    { ...one(''), documentTitle: 'Passport' },
    'documentTitle  : must be parts documentTitle<n>=<text> joined by &',
  ],
  [
    'a title without name and file',
    { ...one(''), documentTitle: 'documentTitle0=a&documentTitle1=b' },
    'file_name  : lacks the part filename1\nuserfile1  : Missing',
  ],
  [
    'a name without title',
    { ...one(''), file_name: 'filename0=a.pdf&filename2=b.pdf' },
    'documentTitle  : lacks the part documentTitle2',
  ],
  ['a file without title', { ...one(''), userfile3: sampleFile('pdf') }, 'userfile3  : has no title'],
  ['no file', { documentTitle: 'documentTitle0=a', file_name: 'filename0=a.pdf' }, 'userfile0  : Missing'],
  ['nothing', {}, 'documentTitle  : Missing\nfile_name  : Missing'],
];

describeOnEachDatabase('the documents of an account', (open) => {
  test('are uploaded, shown newest first with links that download them, and deleted', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    const answer = await upload(api, {
      accountId,
      documentTitle: 'documentTitle0=Passport & visa&documentTitle1=Photo',
      file_name: 'filename0=Pass (1).pdf&filename1=photo',
      userfile0: sampleFile('pdf', 'whatever.bin'),
      userfile1: sampleFile('jpg', 'C:\\temp\\x.jpg', 3000),
      createdIpAddress: '192.0.2.1',
    });
    expect(fieldsOf(answer)).toEqual({ document_details: 'Documents uploaded successfully' });
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'uploadAccountDocument', fields: { accountId } }]);

    const [photo, passport] = await documentsOf(api, accountId);
    expect(photo).toEqual({
      id: '10002',
      accountId,
      documentid: expect.stringMatching(/^[2-9a-z]{10}$/),
      documentTitle: 'Photo',
      documentFileName: 'photo',
      documentFileReferenceCode: '10002',
      createdDate: '2030-01-02 03:04:05',
      documentUrl: expect.stringContaining('/v3/documents/download?'),
    });
    expect(passport).toMatchObject({ id: '10001', documentTitle: 'Passport & visa', documentFileName: 'Pass (1).pdf' });

    const response = await fetch(passport!.documentUrl!);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sample('pdf'));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '2000',
      'content-disposition': 'attachment; filename="Pass (1).pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    const image = await fetch(photo!.documentUrl!, { method: 'HEAD' });
    expect(image.headers.get('content-disposition')).toBe('attachment; filename=photo.jpg');
    expect(image.headers.get('content-length')).toBe('3000');

    const { documentid: documentId } = passport!;
    expect(await documentsOf(api, accountId, { documentId })).toEqual([passport]);
    const deleted = await api.call('POST', 'deleteAccountDocument', { accountId, documentId });
    expect(fieldsOf(deleted)).toEqual({ document_details: 'document deleted successfully' });
    expect((await documentsOf(api, accountId)).map(({ id }) => id)).toEqual(['10002']);
    errorOf(await api.call('POST', 'getAccountDocument', { accountId, documentId }), '404');
    errorOf(await api.call('POST', 'deleteAccountDocument', { accountId, documentId }), '404');
    // Deletes are virtual: the file is kept for a time, but links that were given out give it no more.
    expect(api.storage.kept()).toHaveLength(2);
    expect((await fetch(passport!.documentUrl!)).status).toBe(404);
    expect((await fetch(photo!.documentUrl!)).status).toBe(200);
    expect(api.fired).toHaveLength(1);
  });

  test('can be of five types', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    for (const [type, name] of [
      ['pdf', 'a.PDF'],
      ['jpg', 'b.jpeg'],
      ['png', 'c.png'],
      ['heic', 'd.heic'],
      ['bmp', 'e.bmp'],
    ] as const) {
      expect(fieldsOf(await upload(api, one(accountId, type, name)))).toEqual({
        document_details: 'Document uploaded successfully',
      });
    }
    expect(await documentsOf(api, accountId)).toHaveLength(5);
  });

  test('are refused when anything is wrong, with the name of the field, and nothing is kept', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    for (const [problem, body, detail] of REFUSED) {
      expect(shown(errorOf(await upload(api, { ...body, accountId }), '106')), problem).toBe(detail);
    }
    errorOf(await api.call('POST', 'getAccountDocument', { accountId }), '404');
    expect(api.storage.kept()).toEqual([]);
    expect(api.fired).toEqual([]);
  });

  test('are refused when they are sent twice, or one of several is wrong', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    const several = {
      ...one(accountId),
      documentTitle: 'documentTitle0=a&documentTitle1=b',
      file_name: 'filename0=a.pdf&filename1=b.pdf',
      userfile1: sampleFile('exe', 'b.pdf'),
    };
    expect(shown(errorOf(await upload(api, several), '106'))).toMatch(/^userfile1 {2}: must be one of/);
    const twice = [sampleFile('pdf'), sampleFile('pdf')];
    expect(shown(errorOf(await upload(api, { ...one(accountId), userfile0: twice }), '106'))).toBe(
      'userfile0  : must not be there twice',
    );
    expect(api.storage.kept()).toEqual([]);
  });

  test('need files: JSON and plain forms get an error that names the missing part', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    const { userfile0: _, ...fields } = one(accountId);
    for (const encoding of ENCODINGS) {
      const answer = await api.call('POST', 'uploadAccountDocument', fields, { encoding });
      expect(shown(errorOf(answer, '106')), encoding).toBe('userfile0  : Missing');
    }
  });

  test('are read and deleted in every encoding', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    for (const encoding of [...ENCODINGS, 'multipart'] as const) {
      fieldsOf(await upload(api, one(accountId)));
      const read = fieldsOf(await api.call('POST', 'getAccountDocument', { accountId }, { encoding }));
      const [{ documentid: documentId }] = read.document_details as [Item];
      fieldsOf(await api.call('POST', 'deleteAccountDocument', { accountId, documentId }, { encoding }));
    }
    for (const method of ['getAccountDocument', 'deleteAccountDocument']) {
      expect(errorOf(await api.call('POST', method, {}), '106')).toContain('accountId');
      errorOf(await api.call('POST', method, { accountId, documentId: 'unknown' }), '404');
    }
  });

  test('are only the client’s: a foreign account or document answers like an unknown one', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const [own, second, foreign] = [await anAccount(api), await anAccount(api), await anAccount(api, 'C2')];
    fieldsOf(await upload(api, one(own)));
    fieldsOf(await upload(api, one(foreign), 'C2'));
    const [{ documentid: documentId }] = (await documentsOf(api, own)) as [Item];
    for (const accountId of [foreign, 'A99999999', 'nonsense', "' or 1=1"]) {
      errorOf(await upload(api, one(accountId)), '148');
      errorOf(await api.call('POST', 'getAccountDocument', { accountId }), '148');
      errorOf(await api.call('POST', 'deleteAccountDocument', { accountId, documentId }), '148');
    }
    // A document belongs to one account only.
    errorOf(await api.call('POST', 'getAccountDocument', { accountId: second, documentId }), '404');
    errorOf(await api.call('POST', 'deleteAccountDocument', { accountId: second, documentId }), '404');
    errorOf(await api.call('POST', 'deleteAccountDocument', { accountId: foreign, documentId }, { as: 'C2' }), '404');
    expect(await documentsOf(api, own)).toHaveLength(1);
    expect(api.storage.kept()).toHaveLength(2);
  });

  test('are kept under random names, whatever they are called', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    const body = { ...one(accountId, 'pdf', 'passwd'), userfile0: sampleFile('pdf', '../../../etc/passwd') };
    fieldsOf(await upload(api, body));
    expect(readdirSync(api.storage.folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect((await documentsOf(api, accountId))[0]).toMatchObject({ documentFileName: 'passwd' });
  });
});
