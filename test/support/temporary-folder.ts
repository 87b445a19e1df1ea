import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfterTest } from './cleanup.ts';

/** A new folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openats-test-'));
  closeAfterTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
