/** Puts the document store together as the settings say. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import { documentDownloads } from '../../modules/shared/documents/index.ts';
import {
  DOCUMENT_KEYS,
  DownloadLinks,
  type FileStore,
  type KeySpace,
  LocalFileStore,
  LocalReportStore,
  localDownloads,
  REPORT_KEYS,
  type ReportStore,
  S3FileStore,
  S3ReportStore,
} from '../../providers/files/index.ts';
import type { Clock } from '../../time/clock.ts';

export interface FileStorage {
  readonly files: FileStore;
  /** The reports of trading days, in the same place. */
  readonly reports: ReportStore;
  /** The routes of the API's host for it. */
  readonly plugins: readonly ((app: FastifyInstance) => void)[];
  /** For a stop, which no service that is silent may hold up: ends the calls to it that are under way by then. */
  readonly endAllAfter: (delayMs: number) => void;
}

export interface FileStorageDeps {
  readonly secrets: Secrets;
  /** Asked for with every link to a file of this machine. */
  readonly publicUrl: () => string;
  /** What links to such files end by. */
  readonly clock: Clock;
}

export function openFileStorage(config: Config, { secrets, publicUrl, clock }: FileStorageDeps): FileStorage {
  if (config.DOCUMENT_STORE === 's3') {
    const [files, reports] = [s3Store(config, DOCUMENT_KEYS), s3Store(config, REPORT_KEYS)];
    const endAllAfter = (delayMs: number) => {
      for (const store of [files, reports]) store.endAllAfter(delayMs);
    };
    return { files, reports: new S3ReportStore(reports), plugins: [], endAllAfter };
  }
  const links = new DownloadLinks({
    secret: secrets.derive('download links'),
    publicUrl,
    lifeSeconds: config.DOCUMENT_LINK_SECONDS,
    nowMs: () => clock.nowUs() / 1000,
  });
  const files = new LocalFileStore({ folder: join(config.DATA_DIR, 'documents'), links });
  const reports = new LocalReportStore({ folder: reportFolder(config), links });
  return { files, reports, plugins: [documentDownloads(localDownloads(files, reports))], endAllAfter: () => {} };
}

function s3Store(config: Config, keys: KeySpace): S3FileStore {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (bucket === null) throw new Error('the settings were not checked');
  return new S3FileStore(
    {
      endpoint: config.S3_ENDPOINT,
      region: config.S3_REGION,
      bucket,
      credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
      forcePathStyle: config.S3_FORCE_PATH_STYLE,
      linkSeconds: config.DOCUMENT_LINK_SECONDS,
    },
    keys,
  );
}

/** Where reports are made and, unless documents are elsewhere, stay. */
export function reportFolder(config: Config): string {
  return join(config.DATA_DIR, 'reports');
}

/** The folder of uploads, on the same disk as the documents, so that storing a document does not copy the file. */
export function uploadFolder(config: Config): string {
  return join(config.DATA_DIR, 'uploads');
}
