import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { postgresUrl } from './postgres-url.ts';

/** A new, empty database on the server of the tests: its URL, and the function that drops it. */
export async function ownDatabase(purpose: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `${purpose}_${randomBytes(6).toString('hex')}`;
  const server = await postgresUrl();
  const onServer = async (text: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await onServer(`create database ${name}`);
  return {
    url: server.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`),
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}
