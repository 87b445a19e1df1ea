import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { optional, text } from '../../src/http/parameters.ts';
import { ApiError } from '../../src/http/status-codes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { method } from './methods.ts';
import { call, HEADER, startHosts, type TestHosts } from './support.ts';

const BYTES_MAX = 300_000;

let folder: string;
let hosts: TestHosts;
/** What the method saw of the spool while it ran. */
let seen: { readonly name: string; readonly mode: number; readonly size: number }[];
let fails: Error | undefined;

const upload = method({
  name: 'upload',
  parameters: { title: optional(text({ maxLength: 5 })) },
  uploads: { filesMax: 2, bytesMax: BYTES_MAX, fields: { file0: 'a file', file1: 'another' } },
  handler: async ({ files = [] }) => {
    seen = readdirSync(folder).map((name) => {
      const { mode, size } = statSync(join(folder, name));
      return { name, mode: mode & 0o777, size };
    });
    if (fails) throw fails;
    return { fields: { sizes: files.map(({ size }) => size), hashes: files.map(({ sha256 }) => sha256) } };
  },
});

beforeEach(async () => {
  folder = join(temporaryFolder(), 'uploads');
  mkdirSync(folder);
  writeFileSync(join(folder, 'left-by-a-crash.upload'), 'x');
  seen = [];
  fails = undefined;
  hosts = await startHosts([upload], { uploadFolder: folder, limits: { uploadedBytesMax: 400_000, closingMs: 50 } });
});
afterEach(() => hosts.close());

function formOf(...sizes: readonly number[]): FormData {
  const form = new FormData();
  for (const [index, size] of sizes.entries()) form.append(`file${index}`, new File(['x'.repeat(size)], '../a'));
  return form;
}

/** Waits until nothing is in the spool: files are removed behind the answer. */
async function emptied(): Promise<void> {
  while (existsSync(folder) && readdirSync(folder).length > 0) await new Promise((resolve) => setImmediate(resolve));
}

it('holds the files of a request until it is answered, under names by chance, for its owner alone', async () => {
  const reply = await call(`${hosts.url}/v3/upload`, formOf(5, 70_000));
  expect(reply.body).toMatchObject({
    sizes: [5, 70_000],
    hashes: [5, 70_000].map((size) => createHash('sha256').update('x'.repeat(size)).digest('hex')),
  });
  expect(seen.map(({ size }) => size).sort()).toEqual([5, 70_000]);
  for (const { name, mode } of seen) {
    expect(name).toMatch(/^[0-9a-f]{32}\.upload$/);
    expect(mode).toBe(0o600);
  }
  await emptied();
});

it('is emptied on opening and gone on closing', async () => {
  expect(existsSync(folder)).toBe(false);
  await call(`${hosts.url}/v3/upload`, formOf(5));
  expect(existsSync(folder)).toBe(true);
  await emptied();
  await hosts.close();
  expect(existsSync(folder)).toBe(false);
});

it.each([
  ['is refused by the method', new ApiError(404)],
  ['fails', new Error('as planned')],
])('is empty when a request %s', async (_case, error) => {
  fails = error;
  await call(`${hosts.url}/v3/upload`, formOf(5, 5));
  expect(seen).toHaveLength(2);
  await emptied();
});

it('is empty when the method is never reached', async () => {
  const tooLong = formOf(5);
  tooLong.append('title', 'too long');
  expect((await call(`${hosts.url}/v3/upload`, tooLong)).body.statusCode).toBe('106');
  const anonymous = await call(`${hosts.url}/v3/upload`, formOf(5), { headers: { authorization: undefined } });
  expect(anonymous.http).toBe(401);
  expect(seen).toEqual([]);
  await emptied();
});

it('takes a file of exactly the largest size, and no byte more', async () => {
  expect((await call(`${hosts.url}/v3/upload`, formOf(BYTES_MAX))).body.sizes).toEqual([BYTES_MAX]);
  // The two of them together would not fit into the spool.
  await emptied();
  expect((await call(`${hosts.url}/v3/upload`, formOf(BYTES_MAX + 1))).body['Error(s)']).toBe(
    `<br />file0&nbsp;&nbsp;: must not be larger than ${BYTES_MAX} bytes`,
  );
  await emptied();
});

it('refuses what does not fit into it, and takes it once there is room again', async () => {
  expect(await call(`${hosts.url}/v3/upload`, formOf(250_000, 200_000))).toMatchObject({ http: 429 });
  await emptied();
  // Twice, so that bytes which were not given back would show.
  for (let turn = 0; turn < 2; turn++) {
    expect((await call(`${hosts.url}/v3/upload`, formOf(200_000, 200_000))).http).toBe(200);
    await emptied();
  }
});

/** A caller who sends half a file and then nothing; resolves when the spool has it. */
async function halfAnUpload(): Promise<Socket> {
  const socket = connect(hosts.port, '127.0.0.1');
  await once(socket, 'connect');
  const part = '--b\r\ncontent-disposition: form-data; name="file0"; filename="a"\r\n\r\n';
  socket.write(
    `POST /v3/upload HTTP/1.1\r\nhost: a\r\nauthorization: ${HEADER}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 200000\r\n\r\n${part}${'x'.repeat(50_000)}`,
  );
  while (!existsSync(folder) || readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve));
  return socket;
}

it('is empty when the caller goes away in the middle of a file', async () => {
  (await halfAnUpload()).destroy();
  await emptied();
  expect(seen).toEqual([]);
  expect((await call(`${hosts.url}/v3/upload`, formOf(200_000, 200_000))).http).toBe(200);
});

it('does not keep the server from closing while a caller is stuck in the middle of a file', async () => {
  const socket = await halfAnUpload();
  socket.on('error', () => {});
  await Promise.all([once(socket, 'close'), hosts.v3.close()]);
  await emptied();
});
