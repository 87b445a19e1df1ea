import { readFileSync } from 'node:fs';

/** Of /proc/stat, whatever the kernel's own clock does (USER_HZ). */
const TICKS_A_SECOND = 100;

/**
 * CPU time of all processes since the start of the machine, in seconds; null where the system does not say (not
 * Linux).
 */
export function readMachineTime(): number | null {
  try {
    return parseMachineTime(readFileSync('/proc/stat', 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The line of all cores: user, nice, system, idle, iowait, irq, softirq, steal; what follows is in user and nice
 * already.
 */
export function parseMachineTime(stat: string): number {
  const ticks = /^cpu +(.+)$/m.exec(stat)?.[1]?.split(' ').map(Number) ?? [];
  const [user, nice, system, , , irq, softirq, steal] = ticks as (number | undefined)[];
  const busy = [user, nice, system, irq, softirq, steal].reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0);
  if (Number.isNaN(busy)) throw new Error('this is no /proc/stat');
  return busy / TICKS_A_SECOND;
}
