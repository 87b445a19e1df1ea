import { readFileSync } from 'node:fs';

/** Of /proc/stat, whatever the kernel's own clock does (USER_HZ). */
const TICKS_A_SECOND = 100;

/**
 * CPU time of all processes since the start of the machine, in seconds; null where the system does not say (not
 * Linux).
 */
export function readMachineTime(): number | null {
  return readStat(parseMachineTime);
}

/** Time of all cores that the host gave to other machines, in seconds; null where the system does not say. */
export function readStolenTime(): number | null {
  return readStat(parseStolenTime);
}

function readStat(parse: (stat: string) => number): number | null {
  try {
    return parse(readFileSync('/proc/stat', 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function parseMachineTime(stat: string): number {
  const { user, nice, system, irq, softirq, steal } = ticksOf(stat);
  return (user + nice + system + irq + softirq + steal) / TICKS_A_SECOND;
}

export function parseStolenTime(stat: string): number {
  return ticksOf(stat).steal / TICKS_A_SECOND;
}

/** The line of all cores; what follows in it is in user and nice already. */
const COLUMNS = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'] as const;

function ticksOf(stat: string): Readonly<Record<(typeof COLUMNS)[number], number>> {
  const ticks = /^cpu +(.+)$/m.exec(stat)?.[1]?.split(' ').map(Number) ?? [];
  const entries = COLUMNS.map((name, at) => [name, ticks[at] ?? Number.NaN] as const);
  if (entries.some(([, count]) => Number.isNaN(count))) throw new Error('this is no /proc/stat');
  return Object.fromEntries(entries) as Record<(typeof COLUMNS)[number], number>;
}
