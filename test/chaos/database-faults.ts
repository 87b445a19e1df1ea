/** Faults of the databases: a primary, or as many of its standbys as commits can do without, or all. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresServer } from '../../scripts/cluster/postgres-server.ts';
import { allGoOn, type Fault, NOBODY, nothingAcknowledged, type Stage } from './stage.ts';

const POLL_MS = 5;

/** Its state and its parent (Linux); undefined: it has ended. */
function statOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const [, state = '', parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** The process of a standby that receives from the primary. */
function receiversOf(standby: PostgresServer): number[] {
  const isReceiver = (pid: number) => {
    try {
      const isOfStandby = statOf(pid)?.parent === standby.pid;
      return isOfStandby && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver');
    } catch {
      return false;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter(isReceiver);
}

async function withReceiversStopped(standbys: readonly PostgresServer[], work: () => Promise<void>): Promise<void> {
  const receivers = standbys.flatMap(receiversOf);
  for (const pid of receivers) process.kill(pid, 'SIGSTOP');
  try {
    // A signal takes effect a moment later.
    const isRunning = (pid: number) => !['T', undefined].includes(statOf(pid)?.state);
    while (receivers.some(isRunning)) await delay(POLL_MS);
    await work();
  } finally {
    for (const pid of receivers) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It has ended.
      }
    }
  }
}

async function startAgain(servers: readonly PostgresServer[], { cluster }: Stage): Promise<void> {
  await Promise.all(servers.map((one) => one.start()));
  await cluster.databases.attached();
}

const ONE_HELD = 'receiver of one standby stopped';
const ALL_HELD = 'receivers of all standbys stopped';
const CANCELLED = 'wait of a commit for the standbys cancelled';
const ONE_LOST = 'one standby of the database lost for a while';
const ALL_LOST = 'all standbys of the database lost for a while';
const BOTH_LOST = 'all databases lost for a while';

export const DATABASE_FAULTS: readonly Fault[] = [
  {
    name: 'connections to the database cut',
    weight: 5,
    run: async ({ cluster: { databases } }) => {
      await databases.primary.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'openats%'`,
      );
    },
  },
  {
    name: 'primary killed, standby promoted',
    weight: 7,
    run: async ({ cluster: { databases } }) => databases.failOver(),
  },
  {
    name: CANCELLED,
    weight: 4,
    run: async (stage) => {
      const { primary, standbys } = stage.cluster.databases;
      await withReceiversStopped(standbys, () =>
        nothingAcknowledged(stage, CANCELLED, async () => {
          await delay(stage.dice.between(30, 200));
          await primary.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
          await delay(50);
        }),
      );
    },
  },
  {
    name: ALL_HELD,
    weight: 3,
    run: async (stage) =>
      withReceiversStopped(stage.cluster.databases.standbys, () =>
        nothingAcknowledged(stage, ALL_HELD, () => delay(stage.dice.between(200, stage.leaseMs * 2))),
      ),
  },
  {
    name: ONE_HELD,
    weight: 3,
    ofDatabases: 3,
    run: async (stage) => {
      await withReceiversStopped([stage.dice.pick(stage.cluster.databases.standbys)], async () => {
        await delay(stage.dice.between(200, stage.leaseMs * 2));
        await allGoOn(stage, ONE_HELD);
      });
      return NOBODY;
    },
  },
  {
    name: ONE_LOST,
    weight: 4,
    ofDatabases: 3,
    run: async (stage) => {
      const standby = stage.dice.pick(stage.cluster.databases.standbys);
      await standby.kill();
      await delay(stage.dice.between(200, stage.leaseMs * 2));
      await allGoOn(stage, ONE_LOST);
      await startAgain([standby], stage);
      return NOBODY;
    },
  },
  {
    name: ALL_LOST,
    weight: 3,
    run: async (stage) => {
      const { standbys } = stage.cluster.databases;
      await Promise.all(standbys.map((one) => one.kill()));
      await nothingAcknowledged(stage, ALL_LOST, () => delay(stage.dice.between(200, stage.leaseMs * 2)));
      await startAgain(standbys, stage);
    },
  },
  {
    name: BOTH_LOST,
    weight: 3,
    run: async (stage) => {
      const { servers } = stage.cluster.databases;
      await Promise.all(servers.map((one) => one.kill()));
      await nothingAcknowledged(stage, BOTH_LOST, () => delay(stage.dice.between(200, stage.leaseMs * 2)));
      await startAgain(servers, stage);
    },
  },
];
