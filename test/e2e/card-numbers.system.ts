/** A server that was given a card number keeps no copy of it (K2). */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../support/database.ts';
import { databaseSetting } from './support/database-setting.ts';
import { mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

const NUMBERS = ['4929123123123127', '4000000000000002'];

/** What all files of a folder hold. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file).toString('latin1'));
}

/** Every row of every table, as text. */
async function rowsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      'select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()',
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const found = await client.query<{ line: string }>(`select stored::text as line from ${name} as stored`);
      rows.push(...found.rows.map(({ line }) => line));
    }
    return rows;
  } finally {
    await client.end();
  }
}

describeOnEachDatabase('the number of a card', (databases) => {
  test('stands in no database, no file and no log', async () => {
    const { url } = await databases.location();
    const settings = { LOG_LEVEL: 'trace', ...databaseSetting(url) };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const account = { accountRegistration: 'First Last', type: 'Individual', domesticYN: 'domestic_account' };
    const address = {
      streetAddress1: '1 Example Street',
      city: 'Example City',
      state: 'NY',
      zip: '10001',
      country: 'USA',
    };
    const created = await mustCall(server, 'createAccount', { ...account, ...address }, { verb: 'PUT' });
    const accountId = /"accountId":"(A\d+)"/.exec(JSON.stringify(created))?.[1];
    const { accountDetails } = await mustCall(server, 'linkCreditCard', { accountId });
    const typed = { name: 'First Last', expiry: '12/35', code: '917', zip: '10001' };
    const send = (fields: Record<string, string>) =>
      fetch(String(accountDetails), { method: 'POST', body: new URLSearchParams({ ...typed, ...fields }) });
    expect((await send({ number: NUMBERS[1]! })).status).toBe(422);
    expect((await send({ number: NUMBERS[0]!, name: NUMBERS[0]! })).status).toBe(422);
    expect((await send({ number: NUMBERS[0]! })).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const files = filesOf(server.dataDir);
    const rows = typeof url === 'string' ? await rowsOf(url) : [];
    expect(files.length).toBeGreaterThan(3);
    const written = [server.stdout, server.stderr, ...files, ...rows];
    for (const number of NUMBERS) {
      expect(written.filter((text) => text.replaceAll(/[ -]/g, '').includes(number))).toHaveLength(0);
    }
    // The search would find it: its last digits are kept, in the database.
    expect((typeof url === 'string' ? rows : files).some((text) => text.includes('3127'))).toBe(true);
  });
});
