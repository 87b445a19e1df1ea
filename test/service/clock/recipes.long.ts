/** The recipes of docs/api/testing.md, as they are there. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSandboxCredentials } from '../../../src/service/sandbox/credentials.ts';
import { Sandbox } from './sandbox.ts';

const page = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/api/testing.md'), 'utf8');
const recipes = [...page.slice(page.indexOf('## Recipes')).matchAll(/(?:### (.+)\n\n)?```js\n([\s\S]*?)```/g)].map(
  ([, title = 'Before all', code = '']) => ({ title, code }),
);

type Run = (...names: unknown[]) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => Run;

test('each recipe does what it says', async () => {
  const sandbox = await Sandbox.open({ MARKET_ALWAYS_OPEN: 'true' });
  const investor = await sandbox.invest();
  const { issuerId, securityId, accountId } = investor;
  const order = {
    ...{ memberid: '1', issuerid: issuerId, accountid: accountId, securityid: securityId, type: 'Limit' },
    ...{ action: 'Buy', quantity: 100, price: '10', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
  };
  const invest = async () => {
    const another = await sandbox.invest();
    return { ...another, ...(await sandbox.debit(another, 10)) };
  };
  const call = sandbox.call.bind(sandbox);
  await sandbox.service.listen();
  const { clientID, developerAPIKey } = readSandboxCredentials(sandbox.config.DATA_DIR);
  const callOverHttp = async (method: string, fields: object, key: string) => {
    const response = await fetch(`${sandbox.service.addresses.api}/v3/${method}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${clientID}:${developerAPIKey}`, 'idempotency-key': key },
        'content-type': 'application/json',
      },
      body: JSON.stringify(fields),
    });
    return response.json();
  };
  const given = { call, callOverHttp, investor, order, invest, expect };
  const [before, ...each] = recipes;
  expect(each.length).toBeGreaterThanOrEqual(10);
  for (const { title, code } of each) {
    const run = new AsyncFunction(...Object.keys(given), `${before?.code}\n{${code}}`);
    await run(...Object.values(given)).catch((error: unknown) => {
      throw new Error(`recipe "${title}": ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
  }
});
