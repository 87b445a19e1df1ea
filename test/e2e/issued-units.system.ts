/** Units of a raise on the program itself: what is bought is in the register, and no more than that is sold (F13). */

import { expect, test } from 'vitest';
import { describeMostlyOnSqlite } from '../support/database.ts';
import { databaseSetting } from './support/database-setting.ts';
import { orderBody } from './support/demo-orders.ts';
import { type CallOptions, call, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';

const PERSON = { firstName: 'First', lastName: 'Last', email: 'first@example.com' };
const HOME = { streetAddress1: '1 Example Street', city: 'Example City', state: 'NY', zip: '10001', country: 'USA' };

/** An offering, and an account that has paid for ten of its units. */
async function invest(server: ServerProcess) {
  const seen: string[] = [];
  const idOf = async (name: string, method: string, body: object, options: CallOptions = { verb: 'PUT' }) => {
    seen.push(JSON.stringify(await mustCall(server, method, body, options)));
    return new RegExp(`"${name}":"?(\\w+)`).exec(seen.at(-1)!)![1]!;
  };
  const issuerId = await idOf('issuerId', 'createIssuer', { issuerName: 'Example Issuer', ...PERSON });
  const offeringId = await idOf('offeringId', 'createOffering', {
    ...{ issuerId, issueName: 'Example Shares', issueType: 'Equity', targetAmount: '5000', minAmount: '100' },
    ...{ maxAmount: '20000', unitPrice: '10', startDate: '01-02-2026', endDate: '12-31-2030' },
    ...{ offeringText: 'Shares of the example', stampingText: 'Example' },
  });
  const accountId = await idOf('accountId', 'createAccount', {
    ...{ accountRegistration: 'First Last', type: 'Individual', domesticYN: 'domestic_account', ...HOME },
  });
  const partyId = await idOf('partyId', 'createParty', {
    ...{ domicile: 'U.S. citizen', firstName: 'First', lastName: 'Last', dob: '01-31-1980', primCountry: 'USA' },
    ...{ primAddress1: '1 Example Street', primCity: 'Example City', primState: 'NY', primZip: '10001' },
    emailAddress: 'first@example.com',
  });
  await mustCall(
    server,
    'createLink',
    {
      ...{ firstEntryType: 'Account', firstEntry: accountId, relatedEntryType: 'IndivACParty', relatedEntry: partyId },
      ...{ linkType: 'owner', primary_value: 1 },
    },
    { verb: 'PUT' },
  );
  const invested = { offeringId, accountId, transactionType: 'WIRE', transactionUnits: '10' };
  const tradeId = await idOf('tradeId', 'createTrade', invested, {});
  await mustCall(server, 'updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
  return { issuerId, offeringId, accountId, tradeId };
}

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
