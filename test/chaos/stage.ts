/** What a fault of a chaos run acts on, and what it must show meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';
import type { TrialCluster } from '../../scripts/cluster/trial-cluster.ts';
import type { Dice } from '../e2e/support/dice.ts';
import type { NodeLines } from './passage.ts';
import { nowUs, type RunRecord } from './record.ts';

export interface Stage {
  readonly cluster: TrialCluster;
  /** By node. */
  readonly lines: readonly NodeLines[];
  readonly dice: Dice;
  readonly leaseMs: number;
  readonly record: RunRecord;
  leader(): Promise<ClusterProcess>;
}

/** A fault after which no node may refuse anything. */
export const NOBODY: unique symbol = Symbol('nobody');
/** The node that a fault hurts, where all others must go on without a refusal (J23); undefined: it may hurt all. */
export type Hurt = ClusterProcess | typeof NOBODY | undefined;

/** @param result of a fault */
export function hurtBy(result: unknown): Hurt {
  return result === NOBODY || result instanceof ClusterProcess ? result : undefined;
}

export interface Fault {
  readonly name: string;
  /** How often it is chosen, relative to the others. */
  readonly weight: number;
  /** Of a person who operates the databases (docs/operate/cluster.md, J17, J19, J20). */
  readonly isOperatorError?: true;
  /** How many databases it needs; absent: two. */
  readonly ofDatabases?: number;
  /** Resolves with what it hurts where that is one node, or nobody. */
  run(stage: Stage): Promise<unknown>;
}

export async function bothOf(stage: Stage): Promise<{ leader: ClusterProcess; other: ClusterProcess }> {
  const leader = await stage.leader();
  const other = stage.cluster.nodes.find((node) => node !== leader) as ClusterProcess;
  return { leader, other };
}

export function linesOf(node: ClusterProcess, { cluster, lines }: Stage): NodeLines {
  return lines[cluster.nodes.indexOf(node)] as NodeLines;
}

/** While the work runs no commit has the standby that it waits for: no change that is asked meanwhile takes effect. */
export async function nothingAcknowledged({ record }: Stage, fault: string, work: () => Promise<void>): Promise<void> {
  const sinceUs = nowUs();
  await work();
  const untilUs = nowUs();
  const wrong = record.calls.filter(
    ({ key, statusCode, replayed, askedUs, answeredUs }) =>
      key !== null && statusCode === '101' && !replayed && askedUs >= sinceUs && answeredUs <= untilUs,
  );
  for (const { method, key } of wrong) {
    record.violations.push(`${fault}: ${method} ${key} was acknowledged, and no standby had it`);
  }
}

/** Long, for a machine that is busy with other things. */
const GOES_ON_MS_MAX = 30_000;
const POLL_MS = 20;

/** Resolves when each node has acknowledged a change that was asked after now: nothing waits for what is gone. */
export async function allGoOn({ cluster, record }: Stage, fault: string, msMax = GOES_ON_MS_MAX): Promise<void> {
  const sinceUs = nowUs();
  const first = record.calls.length;
  const silentNodes = () => {
    const since = record.calls.slice(first).filter(({ key, askedUs }) => key !== null && askedUs >= sinceUs);
    const answered = new Set(since.map(({ node }) => node));
    return cluster.nodes.filter(({ name }) => !answered.has(name));
  };
  const end = performance.now() + msMax;
  while (silentNodes().length > 0 && performance.now() < end) await delay(POLL_MS);
  for (const { name } of silentNodes()) {
    record.violations.push(`${fault}: ${name} acknowledged nothing for ${msMax} ms`);
  }
}
