import type pg from 'pg';

/** Of PostgreSQL: a warning, for example that the wait of a commit for the synchronous standby was cancelled. */
const WARNING = '01000';

/** Counts what the server warns of on a connection from now on; answers with how to ask for the count. */
export function warningsOf(client: pg.ClientBase): () => number {
  let warnings = 0;
  client.on('notice', ({ code }) => {
    if (code === WARNING) warnings++;
  });
  return () => warnings;
}

/** Ends a connection at once: a host that does not answer would not answer to a goodbye either. */
export function cutOff(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
