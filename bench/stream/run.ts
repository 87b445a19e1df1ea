/**
 * The fan-out of the market-data stream against a bare WebSocket server that sends the same messages to as many
 * sockets, in turn, in one run: rate, CPU and latency; slow readers; memory; and the way of an order through the whole
 * program.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { resultsFile, writeResults } from '../support/results.ts';
import {
  measureChannels,
  measureDeflate,
  measureOrdersWithDepth,
  measureSlowReadersOfAll,
} from './channel-measurements.ts';
import { type Effort, measureFanOut, measureMemory, measureSlowReaders, startSides } from './measurements.ts';
import { measureOrders } from './orders.ts';
import { OWNERS_MAX } from './rehearsal.ts';
import { StreamReport } from './report.ts';

const PARTS = ['fan-out', 'slow', 'memory', 'orders', 'channels', 'all-slow', 'deflate', 'depth-orders'] as const;
const EFFORT: Effort = { repetitions: 5, deliveries: 50_000, paced: 60 };
const QUICK: Effort = { repetitions: 1, deliveries: 10_000, paced: 20 };

const isMany = (count: number) => count >= OWNERS_MAX;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: PARTS.join(',') },
      subscribers: { type: 'string', default: '1,100,1000,10000' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const file = resultsFile(process.argv.slice(2));
  const parts = values.only.split(',');
  const unknown = parts.find((part) => !PARTS.some((known) => known === part));
  if (unknown !== undefined) throw new Error(`--only takes ${PARTS.join(', ')}, not ${unknown}`);
  const subscribers = values.subscribers.split(',').map(Number);
  if (!subscribers.every((count) => Number.isSafeInteger(count) && count > 0)) {
    throw new Error('--subscribers takes numbers from 1, separated by commas');
  }
  const effort = values.quick ? QUICK : EFFORT;
  const report = new StreamReport();
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
  console.log(`${effort.repetitions} repetitions, median (lowest to highest)`);
  if (parts.includes('fan-out') || parts.includes('slow')) await measureDeliveries(parts, subscribers, effort, report);
  if (parts.includes('memory')) for (const channels of ['top', 'all'] as const) await measureMemory(channels, report);
  if (parts.includes('orders')) await measureOrders(subscribers, effort, report);
  if (parts.includes('channels')) await measureChannels(subscribers.filter(isMany), effort, report);
  if (parts.includes('all-slow')) await measureSlowReadersOfAll(effort, report);
  if (parts.includes('deflate')) await measureDeflate(effort, report);
  if (parts.includes('depth-orders')) await measureOrdersWithDepth(effort, report);
  writeResults(file, 'stream', report.figures);
}

async function measureDeliveries(
  parts: readonly string[],
  subscribers: readonly number[],
  effort: Effort,
  report: StreamReport,
): Promise<void> {
  const sides = await startSides();
  try {
    if (parts.includes('fan-out')) {
      for (const count of subscribers) {
        for (const interest of ['one', 'many'] as const)
          await measureFanOut(sides, { subscribers: count, interest }, effort, report);
      }
    }
    if (parts.includes('slow')) await measureSlowReaders(sides.stream, effort, report);
  } finally {
    sides.stream.close();
    sides.bare.close();
  }
}

await main();
