import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A warning of PostgreSQL, for example that a commit's wait for the synchronous standby was cancelled. */
const WARNING = '01000';

/** The system probes an idle connection, so that no device between drops it and one to a lost host ends. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;

/** Counts the server's warnings on a connection from now on; returns a function that reads the count. */
export function warningsOf(client: pg.ClientBase): () => number {
  let warnings = 0;
  client.on('notice', ({ code }) => {
    if (code === WARNING) warnings++;
  });
  return () => warnings;
}

/** Closes a connection at once, without the protocol's goodbye, which a dead host would not answer. */
export function cutOff(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

/** PostgreSQL cuts off the rest of a longer name, and replaces other characters. */
const KEPT_AS_IT_IS = /^[ -~]{1,63}$/;

/** The name of a node's connections for one use, as pg_stat_activity shows it: no other node has the same. */
export function applicationName(node: string, use: string): string {
  const name = `openats ${use} ${node}`;
  if (KEPT_AS_IT_IS.test(name)) return name;
  return `openats ${use} ${createHash('sha256').update(node).digest('hex').slice(0, 16)}`;
}

/**
 * How many connections of a name, other than those of these process ids, the server still works for: one whose client
 * has given its statement up is there until the statement ends, and a commit waits for its standby however long that is
 * gone. Nothing cancels such a commit: it would then be visible, and lost with the primary.
 */
export const UNFINISHED = `select count(*)::int as count from pg_stat_activity
  where application_name = $1 and usename = current_user and state <> 'idle' and pid <> all($2::int[])`;
