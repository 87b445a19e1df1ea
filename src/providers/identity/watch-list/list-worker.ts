/** The thread that reads watch lists (list-thread.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableList } from './entries.ts';
import { readLists } from './list-folder.ts';
import type { ListMessage } from './list-thread.ts';

function send(message: ListMessage): void {
  parentPort?.postMessage(message);
}

try {
  send(await readLists(workerData as readonly string[], (entries) => send({ entries })));
} catch (error) {
  if (!(error instanceof UnreadableList)) throw error;
  send({ unreadable: error.message });
}
