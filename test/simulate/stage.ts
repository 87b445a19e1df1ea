/** Where faults happen, and how everything is made whole again. */
import type { SimulatedDatabase } from './database.ts';
import type { Network } from './network.ts';
import { LEASE_MS } from './node-machine.ts';
import type { ReferenceServer } from './reference.ts';
import type { VenueMachine } from './venue.ts';
import type { World } from './world.ts';

export const MS = 1000;
export const LEASE_US = LEASE_MS * MS;

/** Where faults happen. */
export interface Stage {
  readonly world: World;
  readonly machines: readonly VenueMachine[];
  /** Undefined where a process is alone. */
  readonly cluster: ClusterOfStage | undefined;
  readonly onWrong: (what: string) => void;
}

export interface ClusterOfStage {
  readonly database: SimulatedDatabase;
  readonly network: Network;
  readonly reference: ReferenceServer;
}

export interface Fault {
  readonly name: string;
  /** How often it is chosen, relative to the others. */
  readonly weight: number;
  /** While it lasts, no other fault is made. */
  run(stage: Stage): void | Promise<void>;
}

/** Rather the one that serves. */
export function victim({ world, machines }: Stage): VenueMachine {
  const leader = machines.find(({ serves }) => serves);
  return leader !== undefined && world.dice.chance(0.7) ? leader : world.dice.pick(machines);
}

export type ClusterFault = (stage: Stage, cluster: ClusterOfStage) => void | Promise<void>;

export const onCluster = (run: ClusterFault) => (stage: Stage) => {
  if (stage.cluster !== undefined) return run(stage, stage.cluster);
};

/** Both servers are there, and every node reaches both. */
export function mendDatabases({ network, database }: Pick<ClusterOfStage, 'network' | 'database'>): void {
  network.mendAll();
  database.rejoin();
  database.resumeReceiver();
}

export function mendMachine({ machine, process }: VenueMachine, world: World): void {
  machine.disk.bytesLeft = Number.POSITIVE_INFINITY;
  machine.disk.syncsThatFail = 0;
  machine.clockUs = world.dice.between(-50_000, 50_000);
  machine.unreadable = undefined;
  process?.crashAfter(Number.POSITIVE_INFINITY);
  process?.resume();
}
