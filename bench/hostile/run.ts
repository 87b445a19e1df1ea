/**
 * What a client, or somebody without a key, can do to the venue to keep it from others:
 *
 *   node bench/hostile/run.ts [--repetitions=3] [--only=NAME] [--large] [--report] [--json FILE]
 *
 * Commands in this process, where each is timed; and attacks on the program itself, where others are asked how long
 * they wait meanwhile. Exits with code 1 when something is above its aim, but for --report. --large also sweeps 100,000
 * orders; --only takes those whose name contains it.
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { diskFolder } from '../support/disk.ts';
import { markdownTable } from '../support/markdown.ts';
import { resultsFile, writeResults } from '../support/results.ts';
import { spreadText, wholeText } from '../support/statistics.ts';
import { aboveAims, type Judged, judgedCommands, judgedServed, longestHealth, orderAboveQuiet, p99 } from './aims.ts';
import type { Attack } from './attack.ts';
import { LONG_BODIES } from './bodies.ts';
import { BOOK_ATTACKS } from './book-attacks.ts';
import { FLOODS } from './floods.ts';
import { FLOWS, sweepFlow } from './flows.ts';
import { type Applied, applyAll } from './in-process.ts';
import { ORDER_CALLERS, sweepOf } from './order-callers.ts';
import { QUOTE_CALLERS } from './quote-callers.ts';
import { type Served, serve } from './served.ts';
import type { LongestTurns } from './turns.ts';
import type { Waits } from './waits.ts';
import { WEB_CALLERS } from './web-callers.ts';

const argv = process.argv.slice(2);
const { values } = parseArgs({
  args: argv,
  options: {
    repetitions: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    large: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const repetitions = Number(values.repetitions);
const file = resultsFile(argv);
const LARGE = 100_000;
/** Of each flow in this process: the best of them is not what the machine does meanwhile. */
const PASSES = 8;

const isChosen = ({ name }: { readonly name: string }) => name.includes(values.only);
const flows = [...FLOWS, ...(values.large ? [sweepFlow(LARGE)] : [])].filter(isChosen);
const attacks: Attack[] = [
  ...BOOK_ATTACKS,
  ...ORDER_CALLERS,
  ...QUOTE_CALLERS,
  ...WEB_CALLERS,
  ...FLOODS,
  ...LONG_BODIES,
  ...(values.large ? [sweepOf(LARGE)] : []),
].filter(isChosen);

async function main(): Promise<void> {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
  const applied = flows.map((flow) => applyAll(flow, PASSES));
  reportCommands(applied);
  console.log(`\nover HTTP, ${repetitions} times, median (lowest to highest), milliseconds\n`);
  const figures: Judged[] = applied.map(judgedCommands);
  for (const attack of attacks) {
    const served = await serveAgain(attack);
    reportServed(attack, served);
    figures.push(...judgedServed(attack.name, served));
  }
  writeResults(
    file,
    'hostile',
    figures.map(({ most: _, ...figure }) => figure),
  );
  const above = aboveAims(figures);
  console.log(above.length === 0 ? '\neverything is within its aim' : `\nabove the aims:\n${above.join('\n')}`);
  if (above.length > 0 && !values.report) process.exitCode = 1;
}

async function serveAgain(attack: Attack): Promise<Served[]> {
  const served: Served[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const folder = diskFolder();
    try {
      served.push(await serve(attack, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return served;
}

function reportCommands(applied: readonly Applied[]): void {
  console.log(
    markdownTable(
      ['in this process', 'commands', 'of these continue', 'most steps', 'longest command, ms'],
      applied.map(({ name, commands, continues, stepsMost, longest_ms }) => [
        name,
        wholeText(commands),
        wholeText(continues),
        wholeText(stepsMost),
        longest_ms.toFixed(1),
      ]),
    ),
  );
}

/** As soon as it is measured: all of them take minutes. */
function reportServed({ name }: Attack, served: readonly Served[]): void {
  const texts = (figure: (one: Served) => number, digits = 1) =>
    spreadText(served.map(figure), (one) => one.toFixed(digits));
  const turns = (of: keyof LongestTurns) => [texts((o) => o.quiet.turns[of]), texts((o) => o.attacked.turns[of])];
  const waits = (of: keyof Waits) =>
    [(o: Served) => o.quiet, (o: Served) => o.attacked].map((phase) => texts((o) => 100 * phase(o).waits[of]));
  console.log(
    markdownTable(
      [name, 'quiet', 'attacked'],
      [
        [
          'order of another client, p99',
          texts(({ quiet }) => p99(quiet.order_ms)),
          texts((o) => p99(o.attacked.order_ms)),
        ],
        ['above quiet', '', texts(orderAboveQuiet)],
        ['/health, longest', texts(({ quiet }) => longestHealth(quiet)), texts((o) => longestHealth(o.attacked))],
        ['longest turn, CPU time', ...turns('cpu_ms')],
        ['longest turn on the clock', ...turns('wall_ms')],
        ['the same without waits for a core', ...turns('withCore_ms')],
        ['main thread ready without a core, %', ...waits('core')],
        ['cores taken by the host, %', ...waits('stolen')],
        ['live and recovery, s', texts((o) => o.live_seconds, 2), texts((o) => o.recovery_seconds, 2)],
      ],
    ),
  );
  console.log('');
}

await main();
