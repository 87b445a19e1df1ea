/** PostgreSQL over TLS: pools and the connection of the journal check the authority (ops/README.md). */
import { chmodSync, chownSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import { PostgresServer, postgresPrograms } from '../../scripts/cluster/postgres-server.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { canHaveCluster } from './support/test-cluster.ts';

const FIXTURES = join(import.meta.dirname, '../cluster/fixtures');

async function tlsServer(): Promise<PostgresServer> {
  const server = await PostgresServer.create(String(postgresPrograms()));
  closeAfterTest(() => server.remove());
  // Its own user must own the key.
  const { uid, gid } = statSync(join(server.folder, 'data'));
  for (const name of ['node.pem', 'node-key.pem']) {
    const path = join(server.folder, name);
    copyFileSync(join(FIXTURES, name), path);
    chmodSync(path, 0o600);
    chownSync(path, uid, gid);
  }
  const files = { ssl_cert_file: join(server.folder, 'node.pem'), ssl_key_file: join(server.folder, 'node-key.pem') };
  await server.set({ ssl: 'on', ...files });
  return server;
}

describe.skipIf(!canHaveCluster)('PostgreSQL over TLS', () => {
  test('serves a node that checks its authority, and no node with another authority', async () => {
    const server = await tlsServer();
    const node = async (authority: string) => {
      const url = `postgres://postgres@127.0.0.1:${server.port}/postgres?sslmode=verify-full&sslrootcert=${authority}`;
      const process = await ClusterProcess.create({
        name: 'node-1',
        dataDir: temporaryFolder(),
        settings: {
          ...{ ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), JOURNAL_URL: url, DATABASE_URL: url },
          ...{ DOCUMENT_STORE: 's3', S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'documents' },
          ...{ S3_ACCESS_KEY_ID: 'nobody', S3_SECRET_ACCESS_KEY: 'nothing', ACH_DIR: temporaryFolder() },
        },
      });
      closeAfterTest(() => process.end('SIGKILL'));
      process.start();
      return process;
    };
    const trusting = await node(join(FIXTURES, 'authority.pem'));
    await trusting.reached('/ready/leader', 200);
    const inUse = `select bool_and(ssl) as all from pg_stat_ssl join pg_stat_activity using (pid)
      where application_name like 'openats%'`;
    expect(await server.query(inUse)).toEqual([{ all: true }]);
    await trusting.end('SIGTERM');
    const other = await node(join(FIXTURES, '../../webhooks/fixtures/receiver.pem'));
    await vi.waitFor(() => expect(other.log).toMatch(/certificate/), { timeout: 60_000 });
    expect(await other.probe('/ready/leader')).not.toBe(200);
  });
});
