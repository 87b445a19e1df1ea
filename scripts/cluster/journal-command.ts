/**
 * `npm run admin -- journal`: what a rewound journal lacks, and what the operator decides (docs/operate/cluster.md,
 * J18).
 */
import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { recordArchive } from '../../src/cluster/archives.ts';
import type { Connection } from '../../src/cluster/connection.ts';
import { acceptLoss, decisionsOf, lostOf, NotDecided, restoreGroups, skippedIds } from '../../src/cluster/decisions.ts';
import { deleteGroups } from '../../src/cluster/delete-groups.ts';
import { PostgresLedger } from '../../src/cluster/postgres-ledger.ts';
import { sharedEnd } from '../../src/cluster/shared-end.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { type JournalPosition, journalStart } from '../../src/exchange/journal/reader.ts';
import { foldersOf } from '../../src/exchange/journal/segments.ts';
import { JournalTail } from '../../src/exchange/journal/tail.ts';
import { isCopy } from '../../src/exchange/storage/copy-mark.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { listSnapshots, loadSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { verifyVenue } from '../../src/exchange/storage/verify.ts';
import { skipIds } from '../../src/modules/shared/ids/ids.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { nodeName } from '../../src/service/parts/index.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';
import { recordedOnJournal } from './recorded-command.ts';

const MS_MAX = 5000;
const USAGE =
  'journal, journal restore-from NODE, journal accept-loss COMMANDS, journal archived BACKUP, or ' +
  'journal delete-archived BACKUP';

export async function journalCommand(args: readonly string[], env = process.env): Promise<unknown> {
  const config = readConfig(env);
  if (config.JOURNAL_URL === null) throw new NotDecided('JOURNAL_URL is not set: the venue is one process');
  const [decision, value, ...others] = args;
  return new ClusterJournal(config.JOURNAL_URL, 'admin').withConnection((connection) => {
    if (decision === undefined) return shown(connection);
    if (value === undefined || others.length > 0) throw new NotDecided(`the command is ${USAGE}`);
    if (decision === 'archived') return archived(connection, config, value);
    if (decision === 'delete-archived') return deleteArchived(connection, config, value);
    if (decision === 'restore-from') return restoreFrom(connection, config, value);
    if (decision === 'accept-loss') return loseCommands(connection, config, Number(value));
    throw new NotDecided(`the command is ${USAGE}`);
  });
}

async function stateOf(connection: Connection) {
  const ledger = new PostgresLedger(connection, SHARD);
  const status = await ledger.read('shard', MS_MAX);
  if (status === undefined) throw new NotDecided('no node has ever started with this journal');
  const nodes = await ledger.read('members', MS_MAX);
  return { ledger, status, nodes, lost: lostOf(nodes, status.sequence) };
}

async function shown(connection: Connection): Promise<object> {
  const { status, nodes, lost } = await stateOf(connection);
  return {
    sequence: status.sequence,
    epoch: status.epoch,
    leaseIsOver: status.isFree,
    commandsThatItLacks: lost === undefined ? 0 : lost.to - lost.from,
    nodes: nodes.map(({ node, durable, shared, isHeld, hasReported }) => ({
      ...{ node, knownToBeDurable: durable.sequence, journalHasIt: isHeld, hasReported },
      ...(isHeld || shared === null ? {} : { holds: { from: shared + 1, to: durable.sequence } }),
    })),
    decisions: await decisionsOf(connection, SHARD),
  };
}

async function restoreFrom(connection: Connection, config: Config, node: string): Promise<object> {
  const own = nodeName(config);
  if (node !== own) {
    throw new NotDecided(
      `these are the settings of ${own}: run this with those of ${node}, whose DATA_DIR has the groups`,
    );
  }
  const { ledger } = await stateOf(connection);
  const folder = join(config.DATA_DIR, 'venue');
  const folders = foldersOf(folder, config.JOURNAL_ARCHIVE_DIR);
  const { end } = recover(nodeFileSystem, folder, SHARD, { archiveFolder: config.JOURNAL_ARCHIVE_DIR });
  const shared = await sharedEnd({ files: nodeFileSystem, folders, shard: SHARD, end: end.sequence }, ledger);
  if (shared === undefined) throw new NotDecided(`${folder} shares nothing with the journal of JOURNAL_URL`);
  const groups = () => new JournalTail(nodeFileSystem, folders, shared.sequence === 0 ? journalStart(SHARD) : shared);
  const restore = (database: Database) => raiseIds(database, groups(), end.sequence);
  await recordedOnJournal(config, { name: 'journal restore-from', recordsOf: () => ({ node }) }, restore);
  const restored = { node, decidedBy: userInfo().username, shared, groups: groups(), end: end.sequence };
  return { restored: await restoreGroups(connection, SHARD, restored), ...(await shown(connection)) };
}

async function loseCommands(connection: Connection, config: Config, commands: number): Promise<object> {
  const { lost } = await stateOf(connection);
  if (lost === undefined) throw new NotDecided('the journal has all that its nodes know to be durable');
  const count = lost.to - lost.from;
  if (commands !== count) {
    const which = `${lost.from + 1} to ${lost.to}`;
    throw new NotDecided(`the journal lacks ${count} commands, ${which}: to give them up, name that number`);
  }
  const command = { name: 'journal accept-loss', recordsOf: () => ({}) };
  await recordedOnJournal(config, command, ({ db }) => skipIds(db, skippedIds(lost)));
  await acceptLoss(connection, SHARD, lost, userInfo().username);
  return { givenUp: commands, idsPassedOver: skippedIds(lost), ...(await shown(connection)) };
}

/** The newest snapshot of a backup, once the backup is found to be whole (J33). */
function snapshotOf(config: Config, backup: string): JournalPosition {
  const inside = join(backup, 'venue');
  const folder = existsSync(inside) ? inside : backup;
  const own = join(config.DATA_DIR, 'venue');
  const isThere = existsSync(folder);
  const isOwn = isThere && existsSync(own) && realpathSync(folder) === realpathSync(own);
  if (!isThere || isOwn || !isCopy(nodeFileSystem, folder)) {
    throw new NotDecided(`${backup} is ${isOwn ? 'DATA_DIR' : 'no backup'}: name a folder that npm run backup made`);
  }
  const { problems } = verifyVenue(nodeFileSystem, folder);
  if (problems.length > 0) throw new NotDecided(`${backup} is not whole: ${problems.join('; ')}`);
  const [newest] = listSnapshots(nodeFileSystem, folder);
  if (newest === undefined) throw new NotDecided(`${backup} has no snapshot: only what is older than one is deleted`);
  return loadSnapshot(nodeFileSystem, newest.path, SHARD).position;
}

/** Records a backup where it is kept, for JOURNAL_GROUP_DAYS. */
async function archived(connection: Connection, config: Config, backup: string): Promise<object> {
  const snapshot = snapshotOf(config, backup);
  const command = { name: 'journal archived', recordsOf: () => ({}) };
  await recordedOnJournal(config, command, () => recordArchive(connection, snapshot, userInfo().username));
  return { archivedTo: snapshot.sequence, ...(await shown(connection)) };
}

/** Deletes what a backup makes unnecessary. */
async function deleteArchived(connection: Connection, config: Config, backup: string): Promise<object> {
  const snapshot = snapshotOf(config, backup);
  const command = { name: 'journal delete-archived', recordsOf: () => ({}) };
  const deletedTo = await recordedOnJournal(config, command, () => deleteGroups(connection, snapshot));
  return { deletedTo, ...(await shown(connection)) };
}

/** The reference database may have been rewound too: ids of records that the groups name are not given out again. */
async function raiseIds({ db }: Database, groups: JournalTail, end: number): Promise<void> {
  const highest = new Map<string, number>();
  for (let group = groups.next(end); group !== undefined; group = groups.next(end)) {
    for (const command of commandsIn(group.payload)) {
      const ids = command.type === 'id' ? { [command.kind]: command.id } : command.type === 'bind' ? command.ids : {};
      for (const [kind, id] of Object.entries(ids)) highest.set(kind, Math.max(highest.get(kind) ?? 0, id));
    }
  }
  for (const [kind, id] of highest) {
    const lagging = db
      .updateTable('id_sequences')
      .set({ next_id: id + 1 })
      .where('kind', '=', kind);
    await lagging.where('next_id', '<=', id).execute();
  }
}
