/** The thread that makes the report of one day, with its own database connection, and ends. */
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { openHistoryDatabase } from '../../database/open-database.ts';
import { makeDayReport } from './day-report.ts';
import type { ReportTask } from './report-thread.ts';

/** Of nice(2): orders and the history come first. Linux only, where a priority is that of a thread. */
const NICE = 10;

const { database, shard, date, folder } = workerData as ReportTask;
if (process.platform === 'linux') setPriority(NICE);
const history = await openHistoryDatabase(database);
try {
  await makeDayReport(history, shard, date, folder);
} finally {
  await history.close();
}
