/** No number of a card is left behind by a server that was given one (K2). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

const NUMBERS = ['4929123123123127', '4000000000000002'];

test('the number of a card stands in no file and no log', async () => {
  const server = await ServerProcess.start({ settings: { LOG_LEVEL: 'trace' } });
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
  const files = readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(server.dataDir, name))
    .filter((file) => statSync(file).isFile());
  expect(files.length).toBeGreaterThan(3);
  const written = [server.stdout, server.stderr, ...files.map((file) => readFileSync(file).toString('latin1'))];
  for (const number of NUMBERS) {
    expect(written.filter((text) => text.replaceAll(/[ -]/g, '').includes(number))).toHaveLength(0);
  }
  // The search would find it: its last digits are kept.
  expect(written.some((text) => text.includes('3127'))).toBe(true);
});
