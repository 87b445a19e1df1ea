/** A document store in a temporary folder, with links that tests can age. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../src/database/database.ts';
import { Documents } from '../../../src/modules/shared/documents/index.ts';
import { DownloadLinks, LocalFileStore, LocalReportStore } from '../../../src/providers/files/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const LINK_SECONDS = 900;

/** What the tests look at. */
export class TestStorage {
  readonly folder = join(temporaryFolder(), 'documents');
  readonly reportFolder = join(temporaryFolder(), 'reports');
  readonly store: LocalFileStore;
  readonly documents: Documents;
  readonly reports: LocalReportStore;
  /** Where the links point to; known once the server listens. */
  address = 'http://localhost';

  constructor(database: Database, nowUs: () => number) {
    const links = new DownloadLinks({
      secret: Buffer.alloc(32, 9),
      publicUrl: () => this.address,
      lifeSeconds: LINK_SECONDS,
      nowMs: () => Math.floor(nowUs() / 1000),
    });
    this.store = new LocalFileStore({ folder: this.folder, links });
    this.reports = new LocalReportStore({ folder: this.reportFolder, links });
    this.documents = new Documents({ db: database.db, files: this.store, nowUs });
  }

  /** Names of the files in the store. */
  kept(): string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      return [];
    }
  }
}
