import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { sampleFile } from '../../support/sample-files.ts';
import { anAccount } from './accounts.ts';
import { type Api, fieldsOf, startApi } from './api.ts';
import { LINK_SECONDS } from './document-storage.ts';

async function aLink(api: Api): Promise<string> {
  const accountId = await anAccount(api);
  const body = {
    accountId,
    documentTitle: 'documentTitle0=Passport',
    file_name: 'filename0=passport.pdf',
    userfile0: sampleFile('pdf'),
  };
  fieldsOf(await api.call('POST', 'uploadAccountDocument', body, { encoding: 'multipart' }));
  const { document_details } = fieldsOf(await api.call('POST', 'getAccountDocument', { accountId }));
  return (document_details as { documentUrl: string }[])[0]!.documentUrl;
}

async function refusalOf(url: string): Promise<{ http: number; statusCode: unknown }> {
  const response = await fetch(url);
  const { statusCode } = (await response.json()) as { statusCode: unknown };
  return { http: response.status, statusCode };
}

const REFUSED = { http: 403, statusCode: '102' };

describeOnEachDatabase('a download', (open) => {
  test('ends with its link', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const url = await aLink(api);
    api.nowUs += (LINK_SECONDS - 1) * 1_000_000;
    expect((await fetch(url)).status).toBe(200);
    api.nowUs += 1_000_000;
    expect(await refusalOf(url)).toEqual(REFUSED);
  });

  test('is refused for a link that was changed', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const [url, other] = [await aLink(api), await aLink(api)];
    const keyOf = (link: string) => new URL(link).searchParams.get('key')!;
    expect(await refusalOf(url.replace(keyOf(url), keyOf(other)))).toEqual(REFUSED);
    expect(await refusalOf(url.replace('passport.pdf', 'passport.exe'))).toEqual(REFUSED);
    expect(await refusalOf(url.replace('application%2Fpdf', 'text%2Fhtml'))).toEqual(REFUSED);
    expect(await refusalOf(url.replace(/expires=\d+/, 'expires=9999999999'))).toEqual(REFUSED);
    expect(await refusalOf(url.replace(/signature=[^&]+/, 'signature='))).toEqual(REFUSED);
    expect(await refusalOf(`${url.slice(0, url.indexOf('?'))}?key=../../../etc/passwd`)).toEqual(REFUSED);
    expect(await refusalOf(url.slice(0, url.indexOf('?')))).toEqual(REFUSED);
  });

  test('of a file that is gone is not found', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const url = await aLink(api);
    rmSync(join(api.storage.folder, new URL(url).searchParams.get('key')!));
    expect(await refusalOf(url)).toEqual({ http: 404, statusCode: '404' });
  });

  test('is only for reading', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const url = await aLink(api);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await fetch(url, { method })).status, method).toBe(405);
    }
    expect((await fetch(url)).status).toBe(200);
  });
});
