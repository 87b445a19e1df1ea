import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SandboxCredentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

/** The client that the sandbox made for its user. Throws where the file is missing or unreadable. */
export function readSandboxCredentials(dataDir: string): SandboxCredentials {
  const file = join(dataDir, 'sandbox-client.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SandboxCredentials;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
