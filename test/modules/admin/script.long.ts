import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mainDatabaseFile } from '../../../src/database/files.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { administer } from './fixture.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/admin.ts', import.meta.url));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function admin(args: readonly string[], dataDir: string): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (failure, out, error) => {
      resolve({ code: failure === null ? 0 : Number(failure.code), out, error });
    });
  });
}

/** A server that keeps what it was asked and gives one answer. */
async function server(answer: unknown): Promise<{ url: string; asked: { request: IncomingMessage; body: unknown }[] }> {
  const asked: { request: IncomingMessage; body: unknown }[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ request, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked };
}

async function folderWithOperator(): Promise<string> {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'sandbox-operator.json'), '{"clientID":"C00000001","developerAPIKey":"the-key"}');
  return folder;
}

describe('npm run admin', () => {
  test("calls the method with the operator's credentials and shows the answer", async () => {
    const { url, asked } = await server({ statusCode: '101', statusDesc: 'Ok', client: { clientId: 'C12345678' } });
    const ended = await admin(['create-client', '--name', 'Example', '--url', url], await folderWithOperator());
    expect(ended).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(ended.out)).toEqual({ client: { clientId: 'C12345678' } });
    expect(asked).toHaveLength(1);
    expect(asked[0]!.request.method).toBe('POST');
    expect(asked[0]!.request.url).toBe('/v3/admin/createClient');
    expect(asked[0]!.request.headers.authorization).toBe('Bearer C00000001:the-key');
    expect(asked[0]!.body).toEqual({ name: 'Example' });
  });

  test('sends lists and flags as the methods want them', async () => {
    const { url, asked } = await server({ statusCode: '101', statusDesc: 'Ok' });
    const folder = await folderWithOperator();
    await admin(['grant-scopes', '--key', 'K1', '--scopes', 'account.read, link.read', '--url', url], folder);
    await admin(['grant-fields', '--key', 'K1', '--fields', '*', '--url', url], folder);
    await admin(['deny-methods', '--key', 'K1', '--methods', '', '--url', url], folder);
    await admin(['create-key', '--client', 'C1', '--master', '--url', url], folder);
    expect(asked.map(({ body }) => body)).toEqual([
      { keyId: 'K1', scopes: ['account.read', 'link.read'] },
      { keyId: 'K1', fieldPermissions: ['*'] },
      { keyId: 'K1', deniedMethods: [] },
      { clientId: 'C1', master: 'Yes' },
    ]);
  });

  test('says why a call was refused', async () => {
    const { url } = await server({
      statusCode: '190',
      statusDesc: 'Not now',
      'Error(s)': 'The client has 2 active keys',
    });
    const ended = await admin(['create-key', '--client', 'C1', '--url', url], await folderWithOperator());
    expect(ended).toEqual({
      code: 1,
      out: '',
      error: 'createApiKey was refused: 190 Not now: The client has 2 active keys\n',
    });
  });

  test('says what is wrong with its arguments, its credentials and the server', async () => {
    const folder = temporaryFolder();
    const withOperator = await folderWithOperator();
    const { url } = await server('<html>');
    const problems: [string[], string, RegExp][] = [
      [['make-tea'], folder, /^There is no command make-tea/],
      [['toString'], folder, /^There is no command toString/],
      [['create-client'], folder, /^--name is missing/],
      [['create-client', '--nmae', 'x'], folder, /--nmae/],
      [['clients'], folder, /^The credentials cannot be read from .*sandbox-operator\.json/],
      [['clients', '--url', url], withOperator, /is not of this API/],
      [['clients', '--url', 'http://127.0.0.1:9'], withOperator, /^No answer from http:\/\/127\.0\.0\.1:9/],
    ];
    const ended = await Promise.all(problems.map(([args, dataDir]) => admin(args, dataDir)));
    for (const [index, { code, error }] of ended.entries()) {
      expect(error).toMatch(problems[index]![2]);
      expect(error.split('\n')).toHaveLength(2);
      expect(code).toBe(1);
    }
  });

  test('explains itself', async () => {
    const folder = temporaryFolder();
    const { out, code } = await admin(['--help'], folder);
    expect(code).toBe(0);
    for (const command of ['create-client', 'revoke-key', 'grant-scopes', 'create-webhook', 'bootstrap-operator']) {
      expect(out).toContain(command);
    }
    expect((await admin(['create-key', '--help'], folder)).out).toBe(out);
  });

  test('makes an operator in the database itself', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'operator.json');
    const ended = await admin(['bootstrap-operator', '--out', file], folder);
    expect(ended).toMatchObject({ code: 0, error: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    const { clientID, developerAPIKey } = JSON.parse(text) as Record<string, string>;
    expect(ended.out).not.toContain(developerAPIKey);
    const database = await openDatabase({ file: mainDatabaseFile(folder) });
    onTestFinished(() => database.close());
    const { directory } = administer(database).administration;
    expect(await directory.authenticate(clientID!, developerAPIKey!)).toMatchObject({ master: true, name: 'Operator' });
  });
});
