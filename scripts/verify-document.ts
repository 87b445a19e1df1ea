/**
 * Checks whether a signed document is as the platform signed it (D12):
 *
 *   npm run verify:document -- FILE PUBLIC_KEY
 *   npm run verify:document -- --public-key
 *
 * The public key must come from the platform, not from the file. With --public-key, that of CERTIFICATE_KEY in the
 * environment is shown, or the one that follows from ENCRYPTION_KEY or from the key in DATA_DIR.
 * Exit code 0: the document is as it was signed; 1: it is not; 2: wrong use.
 */
import { readFileSync } from 'node:fs';
import { readConfig } from '../src/config.ts';
import { findSecrets } from '../src/database/secrets/index.ts';
import { signatureFault } from '../src/providers/pdf/index.ts';
import { documentSigner } from '../src/service/parts/document-signer.ts';

const USAGE = 'usage: npm run verify:document -- FILE PUBLIC_KEY, or npm run verify:document -- --public-key';

async function main(): Promise<number> {
  const [file, publicKey, ...others] = process.argv.slice(2);
  try {
    if (file === '--public-key' && publicKey === undefined) return await showPublicKey();
    if (file === undefined || !/^[A-Za-z0-9_-]{43}$/.test(publicKey ?? '') || others.length > 0) throw new Error(USAGE);
    const fault = signatureFault(readFileSync(file), publicKey!);
    console.log(fault === undefined ? 'as it was signed' : `PROBLEM ${file}: ${fault}`);
    return fault === undefined ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

async function showPublicKey(): Promise<number> {
  const config = readConfig(process.env);
  const secrets = await findSecrets({ encryptionKey: config.ENCRYPTION_KEY, dataDir: config.DATA_DIR });
  if (secrets === undefined) throw new Error('there is no key: set CERTIFICATE_KEY and ENCRYPTION_KEY, or DATA_DIR');
  console.log(documentSigner(config, secrets).publicKey);
  return 0;
}

process.exitCode = await main();
