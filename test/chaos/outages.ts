/** What a fault did to the load of a chaos run. */
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import type { RunRecord } from './record.ts';
import { type Hurt, NOBODY } from './stage.ts';

export interface Outage {
  readonly fault: string;
  readonly hurt: Hurt;
  /** The longest time without an acknowledged change; where it hurts one node or none, at any of the others. */
  readonly ms: number;
  /** What of it was left when the fault was over and the databases were whole again. */
  readonly afterMs: number;
}

/** The nodes whose clients must not notice more than a pause. */
function unhurt(nodes: readonly ClusterProcess[], hurt: Hurt): readonly ClusterProcess[] {
  if (hurt === undefined) return [];
  return hurt === NOBODY ? nodes : nodes.filter((node) => node !== hurt);
}

/** Tries without an answer at nodes that a fault did not hurt (J23). */
export function refusalsOf({ unanswered }: RunRecord, nodes: readonly ClusterProcess[], hurt: Hurt, sinceMs: number) {
  const names = new Set(unhurt(nodes, hurt).map(({ name }) => name));
  const refused = unanswered.filter(({ node, askedMs }) => names.has(node) && askedMs >= sinceMs);
  return refused.map(
    ({ node, askedMs, atMs, reason }) => `${node} refused after ${Math.round(atMs - askedMs)} ms: ${reason}`,
  );
}

interface Gap {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The longest time without an acknowledgement since a moment. Where the fault hurts one node or none, each other one
 * counts by itself: all have clients, and none of these may wait for what is hurt.
 */
export function longestGap(record: RunRecord, nodes: readonly ClusterProcess[], hurt: Hurt, sinceMs: number): Gap {
  const others = unhurt(nodes, hurt);
  if (others.length === 0) return longestOf(record.acknowledgedMs(), sinceMs);
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

/** What a run proves: its faults, the worst pauses by those of one node or one database, and what clients noticed. */
export function proofOf(
  outages: readonly Outage[],
  { refusals, gaps }: Pick<RunRecord, 'refusals' | 'gaps'>,
  leaseMs: number,
): string {
  const ofNobody = outages.filter(({ hurt }) => hurt === NOBODY);
  const ofOneNode = outages.filter(({ hurt }) => hurt !== NOBODY && hurt !== undefined);
  const mostMs = leaseMs + PAUSE_MS_MAX;
  const worstOf = (those: readonly Outage[]) => {
    const [worst] = [...those].sort((a, b) => b.ms - a.ms);
    if (worst === undefined) return 'none';
    const above = those.filter(({ ms }) => ms > mostMs).length;
    return `${Math.round(worst.ms)} ms (${worst.fault}), ${above} above lease + 1 s (${mostMs} ms)`;
  };
  return [
    `faults: ${outages.length}, of one node: ${ofOneNode.length}, of one database: ${ofNobody.length}`,
    `worst pause by a fault of one node: ${worstOf(ofOneNode)}`,
    `worst pause by a fault of one database: ${worstOf(ofNobody)}`,
    `refused calls (5xx) and ended streams at nodes that no fault hurt: ${refusals.length}`,
    `gaps in streams: ${gaps.length}`,
  ].join('\n');
}
