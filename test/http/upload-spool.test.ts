import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type SpooledFiles, UploadSpool } from '../../src/http/body/upload-spool.ts';
import { ApiError } from '../../src/http/methods/status-codes.ts';
import { optional } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { method } from './methods.ts';
import {
  BODY_CREDENTIALS,
  call,
  client,
  heldUpload,
  OneClient,
  type Reply,
  spooledFiles,
  startHosts,
  type TestHosts,
} from './support.ts';

const BYTES_MAX = 300_000;

const LIMITS = { uploadedBytesMax: 400_000, uploadsPerClientAtOnce: 2, closingMs: 50 };

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
  hosts = await startHosts([upload], { uploadFolder: folder, limits: LIMITS });
});
afterEach(() => hosts.close());

function formOf(...sizes: readonly number[]): FormData {
  const form = new FormData();
  for (const [index, size] of sizes.entries()) form.append(`file${index}`, new File(['x'.repeat(size)], '../a'));
  return form;
}

/** Waits until nothing is in the spool: files are removed after the answer. */
async function emptied(): Promise<void> {
  while (existsSync(folder) && readdirSync(folder).length > 0) await new Promise((resolve) => setImmediate(resolve));
}

test('holds the files of a request until it is answered, under random names, only for its owner', async () => {
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

test('is emptied on opening and gone on closing', async () => {
  expect(existsSync(folder)).toBe(false);
  await call(`${hosts.url}/v3/upload`, formOf(5));
  expect(existsSync(folder)).toBe(true);
  await emptied();
  await hosts.close();
  expect(existsSync(folder)).toBe(false);
});

test.each([
  ['is refused by the method', new ApiError(404)],
  ['fails', new Error('as planned')],
])('is empty when a request %s', async (_case, error) => {
  fails = error;
  await call(`${hosts.url}/v3/upload`, formOf(5, 5));
  expect(seen).toHaveLength(2);
  await emptied();
});

test('is empty when the method is never reached', async () => {
  const tooLong = formOf(5);
  tooLong.append('title', 'too long');
  expect((await call(`${hosts.url}/v3/upload`, tooLong)).body.statusCode).toBe('106');
  const anonymous = await call(`${hosts.url}/v3/upload`, formOf(5), { headers: { authorization: undefined } });
  expect(anonymous.http).toBe(401);
  expect(seen).toEqual([]);
  await emptied();
});

test('takes a file of exactly the largest size, and no byte more', async () => {
  expect((await call(`${hosts.url}/v3/upload`, formOf(BYTES_MAX))).body.sizes).toEqual([BYTES_MAX]);
  // The two of them together would not fit into the spool.
  expect((await answerTo(BYTES_MAX + 1)).body['Error(s)']).toBe(
    `<br />file0&nbsp;&nbsp;: must not be larger than ${BYTES_MAX} bytes`,
  );
  await emptied();
});

test('refuses what does not fit into it, and takes it once there is room again', async () => {
  expect(await call(`${hosts.url}/v3/upload`, formOf(250_000, 200_000))).toMatchObject({ http: 429 });
  await emptied();
  // Twice, so that bytes which were not given back would show.
  for (let turn = 0; turn < 2; turn++) {
    expect((await answerTo(200_000, 200_000)).http).toBe(200);
    await emptied();
  }
});

/** The answer to an upload, once there is room: bytes are given back when the files that had them are gone. */
async function answerTo(...sizes: readonly number[]): Promise<Reply> {
  for (;;) {
    const reply = await call(`${hosts.url}/v3/upload`, formOf(...sizes));
    if (reply.http !== 429) return reply;
  }
}

/** A caller who sends half a file and then nothing; resolves when the spool has it, as the given one. */
async function halfAnUpload(count = 1): Promise<Socket> {
  const socket = await heldUpload(hosts, 'upload');
  await spooledFiles(folder, count);
  return socket;
}

test('is empty when the caller disconnects in the middle of a file', async () => {
  (await halfAnUpload()).destroy();
  await emptied();
  expect(seen).toEqual([]);
  expect((await answerTo(200_000, 200_000)).http).toBe(200);
});

test('does not keep the server from closing while a caller is stuck in the middle of a file', async () => {
  const socket = await halfAnUpload();
  // Not once(): a connection that is reset is closed, too.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.all([closed, hosts.v3.close()]);
  await emptied();
});

describe('before a byte is kept', () => {
  test('the caller is known: credentials in the body come before the files', async () => {
    const form = new FormData();
    form.append('file0', new File(['x'], 'a'));
    for (const [name, value] of Object.entries(BODY_CREDENTIALS)) form.append(name, value);
    const reply = await call(`${hosts.url}/v3/upload`, form, { headers: { authorization: undefined } });
    expect(reply).toMatchObject({
      http: 401,
      body: { statusCode: '103', 'Error(s)': 'clientID and developerAPIKey must come before the files' },
    });
    expect(existsSync(folder)).toBe(false);
  });

  test('the key is right', async () => {
    const form = new FormData();
    form.append('clientID', BODY_CREDENTIALS.clientID);
    form.append('developerAPIKey', 'wrong');
    form.append('file0', new File(['x'.repeat(100_000)], 'a'));
    const reply = await call(`${hosts.url}/v3/upload`, form, { headers: { authorization: undefined } });
    expect(reply).toMatchObject({ http: 401, body: { statusCode: '103' } });
    expect(existsSync(folder)).toBe(false);
  });

  test('the key may call the method, also where that takes a while to find out', async () => {
    for (const later of [false, true]) {
      const authenticator = new OneClient(client({ deniedMethods: new Set(['upload']) }), later);
      const denied = await startHosts([upload], { authenticator, uploadFolder: folder });
      const form = new FormData();
      for (const [name, value] of Object.entries(BODY_CREDENTIALS)) form.append(name, value);
      form.append('file0', new File(['x'.repeat(100_000)], 'a'));
      const reply = await call(`${denied.url}/v3/upload`, form, { headers: { authorization: undefined } });
      expect(reply.body.statusCode).toBe('111');
      expect((await call(`${denied.url}/v3/upload`, formOf(100_000))).body.statusCode).toBe('111');
      expect(existsSync(folder)).toBe(false);
      await denied.close();
    }
  });
});

test('is not begun for a caller who left while the credentials were looked up', async () => {
  const asked = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  const authenticate = async () => {
    asked.resolve();
    await known.promise;
    return client();
  };
  const limits = { ...LIMITS, uploadsPerClientAtOnce: 1 };
  const slow = await startHosts([upload], { authenticator: { authenticate }, uploadFolder: folder, limits });
  const socket = await heldUpload(slow, 'upload', BODY_CREDENTIALS, null);
  await asked.promise;
  socket.destroy();
  while (!slow.logs.some(({ method, http }) => method === 'upload' && http === 400)) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  known.resolve();
  expect((await call(`${slow.url}/v3/upload`, formOf(5))).http).toBe(200);
  await slow.close();
});

test('is not denied to others by one client that holds all it may', async () => {
  const held = [await halfAnUpload(1), await halfAnUpload(2)];
  expect(await call(`${hosts.url}/v3/upload`, formOf(5))).toMatchObject({
    http: 429,
    body: { statusCode: '429', statusDesc: 'The client has as many uploads under way as it may' },
  });
  for (const socket of held) socket.destroy();
  await emptied();
  expect((await answerTo(5)).http).toBe(200);
  const spool = new UploadSpool({ ...SPOOL, folder, requestsPerClientMax: 1 });
  const own = spool.begin('C1');
  expect(() => spool.begin('C1')).toThrow();
  await spool.begin('C2').discard();
  await own.discard();
  await spool.begin('C1').discard();
});

const SPOOL = {
  requestsMax: 8,
  requestsPerClientMax: 8,
  bytesMax: 1000,
  bytesPerClientMax: 500,
  reserveBytes: 0,
};
const ABOUT = { position: 0, field: 'file0', fileName: 'a', contentType: 'text/plain' };

/** Spools a file of that many bytes; what was thrown. */
async function spooled(files: SpooledFiles, bytes: number): Promise<unknown> {
  files.receive(Readable.from([Buffer.alloc(bytes)]), ABOUT, () => {});
  return await files.all().then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('holds a number of bytes of one client, and gives them back', async () => {
  const spool = new UploadSpool({ ...SPOOL, folder });
  for (let turn = 0; turn < 3; turn++) {
    const [first, second, other] = [spool.begin('C1'), spool.begin('C1'), spool.begin('C2')];
    expect(await spooled(first, 300)).toBeUndefined();
    expect(await spooled(second, 201)).toMatchObject({ statusCode: 429 });
    expect(await spooled(other, 500)).toBeUndefined();
    await Promise.all([first, second, other].map((files) => files.discard()));
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('leaves the reserve of the disk to others', async () => {
  let free = 1000;
  const spool = new UploadSpool({ ...SPOOL, folder, reserveBytes: 800, freeBytes: () => free });
  const files = spool.begin('C1');
  const statusDesc = 'Uploads are refused: the disk has too little free space';
  const refused = { statusCode: 503, options: { statusDesc }, headers: { 'retry-after': '60' } };
  expect(await spooled(files, 201)).toMatchObject(refused);
  await files.discard();
  const fits = spool.begin('C1');
  expect(await spooled(fits, 200)).toBeUndefined();
  await fits.discard();
  free = 799;
  expect(() => spool.begin('C1')).toThrow(expect.objectContaining(refused));
});

test('keeps no file that was given up while it was opened, or after', async () => {
  const spool = new UploadSpool({ ...SPOOL, folder });
  for (let turn = 0; turn < 20; turn++) {
    const files = spool.begin('C1');
    for (let file = 0; file < 4; file++) files.receive(new Readable({ read() {} }), ABOUT, () => {});
    await files.discard();
    files.receive(Readable.from([Buffer.alloc(10)]), ABOUT, () => {});
  }
  // What was still being opened is removed when that is done; afterwards nothing comes any more.
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), { timeout: 60_000, interval: 5 });
  for (let turn = 0; turn < 20; turn++) expect(await readdir(folder)).toEqual([]);
});
