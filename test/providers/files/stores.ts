/** Files for the tests of the stores. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileFacts } from '../../../src/providers/files/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export function factsOf(content: Buffer): FileFacts {
  return {
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    contentType: 'application/pdf',
  };
}

/** A file on disk, as uploads are. */
export function fileOf(content: Buffer): { path: string } {
  const path = join(temporaryFolder(), 'upload');
  writeFileSync(path, content, { mode: 0o644 });
  return { path };
}

export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
