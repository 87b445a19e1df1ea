/** A primary of PostgreSQL with its synchronous standbys, for trying a cluster out, and for its tests. */
import { setTimeout as delay } from 'node:timers/promises';
import { POLL_MS, PostgresServer, type PostgresSettings, START_MS_MAX } from './postgres-server.ts';

/** A primary whose commits wait for one standby, and its standbys: one or two. */
export interface PostgresPair {
  primary: PostgresServer;
  /** All of them, whichever is the primary. */
  readonly servers: readonly PostgresServer[];
  /** All but the primary. */
  readonly standbys: readonly PostgresServer[];
  /** The first of them. */
  readonly standby: PostgresServer;
  /** Of `synchronous_standby_names`: commits wait for any one of the standbys. */
  readonly synchronousNames: string;
  /** With the hosts of all of them. */
  url(database?: string): string;
  /** The standby that has most takes over from a primary that is gone, which then follows it. */
  failOver(): Promise<void>;
  /**
   * The first standby is promoted, the primary lives on for a while. Then one of the two goes on, and all others follow
   * it: the one that `whileBoth` resolves with, otherwise the promoted one.
   */
  splitFor(whileBoth: () => Promise<unknown>): Promise<void>;
  /** Resolves when all standbys follow the primary, and commits wait for one of them. */
  attached(): Promise<void>;
  remove(): Promise<void>;
}

export interface PairOptions {
  readonly settings?: PostgresSettings | undefined;
  readonly databases?: 2 | 3 | undefined;
}

export async function startPostgresPair(bin: string, { settings = {}, databases = 2 }: PairOptions = {}) {
  const first = await PostgresServer.create(bin, settings);
  const standbys = Array.from({ length: databases - 1 }, () => PostgresServer.standbyOf(first, settings));
  const pair = new Pair([first, ...(await Promise.all(standbys))]);
  await pair.makeSynchronous();
  return pair as PostgresPair;
}

class Pair implements PostgresPair {
  readonly servers: readonly PostgresServer[];
  readonly synchronousNames: string;
  primary: PostgresServer;

  constructor(servers: readonly [PostgresServer, ...PostgresServer[]]) {
    this.servers = servers;
    this.synchronousNames = servers.length > 2 ? 'ANY 1 (*)' : '*';
    this.primary = servers[0];
  }

  get standbys(): readonly PostgresServer[] {
    return this.servers.filter((one) => one !== this.primary);
  }

  get standby(): PostgresServer {
    return this.standbys[0] as PostgresServer;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@${this.servers.map(({ address }) => address).join(',')}/${database}`;
  }

  async failOver(): Promise<void> {
    const { primary, standbys } = this;
    await primary.kill();
    const running = standbys.filter(({ isRunning }) => isRunning);
    const next = await mostOf(running);
    // Those have nothing that the next one lacks.
    await this.#goOnWith(
      next,
      running.filter((one) => one !== next),
    );
  }

  async splitFor(whileBoth: () => Promise<unknown>): Promise<void> {
    const { primary, standby } = this;
    await standby.promote();
    const next = (await whileBoth()) === primary ? primary : standby;
    await (next === primary ? standby : primary).kill();
    await this.#goOnWith(next);
  }

  /** @param followers what may follow as it is; the others are copied */
  async #goOnWith(next: PostgresServer, followers: readonly PostgresServer[] = []): Promise<void> {
    if (await next.isInRecovery()) await next.promote();
    this.primary = next;
    for (const one of followers) await one.follow(next);
    await next.query('checkpoint');
    const others = this.standbys.filter((one) => !followers.includes(one));
    await Promise.all(
      others.map(async (one) => {
        await one.stop();
        await one.copy(next);
        await one.start();
      }),
    );
    await this.makeSynchronous();
  }

  async makeSynchronous(): Promise<void> {
    await this.primary.set({ synchronous_standby_names: this.synchronousNames });
    await this.attached();
  }

  async attached(): Promise<void> {
    const { primary, standbys } = this;
    const rows = "select 1 from pg_stat_replication where sync_state in ('sync', 'quorum') and state = 'streaming'";
    for (const end = Date.now() + START_MS_MAX; Date.now() < end; await delay(POLL_MS)) {
      if ((await primary.query(rows)).length === standbys.length) return;
    }
    throw new Error('the standbys did not attach in time');
  }

  async remove(): Promise<void> {
    await Promise.all(this.servers.map((one) => one.remove()));
  }
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
