/** What a fault did to the load of a chaos run. */
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import type { RunRecord } from './record.ts';

export interface Outage {
  readonly fault: string;
  /** The clients of the other nodes must not notice more than a pause. */
  readonly isOfOneNode: boolean;
  /** The longest time without an acknowledged change; by a fault of one node, at any of the others. */
  readonly ms: number;
  /** What of it was left when the fault was over and the databases were whole again. */
  readonly afterMs: number;
}

/** @param hurt what the fault resolved with */
export function isOfOneNode(hurt: unknown): hurt is ClusterProcess {
  return hurt instanceof ClusterProcess;
}

/** Tries without an answer at nodes that a fault of another node did not hurt (J23). */
export function refusalsOf({ unanswered }: RunRecord, fault: string, hurt: unknown, sinceMs: number) {
  if (!isOfOneNode(hurt)) return [];
  const others = unanswered.filter(({ node, askedMs }) => node !== hurt.name && askedMs >= sinceMs);
  return others.map(({ node, askedMs, atMs, reason }) => {
    return `${fault}: ${node} refused after ${Math.round(atMs - askedMs)} ms: ${reason}`;
  });
}

interface Gap {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The longest time without an acknowledgement since a moment. Where the fault is of one node, each of the others
 * counts by itself: all have clients, and none of these may wait for the node that is hurt.
 */
export function longestGap(record: RunRecord, nodes: readonly ClusterProcess[], hurt: unknown, sinceMs: number): Gap {
  if (!isOfOneNode(hurt)) return longestOf(record.acknowledgedMs(), sinceMs);
  const others = nodes.filter((node) => node !== hurt);
  return longer(others.map(({ name }) => longestOf(record.acknowledgedMs(name), sinceMs)));
}

function longestOf(times: readonly number[], sinceMs: number): Gap {
  const first = times.findLastIndex((ms) => ms < sinceMs);
  const since = times.slice(Math.max(0, first));
  return longer(since.slice(1).map((endMs, index) => ({ startMs: since[index] ?? endMs, endMs })));
}

function longer(gaps: readonly Gap[]): Gap {
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

/** On a quiet machine a cluster pauses for the lease and no longer than this after it. */
const PAUSE_MS_MAX = 1000;

/** What a run of several nodes proves: its faults, the worst pause by a fault of one node, and what clients noticed. */
export function proofOf(
  outages: readonly Outage[],
  { refusals, gaps }: Pick<RunRecord, 'refusals' | 'gaps'>,
  leaseMs: number,
): string {
  const ofOneNode = outages.filter((outage) => outage.isOfOneNode).sort((a, b) => b.ms - a.ms);
  const [worst] = ofOneNode;
  const mostMs = leaseMs + PAUSE_MS_MAX;
  const longer = ofOneNode.filter(({ ms }) => ms > mostMs).length;
  const pause =
    worst === undefined
      ? 'none'
      : `${Math.round(worst.ms)} ms (${worst.fault}), ${longer} above lease + 1 s (${mostMs} ms)`;
  return [
    `faults: ${outages.length}, of one node: ${ofOneNode.length}`,
    `worst pause by a fault of one node: ${pause}`,
    `refused calls (5xx) and ended streams at surviving nodes: ${refusals.length}`,
    `gaps in streams: ${gaps.length}`,
  ].join('\n');
}
