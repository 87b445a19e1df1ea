/** The connections of one server to PostgreSQL, each server's under its name. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, vi } from 'vitest';

const ENDED_MS_MAX = 60_000;

export class NamedConnections {
  /** The URL for the server. */
  readonly url: string;
  readonly #plainUrl: string;
  readonly #name = `server_${randomBytes(6).toString('hex')}`;

  /** The URL has parameters already. */
  constructor(url: string) {
    this.#plainUrl = url;
    this.url = `${url}&application_name=${this.#name}`;
  }

  /**
   * Resolves when PostgreSQL has ended all of them: what a process has asked before it was killed is done, and
   * committed, some time after its end.
   */
  async ended(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#plainUrl });
    await client.connect();
    try {
      const text = 'select 1 from pg_stat_activity where application_name = $1';
      const left = async () => (await client.query(text, [this.#name])).rowCount;
      await vi.waitFor(async () => expect(await left()).toBe(0), ENDED_MS_MAX);
    } finally {
      await client.end();
    }
  }
}
