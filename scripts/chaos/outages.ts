/** What a fault did to the load of a chaos run. */
import { ClusterProcess } from '../cluster/cluster-process.ts';
import type { RunRecord } from './record.ts';

export interface Outage {
  readonly fault: string;
  /** The longest time without an acknowledged change. */
  readonly ms: number;
  /** What of it was left when the fault was over and the databases were whole again. */
  readonly afterMs: number;
}

/** Tries without an answer at nodes that a fault of another node did not hurt (J23). */
export function refusalsOf({ unanswered }: RunRecord, fault: string, hurt: unknown, sinceMs: number) {
  if (!(hurt instanceof ClusterProcess)) return [];
  const others = unanswered.filter(({ node, askedMs }) => node !== hurt.name && askedMs >= sinceMs);
  return others.map(({ node, askedMs, atMs, reason }) => {
    return `${fault}: ${node} refused after ${Math.round(atMs - askedMs)} ms: ${reason}`;
  });
}

interface Gap {
  readonly startMs: number;
  readonly endMs: number;
}

/** The longest time without an acknowledgement since a moment. */
export function longestGap({ acknowledgedMs }: RunRecord, sinceMs: number): Gap {
  const first = acknowledgedMs.findLastIndex((ms) => ms < sinceMs);
  const since = acknowledgedMs.slice(Math.max(0, first));
  const gaps = since.slice(1).map((endMs, index) => ({ startMs: since[index] ?? endMs, endMs }));
  const length = ({ startMs, endMs }: Gap) => endMs - startMs;
  return gaps.reduce((longest, gap) => (length(gap) > length(longest) ? gap : longest), { startMs: 0, endMs: 0 });
}

export function tableOf(outages: readonly Outage[]): string {
  const head = '\n| Fault | Times | Median ms | Worst ms | Worst ms after it |\n| --- | --- | --- | --- | --- |';
  const rows = [...new Set(outages.map(({ fault }) => fault))].sort().map((name) => {
    const those = outages.filter(({ fault }) => fault === name);
    const times = those.map(({ ms }) => ms).sort((a, b) => a - b);
    const afterMs = Math.max(...those.map((one) => one.afterMs));
    const figures = [times[Math.floor(times.length / 2)], times.at(-1), afterMs];
    return `| ${[name, those.length, ...figures.map((ms) => Math.round(ms ?? 0))].join(' | ')} |`;
  });
  return [head, ...rows].join('\n');
}
