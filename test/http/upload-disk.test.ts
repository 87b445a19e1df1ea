/** Uploads where the disk of the spool fails. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeAfterTest } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { method } from './methods.ts';
import { call, startHosts } from './support.ts';

const upload = method({
  name: 'upload',
  parameters: {},
  uploads: { filesMax: 1, bytesMax: 1000, fields: { file0: 'a file' } },
  handler: async ({ files = [] }) => ({ fields: { sizes: files.map(({ size }) => size) } }),
});

test.each(['when its folder is made', 'while a file is written'])(
  'are answered 503 with Retry-After where it fails %s, and taken once it is repaired',
  async (when) => {
    const folder = join(temporaryFolder(), 'uploads');
    const hosts = await startHosts([upload], { uploadFolder: folder });
    closeAfterTest(() => hosts.close());
    const send = () => {
      const form = new FormData();
      form.append('file0', new File(['x'], 'a'));
      return call(`${hosts.url}/v3/upload`, form);
    };
    if (when === 'while a file is written') expect((await send()).http).toBe(200);
    // Neither a folder nor a file can be made there.
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');
    const reply = await send();
    expect([reply.http, reply.headers.get('retry-after')]).toEqual([503, '1']);
    expect(reply.body['Error(s)']).toBe('files cannot be stored now; repeat this call later');
    expect(hosts.logs).toContainEqual(expect.objectContaining({ msg: 'request failed' }));
    rmSync(folder);
    mkdirSync(folder);
    expect((await send()).http).toBe(200);
  },
);
