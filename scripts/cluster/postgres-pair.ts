/** A primary of PostgreSQL with its synchronous standbys, for trying a cluster out, and for its tests. */
import { setTimeout as delay } from 'node:timers/promises';
import { POLL_MS, PostgresServer, type PostgresSettings, START_MS_MAX } from './postgres-server.ts';

/** A primary whose commits wait for a standby, and that standby. */
export interface PostgresPair {
  primary: PostgresServer;
  standby: PostgresServer;
  /** A second standby, of which commits wait for either. */
  readonly third: PostgresServer | undefined;
  /** All of them, whichever is the primary. */
  readonly servers: readonly PostgresServer[];
  /** With the hosts of all of them. */
  url(database?: string): string;
  /** The standby that has most takes over from a primary that is gone, which then follows it. */
  failOver(): Promise<void>;
  /** The standby is promoted, the primary lives on for a while, and then follows it. */
  splitFor(whileBoth: () => Promise<void>): Promise<void>;
  remove(): Promise<void>;
}

export interface PairOptions {
  readonly settings?: PostgresSettings | undefined;
  readonly databases?: 2 | 3 | undefined;
}

export async function startPostgresPair(bin: string, { settings = {}, databases = 2 }: PairOptions = {}) {
  const first = await PostgresServer.create(bin, settings);
  const second = await PostgresServer.standbyOf(first, settings);
  const third = databases === 3 ? await PostgresServer.standbyOf(first, settings) : undefined;
  const servers = third === undefined ? [first, second] : [first, second, third];
  const pair: PostgresPair = {
    primary: first,
    standby: second,
    third,
    servers,
    url: (database = 'postgres') =>
      `postgres://postgres@${servers.map(({ address }) => address).join(',')}/${database}`,
    async splitFor(whileBoth) {
      await pair.standby.promote();
      await whileBoth();
      await pair.failOver();
    },
    async failOver() {
      const old = pair.primary;
      await old.kill();
      const next = await mostOf(servers.filter((one) => one !== old && one.isRunning));
      if (await next.isInRecovery()) await next.promote();
      pair.primary = next;
      await next.query('checkpoint');
      for (const one of servers) {
        if (one === next) continue;
        await one.stop();
        await one.copy(next);
        await one.start(settings);
      }
      pair.standby = servers.find((one) => one !== next) as PostgresServer;
      await makeSynchronous(pair);
    },
    async remove() {
      await Promise.all(servers.map((one) => one.remove()));
    },
  };
  await makeSynchronous(pair);
  return pair;
}

/** Of those that could take over, the one with the most of what the primary committed. */
async function mostOf(servers: readonly PostgresServer[]): Promise<PostgresServer> {
  const [first, ...others] = servers;
  if (first === undefined) throw new Error('no standby is there');
  let [most, bytes] = [first, await receivedBytes(first)];
  for (const other of others) {
    const its = await receivedBytes(other);
    if (its > bytes) [most, bytes] = [other, its];
  }
  return most;
}

async function receivedBytes(server: PostgresServer): Promise<number> {
  const [row] = await server.query(
    `select (case when pg_is_in_recovery() then greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())
      else pg_current_wal_lsn() end - '0/0')::text as bytes`,
  );
  return Number(row?.bytes);
}

async function makeSynchronous({ primary, servers }: PostgresPair): Promise<void> {
  await primary.set({ synchronous_standby_names: servers.length > 2 ? 'ANY 1 (*)' : '*' });
  const attached = "select 1 from pg_stat_replication where sync_state in ('sync', 'quorum') and state = 'streaming'";
  for (const end = Date.now() + START_MS_MAX; Date.now() < end; await delay(POLL_MS)) {
    if ((await primary.query(attached)).length === servers.length - 1) return;
  }
  throw new Error('the standbys did not attach in time');
}
