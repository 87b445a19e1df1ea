/**
 * A real S3-compatible server on a free port of this machine, with one bucket. It checks signatures, where there are
 * any, but not those of links with ' or * in their query, which it encodes in another way than S3 does (RFC 3986).
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { S3Settings } from '../../src/providers/files/index.ts';

/** As far as the tests use it; the package has no types. */
interface S3Server {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
  readonly httpServer: { closeAllConnections(): void };
}

const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3Server;

const BUCKET = 'documents-of-tests';
/** The one pair of credentials that the server knows. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface RunningS3Server {
  /** What a store needs to use it. */
  readonly settings: S3Settings;
  close(): Promise<void>;
}

export async function startS3Server(folder: string, checksSignatures = true): Promise<RunningS3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    vhostBuckets: false,
    allowMismatchedSignatures: !checksSignatures,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: BUCKET,
      credentials: CREDENTIALS,
      forcePathStyle: true,
      linkSeconds: 60,
    },
    close: async () => {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
    },
  };
}
