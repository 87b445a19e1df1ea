/** Units of a raise on the program itself: what is bought is in the register, and no more than that is sold (F13). */

import { expect, test } from 'vitest';
import { describeMostlyOnSqlite } from '../support/database.ts';
import { databaseSetting } from './support/database-setting.ts';
import { orderBody } from './support/demo-orders.ts';
import { invest } from './support/paid-units.ts';
import { call, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

describeMostlyOnSqlite('units of a raise', (databases) => {
  test('ten that are SETTLED and admitted: a sell of 5,000 is refused, of 10 is Live, also after a kill', async () => {
    const { url } = await databases.location();
    const settings = {
      MARKET_ALWAYS_OPEN: 'true',
      ...databaseSetting(url),
    };
    const server = await ServerProcess.start({ settings });
    await server.welcome();
    const { issuerId, offeringId, accountId, tradeId } = await invest(server);
    await mustCall(server, 'updateTradeStatus', { tradeId, accountId, orderStatus: 'SETTLED' });
    await mustCall(server, 'closeOffering', { offeringId });
    await mustCall(server, 'admitOffering', { offeringId });
    await server.kill();
    const again = await ServerProcess.start({ settings, dataDir: server.dataDir });
    const securityId = offeringId;
    const { holdings } = await mustCall(again, 'getHoldings', { securityId });
    expect(holdings).toMatchObject([{ accountId, lots: [{ quantity: '10', origin: 'issue' }] }]);
    const { transferRules } = await mustCall(again, 'getTransferRules', { securityId });
    expect(transferRules).toMatchObject({ unregisteredSales: 'Refused', holdingDays: null, holders: 1 });
    const sell = (quantity: number, accountid?: string) =>
      orderBody({ issuerId, securityId }, { action: 'Sell', quantity, ...(accountid && { accountid }) });
    for (const body of [sell(5000, accountId), sell(11, accountId), sell(10)]) {
      const refused = { statusCode: '190', reasonCode: 'shares-are-not-held' };
      expect((await call(again, 'createOrder', body)).body).toMatchObject(refused);
    }
    const { orderDetails } = await mustCall(again, 'createOrder', sell(10, accountId));
    expect(orderDetails).toMatchObject({ orderStatus: 'Live' });
    expect(orderDetails).not.toHaveProperty('held');
  });
});
