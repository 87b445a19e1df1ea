/**
 * The venue of a node of a cluster: what is in its files, and the rest from the journal of all
 * (docs/operate/cluster.md).
 */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import {
  adoptJournal,
  announceStart,
  archivedBefore,
  type Connect,
  type Connection,
  checkDurability,
  type DeletionOptions,
  DurableMark,
  deleteGroups,
  HostWatch,
  JournalNotSafe,
  LeaseThread,
  type Ledger,
  migrateJournal,
  openConnection,
  PostgresLedger,
  postgresConnect,
  recoverNode,
  type StartingJournal,
  sharedEnd,
} from '../../cluster/index.ts';
import type { Config } from '../../config.ts';
import { applicationName, HostTurn } from '../../database/postgres-client/index.ts';
import { RULES } from '../../exchange/api/index.ts';
import { type CommandSeq, foldersOf, JournalTail, journalStart, nodeFileSystem } from '../../exchange/journal/index.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { systemTimers } from '../../time/timers.ts';
import { type PartContext, SHARD, starting } from '../lifecycle/index.ts';
import { version } from '../metrics/index.ts';
import { nodeName } from '../parts/index.ts';

const STATUS_MS_MAX = 5000;

/** Whether the venue closes where commits of the journal do not wait for a standby (J19). */
export function requiresStandby({ ENVIRONMENT, JOURNAL_REQUIRE_STANDBY }: Config): boolean {
  return ENVIRONMENT === 'production' || JOURNAL_REQUIRE_STANDBY;
}

/** The journal in the database, of whichever host takes writes. */
export class ClusterJournal {
  readonly #url: string;
  readonly #turn: HostTurn;
  readonly #name: string;

  constructor(url: string, name: string) {
    this.#url = url;
    this.#turn = new HostTurn(url);
    this.#name = name;
  }

  async openLedger(): Promise<Ledger> {
    return new PostgresLedger(await this.#open(), SHARD);
  }

  keepLease(leaseMs: number, onFailure: (error: Error) => void): LeaseThread {
    const settings = {
      url: this.#url,
      shard: SHARD,
      node: this.#name,
      leaseMs,
      applicationName: this.#applicationName,
    };
    return new LeaseThread(settings, onFailure);
  }

  watchHosts(): HostWatch {
    return new HostWatch(this.#turn.urls, this.#connect(), systemTimers);
  }

  /** As sharedEnd, of the files of this node; null where they cannot be read. */
  async sharedEnd(
    ledger: Ledger,
    { DATA_DIR, JOURNAL_ARCHIVE_DIR }: Config,
    end: CommandSeq,
  ): Promise<CommandSeq | null> {
    const folders = foldersOf(join(DATA_DIR, 'venue'), JOURNAL_ARCHIVE_DIR);
    const shared = await sharedEnd({ files: nodeFileSystem, folders, shard: SHARD, end }, ledger);
    return shared?.sequence ?? null;
  }

  /** As announceStart. */
  announce(ledger: Ledger, mark: DurableMark): Promise<void> {
    return announceStart(ledger, { node: this.#name, rules: RULES, version, mark });
  }

  /**
   * Migrates its tables and checks that commits wait for the standby. Throws JournalNotSafe when a new journal would
   * not wait. With an existing journal the node is a standby and reports the fault (J19). Returns the fault.
   */
  async prepare(config: Config): Promise<string | null> {
    return this.withConnection(async (connection) => {
      await migrateJournal(connection);
      const required = { standby: requiresStandby(config), fsync: config.ENVIRONMENT === 'production' };
      const isBegun = (await new PostgresLedger(connection, SHARD).read('shard', STATUS_MS_MAX)) !== undefined;
      return await checkDurability(connection, required).catch((error: unknown) => {
        if (isBegun && error instanceof JournalNotSafe) return error.message;
        throw error;
      });
    });
  }

  /** Whether the journal of all holds the shard. */
  async isBegun(): Promise<boolean> {
    return this.withLedger(async (ledger) => (await ledger.read('shard', STATUS_MS_MAX)) !== undefined);
  }

  /** Whether it says now that this node leads with the epoch. */
  async isLedWith(epoch: number): Promise<boolean> {
    const status = await this.withLedger((ledger) => ledger.read('shard', STATUS_MS_MAX));
    return status?.leader === this.#name && status.epoch === epoch;
  }

  /** Whether the journal of all holds what this node knows to be durable. */
  async has(mark: DurableMark): Promise<boolean> {
    return (await this.withLedger((ledger) => ledger.read('place', STATUS_MS_MAX, mark.value))).isHeld;
  }

  /** As deleteGroups, of what was archived at least `days` ago; undefined: nothing was (J33). */
  async deleteArchived(days: number, options: DeletionOptions): Promise<CommandSeq | undefined> {
    return this.withConnection(async (connection) => {
      const archived = await archivedBefore(connection, SHARD, days);
      return archived && deleteGroups(connection, archived, options);
    });
  }

  /** As adoptJournal. */
  async adopt(folder: string, archiveFolder: string | null, exchange: LiveExchange): Promise<number | undefined> {
    const folders = foldersOf(folder, archiveFolder);
    const groups = new JournalTail(nodeFileSystem, folders, journalStart(SHARD));
    return this.withConnection((connection) =>
      adoptJournal(connection, SHARD, { groups, end: exchange.position.sequence }),
    );
  }

  withLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T> {
    return this.withConnection((connection) => work(new PostgresLedger(connection, SHARD)));
  }

  /** On its own connection, which is closed after the work. */
  async withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#open();
    try {
      return await work(connection);
    } finally {
      connection.close();
    }
  }

  #open(): Promise<Connection> {
    return openConnection(this.#turn, this.#connect(), systemTimers);
  }

  #connect(): Connect {
    return postgresConnect(this.#applicationName);
  }

  get #applicationName(): string {
    return applicationName(this.#name, 'journal');
  }
}

export interface NodeJournal {
  readonly journal: ClusterJournal;
  readonly mark: DurableMark;
}

/**
 * The journal of all, to which this process has announced its start; undefined without a cluster. To be called with the
 * lock of the data folder held, before anything that may take long.
 */
export async function openJournal({ config, shutdown }: PartContext): Promise<NodeJournal | undefined> {
  const { JOURNAL_URL, DATA_DIR } = config;
  if (JOURNAL_URL === null) {
    await starting(DATA_DIR, () => DurableMark.forget(nodeFileSystem, DATA_DIR));
    return undefined;
  }
  const mark = await starting(DATA_DIR, () => new DurableMark(nodeFileSystem, DATA_DIR));
  shutdown.add('durable mark', () => mark.close());
  const journal = new ClusterJournal(JOURNAL_URL, nodeName(config));
  await journal
    .withLedger((ledger) => journal.announce(ledger, mark))
    .catch(() => {
      // A lease ends by itself, and the start says what the database lacks.
    });
  return { journal, mark };
}

/** As recoverNode, of the files of DATA_DIR: files that are set aside stay next to them. */
export async function openNodeVenue(
  { config, log }: PartContext,
  { journal, mark }: NodeJournal,
  recover: () => LiveExchange,
): Promise<LiveExchange> {
  const folder = join(config.DATA_DIR, 'venue');
  const missing = await journal.prepare(config);
  if (missing !== null) log.warn({}, missing);
  const startingJournal: StartingJournal = {
    isBegun: () => journal.isBegun(),
    adopt: (exchange) => journal.adopt(folder, config.JOURNAL_ARCHIVE_DIR, exchange),
    withLedger: (work) => journal.withLedger(work),
    announce: (ledger) => journal.announce(ledger, mark),
  };
  const setAside = (reason: unknown) => {
    const kept = `${folder}-set-aside-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    renameSync(folder, kept);
    log.warn(
      { reason: reason instanceof Error ? reason.message : reason, kept },
      'the copy of the journal is made again',
    );
  };
  return recoverNode(startingJournal, { recover, setAside, mark }, (commands) =>
    log.info({ commands }, 'the journal of this node is the journal of all'),
  );
}
