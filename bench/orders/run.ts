/**
 * Orders over HTTP: durable createOrder against a bare Fastify route with the same bodies and headers, in turn, in one
 * run.
 *
 *   node bench/orders/run.ts [--only=closed,form,stream,open,limits,memory] [--connections=1,16,64,256]
 *     [--rates=2000,5000] [--repetitions=5] [--quick] [--json FILE]
 *
 * Prints Markdown. Fails at the first answer that is not a good one.
 */
import { rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { diskFolder, syncLatency } from '../support/disk.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { measureClosedLoop } from './closed.ts';
import { measureForms } from './form.ts';
import { measureLimits } from './limits.ts';
import { measureMemory } from './memory.ts';
import { measureOpenLoop } from './open.ts';
import { type OrdersSettings, readOptions, type SectionName } from './options.ts';
import { measureStream } from './stream.ts';
import { paragraph } from './text.ts';

const MEASURE: Readonly<Record<SectionName, (settings: OrdersSettings, folder: string) => Promise<Section>>> = {
  closed: measureClosedLoop,
  form: measureForms,
  stream: measureStream,
  open: measureOpenLoop,
  limits: measureLimits,
  memory: measureMemory,
};

const argv = process.argv.slice(2);
const settings = readOptions(argv);
const file = resultsFile(argv);
const folder = diskFolder();
try {
  const figures: Figure[] = measureDisk(folder);
  for (const name of settings.sections) {
    const section = await MEASURE[name](settings, folder);
    console.log(`\n${section.text}`);
    figures.push(...section.figures);
  }
  writeResults(file, 'orders', figures);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measureDisk(folder: string): Figure[] {
  const { p50_ms, p99_ms } = syncLatency(folder);
  console.log(
    paragraph(
      `Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model.trim()}; the disk alone, 4 ` +
        'KiB over filled',
      `space and fdatasync: p50 ${p50_ms.toFixed(2)} ms, p99 ${p99_ms.toFixed(2)} ms.`,
    ),
  );
  return [
    figure('disk alone, 4 KiB and fdatasync, p50', 'ms', [p50_ms], (ms) => ms),
    figure('disk alone, 4 KiB and fdatasync, p99', 'ms', [p99_ms], (ms) => ms),
  ];
}
