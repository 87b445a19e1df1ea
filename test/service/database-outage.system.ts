/** A process alone without its reference database: the orders that it still takes (docs/operate/operations.md). */
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { demoOrder } from '../../src/modules/examples/index.ts';
import { prepareSandbox } from '../../src/service/prepare-sandbox.ts';
import { readSandboxCredentials } from '../../src/service/sandbox/index.ts';
import { Service } from '../../src/service/service.ts';
import { MINUTE_MS } from '../../src/time/units.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { SilentProxy } from '../support/silent-proxy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.runIf(hasPostgres)('orders of known keys and accounts are accepted, other calls get 503', async () => {
  const database = await ownDatabase('outage');
  closeAfterTest(() => database.drop());
  const proxy = await SilentProxy.start(database.url);
  const dataDir = temporaryFolder();
  const config = readConfig({
    ...{ DATA_DIR: dataDir, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0', DATABASE_URL: proxy.url },
    ...{ MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' },
  });
  const service = await Service.open(config, pino({ level: 'silent' }));
  closeAfterTest(() => service.stop());
  const demo = await prepareSandbox(service);
  if (demo === undefined) throw new Error('no demo');
  await service.listen();
  const { clientID, developerAPIKey } = readSandboxCredentials(dataDir, 'client');
  const ask = async (method: string, body: object) => {
    const response = await fetch(`${service.addresses.api}/v3/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${clientID}:${developerAPIKey}` },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Readonly<Record<string, string>>;
  };
  const order = { ...demoOrder(demo), price: '1.00' };
  expect(await ask('createOrder', order)).toMatchObject({ statusCode: '101' });

  proxy.isDown = true;
  closeAfterTest(() => {
    proxy.isDown = false;
  });
  proxy.cut();
  const now = Date.now.bind(Date);
  const time = vi.spyOn(Date, 'now').mockImplementation(() => now() + 45 * MINUTE_MS);
  closeAfterTest(() => time.mockRestore());
  for (let count = 0; count < 30; count++) expect(await ask('createOrder', order)).toMatchObject({ statusCode: '101' });
  const refused = await ask('getParty', { partyId: 'P00000001' });
  expect(refused).toMatchObject({
    statusCode: '503',
    statusDesc: 'The service cannot take this call now; its outcome is unknown',
    'Error(s)': 'the database cannot be reached; the outcome of this call is unknown',
  });
  expect(await ask('createOrder', { ...order, accountid: 'A99999999' })).toMatchObject({ statusCode: '503' });
});
