import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { FileSigner, signatureFault } from '../../src/providers/pdf/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/verify-document.ts');
const SEED = Buffer.alloc(32, 9);
const signer = new FileSigner(SEED);
const other = new FileSigner(Buffer.alloc(32, 8));

async function verify(values: readonly string[], env = {}): Promise<{ readonly code: number; readonly out: string }> {
  const { NODE_COMPILE_CACHE } = process.env;
  try {
    const options = { env: { NODE_COMPILE_CACHE, ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...values], options);
    return { code: 0, out: stdout.trim() };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, out: stdout.trim() };
  }
}

test('npm run verify:document distinguishes a document of the platform from any other', async () => {
  const file = join(temporaryFolder(), 'signed.pdf');
  const document = Buffer.from('%PDF-1.7 an agreement over 1,000 shares\n%%EOF\n');
  const written = (bytes: Buffer, key = signer.publicKey) => {
    writeFileSync(file, bytes);
    return verify([file, key]);
  };
  const signed = signer.signed(document);
  expect(await written(signed)).toEqual({ code: 0, out: 'as it was signed' });
  const changed = Buffer.from(signed.toString('latin1').replace('1,000', '9,000'), 'latin1');
  const again = other.signed(document);
  const renamed = Buffer.from(again.toString('latin1').replace(other.publicKey, signer.publicKey), 'latin1');
  const fault = 'it was changed after it was signed';
  expect(await written(changed)).toEqual({ code: 1, out: `PROBLEM ${file}: ${fault}` });
  // In this process: each start of the program takes half a second.
  for (const [bytes, reason] of [
    [document, 'it does not end with a signature'],
    [Buffer.concat([signed, Buffer.from('x')]), 'it does not end with a signature'],
    [again, `it is signed with another key, ${other.publicKey}`],
    [renamed, fault],
  ] as const) {
    expect(signatureFault(bytes, signer.publicKey)).toBe(reason);
  }
  expect((await verify([file])).code).toBe(2);
});

test('npm run verify:document shows the public key of the settings', async () => {
  const settings = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
  const shown = async (env: object) => (await verify(['--public-key'], env)).out;
  expect(await shown({ ...settings, CERTIFICATE_KEY: SEED.toString('base64') })).toBe(signer.publicKey);
  expect(await shown(settings)).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
