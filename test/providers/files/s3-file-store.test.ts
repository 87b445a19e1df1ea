import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createConnectionServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { FileStoreFailed, newFileKey, S3FileStore, type S3Settings } from '../../../src/providers/files/index.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { factsOf, fileOf } from './stores.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function settingsOfServer(checksSignatures = true): Promise<S3Settings> {
  const server = await startS3Server(temporaryFolder(), checksSignatures);
  opened.push(server);
  return server.settings;
}

function storeWith(settings: S3Settings): S3FileStore {
  const store = new S3FileStore(settings);
  opened.push(store);
  return store;
}

async function keep(store: S3FileStore, content: Buffer): Promise<string> {
  const key = newFileKey();
  await store.put(key, fileOf(content), factsOf(content));
  return key;
}

const PDF = { fileName: 'passport.pdf', contentType: 'application/pdf' };

describe('the links of an S3-compatible store', () => {
  test('give the file as a download to whoever has them, for as long as was set', async () => {
    const store = storeWith(await settingsOfServer());
    const content = randomBytes(3000);
    const url = await store.link(await keep(store, content), PDF);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=passport.pdf');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('cache-control')).toContain('private');
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
  });

  test('save it under any name', async () => {
    const store = storeWith(await settingsOfServer(false));
    const url = await store.link(await keep(store, randomBytes(10)), { ...PDF, fileName: 'Paß "é".pdf' });
    expect((await fetch(url)).headers.get('content-disposition')).toBe(
      `attachment; filename="Pa? \\"?\\".pdf"; filename*=UTF-8''Pa%C3%9F%20%22%C3%A9%22.pdf`,
    );
  });

  test('are refused when they were changed', async () => {
    const store = storeWith(await settingsOfServer());
    const [first, second] = [await keep(store, randomBytes(10)), await keep(store, randomBytes(10))];
    const url = await store.link(first, PDF);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace(first, second))).status).toBe(403);
    expect((await fetch(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).status).toBe(403);
  });
});

describe('a store that fails', () => {
  async function failureOf(settings: S3Settings): Promise<Error> {
    const failure: unknown = await keep(storeWith(settings), randomBytes(2000)).catch((error) => error);
    expect(failure).toBeInstanceOf(FileStoreFailed);
    return failure as Error;
  }

  test('says what the operator must look at and nothing of its secrets', async () => {
    const settings = await settingsOfServer();
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'not-to-be-seen' };
    const failure = await failureOf({ ...settings, credentials });
    expect(failure.message).toBe('could not write to the document store: SignatureDoesNotMatch, HTTP 403');
    expect(JSON.stringify([failure, { ...failure }, failure.stack, failure.cause])).not.toContain('not-to-be-seen');
    expect((await failureOf({ ...settings, bucket: 'another-bucket' })).message).toContain('NoSuchBucket, HTTP 404');
    expect((await failureOf({ ...settings, endpoint: 'http://127.0.0.1:1' })).message).toContain('ECONNREFUSED');
  });

  test('is not asked for a file that is gone, and left when one cannot be read', async () => {
    const store = storeWith(await settingsOfServer());
    const facts = factsOf(Buffer.from('gone'));
    const folder = temporaryFolder();
    await expect(store.put(newFileKey(), { path: join(folder, 'gone') }, facts)).rejects.toThrow('ENOENT');
    await expect(store.put(newFileKey(), { path: folder }, facts)).rejects.toThrow(FileStoreFailed);
  });

  test('is found out by its check', async () => {
    const settings = await settingsOfServer();
    await expect(storeWith(settings).check()).resolves.toBeUndefined();
    await expect(storeWith({ ...settings, bucket: 'another-bucket' }).check()).rejects.toThrow(FileStoreFailed);
  });
});

describe('a service that is silent', () => {
  /** Takes connections, reads nothing and never answers. */
  async function silentService() {
    const sockets: Socket[] = [];
    const service = createConnectionServer((socket) => sockets.push(socket.on('error', () => {})));
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    const close = async () => {
      for (const socket of sockets) socket.destroy();
      service.close();
    };
    opened.push({ close });
    const { port } = service.address() as AddressInfo;
    return { service, settings: { ...(await settingsOfServer()), endpoint: `http://127.0.0.1:${port}` } };
  }

  test('is given up in time, and its upload is freed', async () => {
    const { settings } = await silentService();
    const store = storeWith({ ...settings, silenceTimeoutMs: 50 });
    // More than the system takes over for a connection.
    const content = Buffer.alloc(16 * 1024 * 1024);
    const file = fileOf(content);
    // Linux lists the open files.
    const isOpen = () => openFiles().includes(file.path);
    const failing = expect(store.put(newFileKey(), file, factsOf(content))).rejects.toThrow(FileStoreFailed);
    if (process.platform === 'linux') await expect.poll(isOpen, { interval: 1 }).toBe(true);
    await failing;
    if (process.platform === 'linux') await expect.poll(isOpen).toBe(false);
    await expect(store.get(newFileKey())).rejects.toThrow('could not read from the document store: TimeoutError');
  });

  test('does not delay a stop: requests under way end on demand', async () => {
    const { service, settings } = await silentService();
    const store = storeWith({ ...settings, silenceTimeoutMs: 1e9 });
    const content = randomBytes(2000);
    const connected = once(service, 'connection');
    const failing = expect(store.put(newFileKey(), fileOf(content), factsOf(content))).rejects.toThrow(FileStoreFailed);
    await connected;
    store.endAllAfter(0);
    await failing;
    await expect(store.delete(newFileKey())).rejects.toThrow(FileStoreFailed);
  });
});

/** Paths of the files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

describe('a request that stores a file', () => {
  test('says length and checksum in the form that every compatible service reads', async () => {
    let received: IncomingHttpHeaders = {};
    const server = createServer((request, response) => {
      received = request.headers;
      request.resume().on('end', () => response.end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push({ close: async () => void server.close().closeAllConnections() });
    const { port } = server.address() as AddressInfo;
    const store = storeWith({ ...(await settingsOfServer()), endpoint: `http://127.0.0.1:${port}` });
    const content = randomBytes(70_000);
    await keep(store, content);
    expect(received).toMatchObject({
      'content-length': '70000',
      'content-type': 'application/pdf',
      'x-amz-checksum-sha256': Buffer.from(factsOf(content).sha256, 'hex').toString('base64'),
    });
    expect(received['content-encoding']).toBeUndefined();
    expect(received['x-amz-trailer']).toBeUndefined();
  });
});
