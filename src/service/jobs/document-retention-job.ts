/** What is done about documents on the side: no call waits for it, and its failures stop nothing else. */
import type { Logger } from 'pino';
import type { Documents } from '../../modules/shared/documents/index.ts';
import type { FileStore } from '../../providers/files/index.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface DocumentRetentionJob {
  readonly documents: Pick<Documents, 'removeUnfinished' | 'removeDeleted'>;
  readonly files: Pick<FileStore, 'check'>;
  /** How long files of deleted documents are kept. */
  readonly keptDays: number;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Removes what a crash left of uploads, and, now and every hour, the files of documents deleted long enough ago. The
 * returned function ends it, and resolves when nothing is under way any more.
 */
export function runDocumentRetention({
  documents,
  files,
  keptDays,
  after,
  log,
}: DocumentRetentionJob): () => Promise<void> {
  let ended = false;
  let cancelTimer = () => {};
  const removeDeleted = async () => {
    try {
      await documents.removeDeleted(keptDays);
    } catch (error) {
      log.error({ err: error }, 'files of deleted documents could not be removed; tried again in an hour');
    }
    if (!ended) cancelTimer = after(HOUR_MS, () => (underWay = removeDeleted()));
  };
  let underWay = prepare(documents, files, log).then(removeDeleted);
  return () => {
    ended = true;
    cancelTimer();
    return underWay;
  };
}

async function prepare(
  documents: DocumentRetentionJob['documents'],
  files: DocumentRetentionJob['files'],
  log: DocumentRetentionJob['log'],
): Promise<void> {
  try {
    await files.check();
    await documents.removeUnfinished();
  } catch (error) {
    log.error({ err: error }, 'the document store cannot be used: uploads of documents will fail');
  }
}
