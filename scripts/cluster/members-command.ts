/** `npm run admin -- cluster members`: who counts for a takeover at another database (docs/operate/cluster.md, J26). */
import { userInfo } from 'node:os';
import type { Connection } from '../../src/cluster/connection.ts';
import { NotDecided } from '../../src/cluster/decisions.ts';
import { PostgresLedger, readCluster } from '../../src/cluster/index.ts';
import { addMember, removedMembers, removeMember } from '../../src/cluster/members.ts';
import { readConfig } from '../../src/config.ts';
import { SHARD } from '../../src/service/lifecycle/part-context.ts';
import { ClusterJournal } from '../../src/service/venue/cluster-venue.ts';
import { recordedOnJournal } from './recorded-command.ts';

const USAGE = 'cluster members, cluster members add NODE, or cluster members remove NODE';

export async function membersCommand(args: readonly string[], env = process.env): Promise<object> {
  const config = readConfig(env);
  if (config.JOURNAL_URL === null) throw new NotDecided('JOURNAL_URL is not set: the venue is one process');
  const [change, node, ...others] = args;
  return new ClusterJournal(config.JOURNAL_URL, 'admin').withConnection(async (connection) => {
    if (change === undefined) return shown(connection);
    if (!(change === 'add' || change === 'remove') || !node || others.length > 0) {
      throw new NotDecided(`the command is ${USAGE}`);
    }
    const command = { name: `cluster members ${change}`, recordsOf: () => ({ node }) };
    await recordedOnJournal(config, command, () =>
      change === 'add'
        ? addMember(connection, SHARD, node)
        : removeMember(connection, SHARD, node, userInfo().username),
    );
    return shown(connection);
  });
}

async function shown(connection: Connection): Promise<object> {
  const cluster = await readCluster(new PostgresLedger(connection, SHARD));
  if (cluster === undefined) throw new NotDecided('no node has ever started with this journal');
  const { nodes, status } = cluster;
  const nowMs = status.nowUs / 1000;
  return {
    members: nodes.map(({ node, role, isThere, seenMsAgo, sequence, durable, isHeld, hasReported }) => {
      const reportedAtMs = Math.round(nowMs - seenMsAgo);
      return {
        ...{ node, state: isThere ? role : reportedAtMs > 0 ? 'silent' : 'not started' },
        lastReportAt: reportedAtMs > 0 ? new Date(reportedAtMs).toISOString() : null,
        ...{ sequence, knownToBeDurable: durable.sequence, journalHasIt: isHeld, hasReported },
      };
    }),
    majority: Math.floor(nodes.filter(({ isNew }) => !isNew).length / 2) + 1,
    removed: await removedMembers(connection, SHARD),
  };
}
