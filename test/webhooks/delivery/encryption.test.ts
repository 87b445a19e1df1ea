import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decryptParams, encryptForm } from '../../../src/webhooks/delivery/encryption.ts';

const key = randomBytes(32);
const paramsOf = (body: string): string => new URLSearchParams(body).get('params') ?? '';

describe('encrypted bodies', () => {
  test('are one field params that decrypts to the form', () => {
    const body = encryptForm('tradeId=1&name=Zo%C3%AB', key);
    expect(body).toMatch(/^params=[A-Za-z0-9_-]+$/);
    expect(decryptParams(paramsOf(body), key)).toBe('tradeId=1&name=Zo%C3%AB');
    expect(decryptParams(paramsOf(encryptForm('', key)), key)).toBe('');
  });

  test('have version, nonce, ciphertext and tag, and a fresh nonce each', () => {
    const [one, two] = [encryptForm('a=1', key), encryptForm('a=1', key)].map((body) =>
      Buffer.from(paramsOf(body), 'base64url'),
    );
    expect(one?.length).toBe(1 + 12 + 3 + 16);
    expect(one?.[0]).toBe(1);
    expect(one?.subarray(1, 13)).not.toEqual(two?.subarray(1, 13));
  });

  test('are refused when any byte, the key or the version differs', () => {
    const sealed = Buffer.from(paramsOf(encryptForm('a=1', key)), 'base64url');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => decryptParams(changed.toString('base64url'), key), `byte ${index}`).toThrow();
    }
    expect(() => decryptParams(sealed.toString('base64url'), randomBytes(32))).toThrow();
    expect(() => decryptParams(sealed.subarray(0, 28).toString('base64url'), key)).toThrow('too short');
  });

  test('need a key of 32 bytes', () => {
    expect(() => encryptForm('a=1', randomBytes(16))).toThrow(RangeError);
    expect(() => decryptParams('AQ', randomBytes(33))).toThrow(RangeError);
  });
});

describe('the program of the README', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('decrypts what is sent', async () => {
    const readme = await readFile(new URL('../../../src/webhooks/README.md', import.meta.url), 'utf8');
    const program = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const file = join(folder, 'decrypt.mjs');
    await writeFile(file, program);
    const { decryptWebhook } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      decryptWebhook: (body: string, key: Buffer) => Record<string, string>;
    };
    const body = encryptForm('OrderId=7&Transaction+Type=WIRE&note=', key);
    expect(decryptWebhook(body, key)).toEqual({ OrderId: '7', 'Transaction Type': 'WIRE', note: '' });
    expect(() => decryptWebhook(body, randomBytes(32))).toThrow();
    expect(() => decryptWebhook('OrderId=7', key)).toThrow();
  });
});
