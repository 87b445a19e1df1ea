import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SandboxCredentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

/** The credentials that the sandbox made for its user and itself. Throws when the file is missing or unreadable. */
export function readSandboxCredentials(
  dataDir: string,
  who: 'client' | 'operator' | 'ticker' | 'counterparty' = 'client',
): SandboxCredentials {
  const file = join(dataDir, `sandbox-${who}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SandboxCredentials;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
