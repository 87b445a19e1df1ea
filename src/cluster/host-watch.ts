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

/** Looks at all hosts of JOURNAL_URL, over a connection to each that is kept (J20). */
export class HostWatch {
  readonly #urls: readonly string[];
  readonly #connect: Connect;
  readonly #timers: Pick<Timers, 'after'>;
  readonly #connections = new Map<string, Connection>();
  #underWay: Promise<string | null> | undefined;
  #isClosed = false;

  constructor(urls: readonly string[], connect: Connect, timers: Pick<Timers, 'after'>) {
    this.#urls = urls;
    this.#connect = connect;
    this.#timers = timers;
  }

  /** Why it is not sure which host is the primary; null: it is. A host that does not answer says nothing. */
  look(): Promise<string | null> {
    if (this.#urls.length < 2) return Promise.resolve(null);
    this.#underWay ??= this.#lookAtAll().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }

  async #lookAtAll(): Promise<string | null> {
    const found = await Promise.all(this.#urls.map((url, index) => this.#statusOf(url, index + 1)));
    return problemOf(found.filter((one) => one !== undefined));
  }

  async #statusOf(url: string, place: number): Promise<HostStatus | undefined> {
    try {
      const connection = this.#connections.get(url) ?? (await this.#open(url));
      const { rows } = await connection.run(STATUS, [], CONNECT_MS_MAX);
      return {
        place,
        isPrimary: rows[0]?.in_recovery === false,
        timeline: Number(rows[0]?.timeline),
      };
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
