import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';

const KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'young objects',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'all objects',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'marking',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak references',
};

export interface Pauses {
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
  readonly byKind: Readonly<Record<string, number>>;
}

/** Writes down the garbage collections of this process. */
export class PauseRecorder {
  #entries: PerformanceEntry[] = [];
  readonly #observer = new PerformanceObserver((list) => {
    this.#entries.push(...list.getEntries());
  });

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  /**
   * What there was between two times of performance.now(). They are reported some time after, so this waits for them.
   */
  async between(from: number, to: number): Promise<Pauses> {
    await turn();
    await turn();
    const during = this.#entries.filter(({ startTime }) => startTime >= from && startTime < to);
    this.#entries = [];
    return pausesOf(during);
  }

  stop(): void {
    this.#observer.disconnect();
  }
}

function pausesOf(entries: readonly PerformanceEntry[]): Pauses {
  const byKind: Record<string, number> = {};
  let totalMs = 0;
  let longestMs = 0;
  for (const entry of entries) {
    const { duration } = entry;
    const kind = KINDS[kindOf(entry)] ?? 'other';
    byKind[kind] = (byKind[kind] ?? 0) + 1;
    totalMs += duration;
    longestMs = Math.max(longestMs, duration);
  }
  return { count: entries.length, totalMs, longestMs, byKind };
}

/** The types of Node do not know the detail of these entries. */
function kindOf(entry: PerformanceEntry): number {
  return (entry as PerformanceEntry & { readonly detail?: { readonly kind?: number } }).detail?.kind ?? 0;
}
