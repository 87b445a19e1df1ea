/** Faults of the reference database and of keys: the journal alone decides who leads. */
import { REFERENCE } from './reference.ts';
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

/** Everybody is there and has all that it needs, but for the reference database. */
async function leaderWithoutFault(stage: Stage, { network, database, reference }: ClusterOfStage) {
  const { world, machines } = stage;
  network.isQuick = true;
  reference.isDown = false;
  for (const machine of machines) mendMachine(machine, world);
  for (let looks = 0; looks < 50; looks++) {
    await world.sleep(100 * MS);
    if (database.isLate) continue;
    const leader = machines.find(({ serves }) => serves);
    const others = machines.filter((one) => one !== leader);
    if (leader !== undefined && others.every(({ process, node }) => process?.isAlive && node?.follows)) return leader;
  }
  return undefined;
}

/** The leader is gone while nobody reaches the reference database: another leads, once and for all (J7, J16). */
const takeOverWithoutReference: ClusterFault = async (stage, cluster) => {
  mendDatabases(cluster);
  const { world, onWrong } = stage;
  const { database, reference, network } = cluster;
  const leader = await leaderWithoutFault(stage, cluster);
  if (leader !== undefined) {
    world.note('the reference database is gone');
    reference.crash();
    const { epoch } = database.primary.tables.lease;
    leader.kill();
    await world.sleep(world.dice.between(LEASE_US * 2, LEASE_US * 3));
    const epochs = database.primary.tables.lease.epoch - epoch;
    if (epochs !== 1) onWrong(`without the reference database ${epochs} nodes in turn began to lead`);
    reference.isDown = false;
    world.note('the reference database is back');
  }
  network.isQuick = false;
};

export const ON_REFERENCE: readonly Fault[] = [
  { name: 'takeover without the reference database', weight: 3, run: onCluster(takeOverWithoutReference) },
  {
    name: 'reference database restarts',
    weight: 3,
    run: onCluster(({ world }, { reference }) => {
      reference.crash();
      world.after(world.dice.between(100 * MS, 3000 * MS), () => {
        reference.isDown = false;
      });
    }),
  },
  {
    name: 'connections to the reference database break',
    weight: 3,
    run: onCluster((_, { reference }) => reference.breakConnections()),
  },
  {
    name: 'cut off from the reference database',
    weight: 3,
    run: onCluster((stage, { network }) => {
      network.cut(victim(stage).name, REFERENCE);
      stage.world.after(stage.world.dice.between(300 * MS, LEASE_US * 2), () => network.mendAll());
    }),
  },
  {
    name: 'keys cannot be read',
    weight: 3,
    run: (stage) => {
      const { machine } = victim(stage);
      // All keys, or those with which the tokens of webhooks are sealed.
      machine.unreadable = stage.world.dice.pick(['', 'webhook_tokens:']);
      stage.world.after(stage.world.dice.between(200 * MS, 3000 * MS), () => {
        machine.unreadable = undefined;
      });
    },
  },
];
