/** Documents with the real server: uploaded, kept through a crash, and downloaded with a link of before the crash. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../support/database.ts';
import { sample, sampleFile } from '../support/sample-files.ts';
import { databaseSetting } from './support/database-setting.ts';
import { authorizationOf, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

interface Shown {
  readonly documentUrl: string;
}

async function upload(server: ServerProcess, accountId: string): Promise<unknown> {
  const form = new FormData();
  form.append('accountId', accountId);
  form.append('documentTitle', 'documentTitle0=Passport');
  form.append('file_name', 'filename0=passport.pdf');
  form.append('userfile0', sampleFile('pdf'));
  const response = await fetch(`${server.addresses.api}/v3/uploadAccountDocument`, {
    method: 'POST',
    headers: { authorization: authorizationOf(server.client) },
    body: form,
  });
  return response.json();
}

async function linkTo(server: ServerProcess, accountId: string): Promise<string> {
  const { document_details } = await mustCall(server, 'getAccountDocument', { accountId });
  return (document_details as Shown[])[0]!.documentUrl;
}

describeOnEachDatabase('documents', (databases) => {
  test('outlive a crash, and so do the links to them', async () => {
    const { url } = await databases.location();
    const settings = databaseSetting(url);
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const demo = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')) as { accountId: string };
    expect(await upload(server, demo.accountId)).toMatchObject({ statusCode: '101' });
    const link = await linkTo(server, demo.accountId);
    expect(link.startsWith(`${server.addresses.api}/v3/documents/download?`)).toBe(true);
    expect(Buffer.from(await (await fetch(link)).arrayBuffer())).toEqual(sample('pdf'));

    const documents = join(server.dataDir, 'documents');
    expect(statSync(documents).mode & 0o777).toBe(0o700);
    expect(readdirSync(documents).map((name) => statSync(join(documents, name)).mode & 0o777)).toEqual([0o600]);
    expect(server.stdout).not.toContain(new URL(link).searchParams.get('signature'));

    await server.kill();
    // An unfinished upload's file.
    const uploads = join(server.dataDir, 'uploads');
    mkdirSync(uploads, { recursive: true });
    writeFileSync(join(uploads, 'half.upload'), 'half');
    const again = await server.restart({ settings: { ...settings, PUBLIC_URL: 'https://api.example.com/' } });
    const moved = new URL(link);
    moved.host = new URL(again.addresses.api).host;
    expect(Buffer.from(await (await fetch(moved)).arrayBuffer())).toEqual(sample('pdf'));
    expect(await linkTo(again, demo.accountId)).toMatch(/^https:\/\/api\.example\.com\/v3\/documents\/download\?/);
    expect(() => readdirSync(uploads)).toThrow('ENOENT');
    expect(await again.stop()).toBe(0);
  });
});
