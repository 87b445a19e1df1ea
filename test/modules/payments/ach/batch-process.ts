/**
 * Makes the batches of some days, one after the other, in a separate process that a test kills. Its one argument is
 * JSON: where the database is, the folder of files, and the cut-offs (microseconds). Says `ready` when it begins.
 */
import { type DatabaseLocation, openDatabase } from '../../../../src/database/open-database.ts';
import { Secrets } from '../../../../src/database/secrets/index.ts';
import { achDebits } from '../../../../src/modules/payments/ach/ach-rail.ts';
import { makeBatch } from '../../../../src/modules/payments/ach/batch/batch.ts';
import { writeBatchFiles } from '../../../../src/modules/payments/ach/batch/batch-files.ts';
import { depositDebits } from '../../../../src/modules/payments/custody/deposit-rail.ts';
import { achRefunds } from '../../../../src/modules/payments/refunds/index.ts';
import { undeliveredOutbox } from '../../shared/undelivered-outbox.ts';
import { TEST_ACH } from './ach-settings.ts';

const { location, folder, cutOffs } = JSON.parse(process.argv[2]!) as {
  location: DatabaseLocation;
  folder: string;
  cutOffs: number[];
};

/** Files of so few debits that a day has several. */
const ENTRIES_PER_FILE = 3;

const database = await openDatabase(location);
const secrets = new Secrets([Buffer.alloc(32, 7)]);
let nowUs = 0;
const outbox = undeliveredOutbox(database.db, secrets, () => nowUs);
process.stdout.write('ready\n');
for (const cutOff of cutOffs) {
  nowUs = cutOff;
  const deps = {
    db: database.db,
    secrets,
    outbox,
    nowUs: () => cutOff,
    ach: TEST_ACH,
    rails: [achDebits, depositDebits, achRefunds],
    settlementDays: 0,
    outgoing: folder,
    incoming: folder,
  };
  await makeBatch(deps, ENTRIES_PER_FILE);
  await writeBatchFiles(deps);
}
outbox.stop();
await database.close();
