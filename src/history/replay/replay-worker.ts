/** The thread that reads one stretch of the past of a market, and ends. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { nodeFileSystem } from '../../exchange/journal/index.ts';
import { replayMarket } from './replay-market.ts';
import type { ReplayTask } from './replay-thread.ts';

/** Of nice(2): orders and the history come first. Linux only, where a priority is that of a thread. */
const NICE = 10;

const { question, ...source } = workerData as ReplayTask;
if (process.platform === 'linux') setPriority(NICE);
parentPort?.postMessage(replayMarket({ ...source, files: nodeFileSystem }, question));
