import type { Timers } from '../time/timers.ts';
import { CONNECT_MS_MAX, type Connect, type Connection, WatchedConnection } from './connection.ts';

/** A host of JOURNAL_URL, as it says of itself. */
interface HostStatus {
  /** Its place in JOURNAL_URL, from 1: reasons are shown to anybody, and name no address. */
  readonly place: number;
  readonly isPrimary: boolean;
  readonly timeline: number;
}

/** A primary writes its own timeline; the control file of a promoted one has the old timeline until its checkpoint. */
const STATUS = {
  name: 'host',
  text: `select pg_is_in_recovery() as in_recovery, case when pg_is_in_recovery()
    then (select greatest((select min_recovery_end_timeline from pg_control_recovery()),
      (select timeline_id from pg_control_checkpoint()), (select received_tli from pg_stat_get_wal_receiver())))
    else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`,
};

/** How long a check is waited for: a host that is gone may never answer. */
export const HOSTS_MS_MAX = 200;
/** A host in order answers at once; the connection to one that does not may lead nowhere. */
const KEPT_MS_MAX = 50;

/** Checks all hosts of JOURNAL_URL, over a connection to each that is kept (J20). */
export class HostWatch {
  readonly #urls: readonly string[];
  readonly #connect: Connect;
  readonly #timers: Pick<Timers, 'after'>;
  readonly #connections = new Map<string, Connection>();
  #underWay: readonly Promise<HostStatus | undefined>[] | undefined;
  #isClosed = false;

  constructor(urls: readonly string[], connect: Connect, timers: Pick<Timers, 'after'>) {
    this.#urls = urls;
    this.#connect = connect;
    this.#timers = timers;
  }

  /** Why it is not sure which host is the primary; null: it is. A host that does not answer says nothing. */
  check(): Promise<string | null> {
    return this.#problem((kept) => kept);
  }

  /**
   * As check, for a node that may soon lead: a host that does not answer at once is asked over a new connection too. A
   * check that began before the network was in order again would answer too late.
   */
  checkNow(): Promise<string | null> {
    return this.#problem((kept, index) => this.#orAgain(kept, index));
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }

  async #problem(
    ask: (kept: Promise<HostStatus | undefined>, index: number) => Promise<HostStatus | undefined>,
  ): Promise<string | null> {
    if (this.#urls.length < 2) return null;
    const found = await Promise.all(this.#statuses().map(ask));
    return problemOf(found.filter((one) => one !== undefined));
  }

  /** Of each host, of the check that is under way if there is one. */
  #statuses(): readonly Promise<HostStatus | undefined>[] {
    if (this.#underWay !== undefined) return this.#underWay;
    const begun = this.#urls.map((url, index) => this.#statusOf(url, index + 1));
    this.#underWay = begun;
    void Promise.all(begun).then(() => {
      this.#underWay = undefined;
    });
    return begun;
  }

  async #orAgain(kept: Promise<HostStatus | undefined>, index: number): Promise<HostStatus | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const cancel = this.#timers.after(KEPT_MS_MAX, () => resolve(undefined));
    const early = await Promise.race([kept, late]);
    cancel();
    if (early !== undefined) return early;
    const answers = [kept, this.#statusOverNew(index)].map(async (asked) => {
      const status = await asked;
      if (status === undefined) throw new Error('the host says nothing');
      return status;
    });
    return Promise.any(answers).catch(() => undefined);
  }

  async #statusOverNew(index: number): Promise<HostStatus | undefined> {
    let connection: Connection | undefined;
    try {
      connection = new WatchedConnection(await this.#connect(this.#urls[index] as string), this.#timers);
      return await askedOver(connection, index + 1);
    } catch {
      return undefined;
    } finally {
      connection?.close();
    }
  }

  async #statusOf(url: string, place: number): Promise<HostStatus | undefined> {
    try {
      return await askedOver(this.#connections.get(url) ?? (await this.#open(url)), place);
    } catch {
      this.#connections.get(url)?.close();
      this.#connections.delete(url);
      return undefined;
    }
  }

  async #open(url: string): Promise<Connection> {
    const connection = new WatchedConnection(await this.#connect(url), this.#timers);
    if (this.#isClosed) connection.close();
    else this.#connections.set(url, connection);
    return connection;
  }
}

async function askedOver(connection: Connection, place: number): Promise<HostStatus> {
  const { rows } = await connection.run(STATUS, [], CONNECT_MS_MAX);
  return { place, isPrimary: rows[0]?.in_recovery === false, timeline: Number(rows[0]?.timeline) };
}

function problemOf(hosts: readonly HostStatus[]): string | null {
  const [primary, ...others] = hosts.filter(({ isPrimary }) => isPrimary);
  if (primary === undefined) return null;
  if (others.length > 0) {
    const places = [primary, ...others].map(({ place, timeline }) => `${place} (timeline ${timeline})`);
    return `several hosts of JOURNAL_URL take writes, numbers ${places.join(' and ')}: stop all but one`;
  }
  const newer = hosts.find(({ timeline }) => timeline > primary.timeline);
  if (newer === undefined) return null;
  return (
    `host ${newer.place} of JOURNAL_URL, a standby, is on timeline ${newer.timeline}, and host ${primary.place}, ` +
    `which takes writes, on timeline ${primary.timeline}: another primary was promoted`
  );
}
