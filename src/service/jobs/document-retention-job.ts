import type { Logger } from 'pino';
import type { Documents } from '../../modules/shared/documents/index.ts';
import type { FileStore } from '../../providers/files/index.ts';
import type { Timers } from '../../time/timers.ts';
import { type Due, startJob } from '../lifecycle/index.ts';

export interface DocumentRetentionJob {
  readonly documents: Pick<Documents, 'removeUnfinished' | 'removeDeleted'>;
  readonly files: Pick<FileStore, 'check'>;
  /** How long files of deleted documents are kept. */
  readonly keptDays: number;
  readonly after: Timers['after'];
  readonly due?: Due | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** Removes the rest of uploads that a crash cut off, and every hour the files of documents deleted long enough ago. */
export function runDocumentRetention(job: DocumentRetentionJob): () => Promise<void> {
  const { documents, keptDays, after, due, log } = job;
  let prepared: Promise<void> | undefined;
  return startJob({
    failure: 'files of deleted documents could not be removed',
    run: async () => {
      prepared ??= prepare(job);
      await prepared;
      await documents.removeDeleted(keptDays);
      return undefined;
    },
    after,
    due,
    log,
  });
}

async function prepare({ documents, files, log }: DocumentRetentionJob): Promise<void> {
  try {
    await files.check();
    await documents.removeUnfinished();
  } catch (error) {
    log.error({ err: error }, 'the document store cannot be used: uploads of documents will fail');
  }
}
