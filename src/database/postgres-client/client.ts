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
