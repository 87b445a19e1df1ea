import type { SimulatedDatabase } from './database.ts';
import { REFERENCE } from './reference.ts';
import { ON_REFERENCE } from './reference-faults.ts';
import {
  type ClusterFault,
  type ClusterOfStage,
  type Fault,
  LEASE_US,
  MS,
  mendDatabases,
  mendMachine,
  onCluster,
  type Stage,
  victim,
} from './stage.ts';
import type { VenueMachine } from './venue.ts';

function pause(stage: Stage, leastUs: number, mostUs: number, how: 'stop' | 'starve' = 'stop'): void {
  const { process, name } = victim(stage);
  if (process === undefined) return;
  stage.world.note(`${name}: ${how}`);
  process[how]();
  stage.world.after(stage.world.dice.between(leastUs, mostUs), () => {
    stage.world.note(`${name} is resumed`);
    process.resume();
  });
}

const ON_MACHINES: readonly Fault[] = [
  { name: 'killed', weight: 5, run: (stage) => victim(stage).kill() },
  { name: 'power cut', weight: 3, run: (stage) => victim(stage).powerCut() },
  {
    name: 'crash at something that it does',
    weight: 6,
    run: (stage) => victim(stage).process?.crashAfter(stage.world.dice.between(1, 60)),
  },
  { name: 'stopped for longer than its lease', weight: 5, run: (stage) => pause(stage, LEASE_US * 0.8, LEASE_US * 2) },
  { name: 'stopped for a while', weight: 3, run: (stage) => pause(stage, 10 * MS, LEASE_US * 0.8) },
  {
    name: 'main thread without a processor',
    weight: 5,
    run: (stage) => pause(stage, LEASE_US * 0.5, LEASE_US * 4, 'starve'),
  },
  { name: 'SIGTERM', weight: 4, run: (stage) => victim(stage).stop() },
  {
    name: 'clock stepped',
    weight: 3,
    run: (stage) => {
      const { machine, name } = stage.world.dice.pick(stage.machines);
      machine.clockUs += stage.world.dice.between(-3_000_000, 3_000_000);
      stage.world.note(`the clock of ${name} is ${machine.clockUs} µs ahead`);
      stage.world.after(stage.world.dice.between(100 * MS, 4000 * MS), () => {
        machine.clockUs = stage.world.dice.between(-50_000, 50_000);
      });
    },
  },
  {
    name: 'disk full',
    weight: 3,
    run: (stage) => {
      const { disk } = victim(stage).machine;
      disk.bytesLeft = stage.world.dice.between(0, 30_000);
      stage.world.after(stage.world.dice.between(200 * MS, 3000 * MS), () => {
        disk.bytesLeft = Number.POSITIVE_INFINITY;
      });
    },
  },
];

const ON_DISKS: readonly Fault[] = [
  {
    name: 'fdatasync fails',
    weight: 3,
    run: (stage) => {
      victim(stage).machine.disk.syncsThatFail = 1;
    },
  },
  {
    name: 'killed, and soon a power cut',
    weight: 6,
    run: (stage) => {
      const machine = victim(stage);
      machine.kill();
      stage.world.after(stage.world.dice.between(200 * MS, 1500 * MS), () => machine.powerCut());
    },
  },
];

function cutOff(stage: Stage, { name }: VenueMachine, { network, database }: ClusterOfStage): void {
  for (const host of database.hosts) network.cut(name, host.name);
  if (stage.world.dice.chance(0.5)) network.cut(name, REFERENCE);
  stage.world.after(stage.world.dice.between(300 * MS, LEASE_US * 2), () => network.mendAll());
}

function failOver({ world }: Stage, { database }: ClusterOfStage): void {
  database.failOver(world.dice.chance(0.25));
  world.after(world.dice.between(100 * MS, 1500 * MS), () => database.rejoin());
}

/** The commands at which a backup may end that lacks what nodes know to be durable: all of them, or some (J26). */
function endsOfBackups({ world, machines }: Stage, database: SimulatedDatabase): readonly number[] {
  const begun = database.sequenceBefore(machines.map(({ name }) => name));
  const all = database.primary.tables.groups.map(({ lastSequence }) => lastSequence);
  const ends = all.filter((end) => end >= begun);
  const known = machines.map(({ durable }) => durable);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const ofSome = ends.filter((end) => end >= least && end < most);
  // A node that does not run then is not waited for.
  const areThere = machines.every(({ process }) => process?.isAlive === true && !process.isStopped);
  if (!areThere || ofSome.length === 0 || world.dice.chance(0.5)) return ends.filter((end) => end < least).slice(-30);
  for (const { process } of machines) process?.crashAfter(Number.POSITIVE_INFINITY);
  return ofSome;
}

/** A backup that lacks durable commands is restored; later the right one is (J17). */
const rewind: ClusterFault = async (stage, cluster) => {
  mendDatabases(cluster);
  const { world } = stage;
  const { database } = cluster;
  const ends = endsOfBackups(stage, database);
  if (ends.length === 0) return;
  const sequence = world.dice.pick(ends);
  world.note(`the journal is rewound to command ${sequence} of ${database.primary.tables.sequence}`);
  const takeBack = database.rewind(sequence);
  await world.sleep(world.dice.between(1000 * MS, LEASE_US * 3));
  // A lease that was renewed in the backup must have ended: what is restored next does not know it.
  database.stopAll();
  await world.sleep(LEASE_US * 3);
  world.note('the journal is whole again');
  takeBack();
};

/** An operator lets commits go on without the standby, which then stops, and may lose the primary (J19). */
const commitWithoutStandby: ClusterFault = async (stage, cluster) => {
  mendDatabases(cluster);
  const { world } = stage;
  const { database } = cluster;
  // Commits that wait end then, without a warning.
  database.emptyStandbyNames();
  world.note('commits do not wait for the standby');
  await world.sleep(world.dice.between(20 * MS, 100 * MS));
  database.stopReceiver();
  await world.sleep(world.dice.between(100 * MS, 3000 * MS));
  database.standbyNames = '*';
  world.note('commits wait for the standby again');
  if (world.dice.chance(0.6)) failOver(stage, cluster);
  else database.resumeReceiver();
};

/**
 * The standby is promoted while the primary lives, and then the promotion is taken back (J20). Meanwhile a process
 * restarts, or the main thread of the leader is late and all connections break: its other thread connects again (J27).
 */
const promoteByMistake: ClusterFault = async (stage, cluster) => {
  mendDatabases(cluster);
  const { world } = stage;
  // A host that does not answer within 200 ms is not waited for: who takes over then does not see that it takes writes.
  cluster.network.isQuick = true;
  const isLate = world.dice.chance(0.4);
  if (isLate) pause(stage, LEASE_US * 0.5, LEASE_US * 2, 'starve');
  const takeBack = cluster.database.promoteByMistake();
  world.note('both servers accept writes');
  await world.sleep(world.dice.between(1 * MS, 300 * MS));
  if (isLate) cluster.database.cutConnections();
  else world.dice.pick(stage.machines).kill();
  await world.sleep(world.dice.between(LEASE_US, LEASE_US * 2));
  world.note('one server accepts writes');
  takeBack();
  cluster.network.isQuick = false;
};

const ON_CLUSTERS: readonly Fault[] = [
  ...ON_REFERENCE,
  { name: 'journal rewound', weight: 3, run: onCluster(rewind) },
  { name: 'durability off', weight: 3, run: onCluster(commitWithoutStandby) },
  { name: 'two primaries', weight: 3, run: onCluster(promoteByMistake) },
  { name: 'primary gone, standby promoted', weight: 5, run: onCluster(failOver) },
  {
    name: 'commit waits cancelled',
    weight: 4,
    run: onCluster((stage, cluster) => {
      const { database } = cluster;
      database.stopReceiver();
      const { world } = stage;
      world.after(world.dice.between(5 * MS, 300 * MS), () => {
        world.note(`${database.cancelWaits()} commits do not wait any more`);
        if (world.dice.chance(0.4)) world.after(world.dice.between(1 * MS, 200 * MS), () => database.resumeReceiver());
        else world.after(world.dice.between(1 * MS, 150 * MS), () => failOver(stage, cluster));
      });
    }),
  },
  {
    name: 'receiver of the standby stopped',
    weight: 3,
    run: onCluster(({ world }, { database }) => {
      database.stopReceiver();
      world.after(world.dice.between(100 * MS, LEASE_US * 2), () => database.resumeReceiver());
    }),
  },
  { name: 'connections cut', weight: 4, run: onCluster((_, { database }) => database.cutConnections()) },
  {
    name: 'cut off from the databases',
    weight: 5,
    run: onCluster((stage, cluster) => cutOff(stage, victim(stage), cluster)),
  },
  {
    name: 'handover asked for',
    weight: 4,
    run: onCluster((_, { database }) => {
      const { primary } = database;
      database.execute(primary, 'askHandover', [], () => {});
    }),
  },
];

/** Chooses and makes faults until the run ends them. */
export function makeFaults(stage: Stage, isOver: () => boolean): void {
  const { world, cluster } = stage;
  const faults = [...ON_MACHINES, ...(cluster === undefined ? ON_DISKS : ON_CLUSTERS)];
  const all = faults.reduce((sum, { weight }) => sum + weight, 0);
  const next = async () => {
    if (isOver()) return;
    let place = world.dice.between(1, all);
    const fault = faults.find(({ weight }) => {
      place -= weight;
      return place <= 0;
    }) as Fault;
    world.note(`fault: ${fault.name}`);
    await fault.run(stage);
    world.after(
      world.dice.chance(0.3) ? world.dice.between(1 * MS, 300 * MS) : world.dice.between(300 * MS, 3000 * MS),
      () => void next(),
    );
  };
  world.after(world.dice.between(300 * MS, 1500 * MS), () => void next());
}

/** Everything works again. */
export function mendEverything({ world, machines, cluster }: Stage): void {
  world.note('the faults are over');
  if (cluster !== undefined) {
    mendDatabases(cluster);
    cluster.reference.isDown = false;
  }
  for (const machine of machines) mendMachine(machine, world);
}
