import type { Figure } from '../support/results.ts';
import { quantile, spreadOf } from '../support/statistics.ts';
import type { Applied } from './in-process.ts';
import type { Phase, Served } from './served.ts';

/**
 * What no attack may exceed, by the median of the repetitions. A turn is judged by the CPU time of the main thread:
 * attackers and probes share the cores with the program, and a turn that waits for a core is not longer work. On the
 * clock it has a limit too, as the main thread may also wait for a disk, a lock or another thread.
 */
const AIMS = {
  command: { name: 'longest command', unit: 'ms', most: 10 },
  turn: { name: 'longest turn, CPU', unit: 'ms', most: 10 },
  wall: { name: 'longest turn on the clock', unit: 'ms', most: 40 },
  order: { name: 'order of another client, p99 above quiet', unit: 'ms', most: 20 },
  recovery: { name: 'recovery to live', unit: 'times', most: 2 },
} as const;
type Aim = (typeof AIMS)[keyof typeof AIMS];

/** A figure with the most that it may be. */
export interface Judged extends Figure {
  readonly most: number;
}

function judged({ name, unit, most }: Aim, of: string, figures: readonly number[]): Judged {
  return { name: `${of}: ${name}`, unit, ...spreadOf(figures), aim: `at most ${most}`, most };
}

export function judgedCommands({ name, longest_ms }: Applied): Judged {
  return judged(AIMS.command, name, [longest_ms]);
}

export function judgedServed(name: string, served: readonly Served[]): Judged[] {
  return [
    judged(
      AIMS.turn,
      name,
      served.map(({ attacked }) => attacked.turns.cpu_ms),
    ),
    judged(
      AIMS.wall,
      name,
      served.map(({ attacked }) => attacked.turns.wall_ms),
    ),
    judged(AIMS.order, name, served.map(orderAboveQuiet)),
    judged(
      AIMS.recovery,
      name,
      served.map((one) => one.recovery_seconds / one.live_seconds),
    ),
  ];
}

export function orderAboveQuiet({ quiet, attacked }: Served): number {
  return p99(attacked.order_ms) - p99(quiet.order_ms);
}

export function p99(times: readonly number[]): number {
  return quantile(
    times.toSorted((a, b) => a - b),
    0.99,
  );
}

export function longestHealth({ health_ms }: Phase): number {
  return health_ms.reduce((longest, one) => Math.max(longest, one), 0);
}

/** A sentence for each figure above its aim. */
export function aboveAims(figures: readonly Judged[]): string[] {
  return figures
    .filter(({ median, most }) => !(median <= most))
    .map(({ name, unit, median, most }) => `${name}: ${median.toFixed(1)} ${unit}, aim at most ${most}`);
}
