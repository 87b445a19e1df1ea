/** The members of a cluster, which the operator changes (docs/operate/cluster.md, J26). */
import type { Connection } from './connection.ts';
import { NotDecided } from './decisions.ts';
import { SEEN_MS_MAX } from './ledger.ts';
import { PostgresLedger } from './postgres-ledger.ts';
import { SCHEMA } from './schema.ts';

const MS_MAX = 5000;

export interface RemovedMember {
  readonly node: string;
  readonly removedAt: Date;
  readonly removedBy: string;
}

const ADD = `insert into ${SCHEMA}.nodes as n
    (shard, node, address, role, epoch, sequence, rules, clock_ms, lag_ms, version, seen_at)
  values ($1, $2, '', 'added', 0, 0, 0, 0, 0, '', to_timestamp(0))
  on conflict (shard, node) do update set removed_at = null, removed_by = null where n.removed_at >= n.seen_at
  returning node`;
const REMOVE = `update ${SCHEMA}.nodes set removed_at = clock_timestamp(), removed_by = $3
  where shard = $1 and node = $2 and seen_at < clock_timestamp() - $4 * interval '1 millisecond' returning node`;
const REMOVED = `select node, removed_at, removed_by from ${SCHEMA}.nodes
  where shard = $1 and removed_at >= seen_at order by removed_at`;

/** Counts a node that has not started yet. Throws NotDecided. */
export async function addMember(connection: Connection, shard: number, node: string): Promise<void> {
  const { rows } = await connection.run({ name: '', text: ADD }, [shard, node], MS_MAX);
  if (rows.length === 0) throw new NotDecided(`${node} is a member already`);
}

/** No takeover waits for a node that is gone for good. One that reports again is a member again. Throws NotDecided. */
export async function removeMember(connection: Connection, shard: number, node: string, by: string): Promise<void> {
  const nodes = await new PostgresLedger(connection, shard).read('members', MS_MAX);
  const member = nodes.find((one) => one.node === node);
  if (member === undefined) throw new NotDecided(`${node} is no member: admin -- cluster members lists them`);
  if (!member.isHeld) {
    throw new NotDecided(`${node} knows commands that the journal lacks: admin -- journal shows what can be done`);
  }
  const { rows } = await connection.run({ name: '', text: REMOVE }, [shard, node, by, SEEN_MS_MAX], MS_MAX);
  if (rows.length === 0) throw new NotDecided(`${node} runs: stop it first, because a node that reports is a member`);
}

export async function removedMembers(connection: Connection, shard: number): Promise<RemovedMember[]> {
  const { rows } = await connection.run({ name: '', text: REMOVED }, [shard], MS_MAX);
  return rows.map((row) => ({
    node: String(row.node),
    removedAt: row.removed_at as Date,
    removedBy: String(row.removed_by),
  }));
}
