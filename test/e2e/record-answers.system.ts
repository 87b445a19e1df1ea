/** `npm run record:answers`: what is in git is what it records, whenever and wherever it runs. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { RECORDED_FILE } from '../../src/modules/examples/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/record-answers.ts');

test('the answers of the reference page are those that are recorded, byte for byte', async () => {
  const folder = temporaryFolder();
  const inGit = readFileSync(RECORDED_FILE, 'utf8').split('\n');
  // At once: two recordings disturb each other no more than a busy machine does.
  const recordings = await Promise.all(['first', 'second'].map((name) => recorded(join(folder, name))));
  for (const lines of recordings) expect(lines.filter((line, at) => line !== inGit[at])).toEqual([]);
  for (const lines of recordings) expect(lines).toHaveLength(inGit.length);
});

async function recorded(file: string): Promise<string[]> {
  await promisify(execFile)(process.execPath, [SCRIPT, file]);
  return readFileSync(file, 'utf8').split('\n');
}
