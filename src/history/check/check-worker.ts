/** The thread of one pass: compares the order history with the journal, slowly, and ends. */
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openHistoryReader } from '../../database/open-database.ts';
import { nodeFileSystem } from '../../exchange/journal/index.ts';
import type { CheckMessage, CheckSettings } from './check-messages.ts';
import { isDamage } from './damage.ts';
import { JournalWalk } from './journal-walk.ts';
import { pageProblems } from './page-check.ts';

const settings = workerData as CheckSettings;
const say = (message: CheckMessage) => parentPort?.postMessage(message);
const problem = (text: string) => say({ type: 'problem', text });

/** Between two steps. */
const PAUSE_MS = 100;
/** Of nice(2): everything else comes first. On Linux it is that of this thread. */
const NICE = 19;

async function checkPages(): Promise<void> {
  for (const file of settings.sqliteFiles) {
    for (const found of pageProblems(file)) {
      found.forEach(problem);
      await delay(PAUSE_MS);
    }
  }
}

async function walkJournal(): Promise<void> {
  const { folder, archiveFolder, durable, history } = settings;
  const { db, close } = openHistoryReader(history);
  try {
    const position = await db.selectFrom('history_position').select('seq').executeTakeFirst();
    const projected = position?.seq ?? 0;
    const walk = JournalWalk.open({ files: nodeFileSystem, folder, archiveFolder, db, durable, projected, problem });
    const commands = Math.ceil((settings.commandsPerSecond * PAUSE_MS) / 1000);
    while (await walk.step(commands)) {
      say({ type: 'progress', command: walk.command });
      await delay(PAUSE_MS);
    }
    say({ type: 'progress', command: walk.command });
  } finally {
    await close();
  }
}

async function attempt(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
  } catch (error) {
    const reason = (error as Error).message;
    if (!isDamage(error)) return reason;
    problem(reason);
  }
  return undefined;
}

if (process.platform === 'linux') setPriority(NICE);
const reason = (await attempt(checkPages)) ?? (await attempt(walkJournal));
say(reason === undefined ? { type: 'done' } : { type: 'interrupted', reason });
