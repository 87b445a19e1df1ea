import { readFileSync } from 'node:fs';
import { ReplayFailure } from './failure.ts';

/** The Authorization header for a file {"clientID","developerAPIKey"}. Throws ReplayFailure naming the file. */
export function readAuthorization(file: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new ReplayFailure(`the credentials cannot be read from ${file}: ${(error as Error).message}`);
  }
  const { clientID, developerAPIKey } = fields;
  if (typeof clientID !== 'string' || typeof developerAPIKey !== 'string') {
    throw new ReplayFailure(`${file} has no clientID or no developerAPIKey`);
  }
  return `Bearer ${clientID}:${developerAPIKey}`;
}
