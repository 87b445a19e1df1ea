import type { Fields } from './api-session.ts';
import { type BrokerDesk, orderOf, place, require } from './broker.ts';

/** Sets limits as the operator, and places an order above each of them; then one that keeps to all. */
export async function hitLimits({ api, operator, other, accounts, otherAccount, security, restricted }: BrokerDesk) {
  const [first, second] = accounts;
  const clientId = api.clientId;
  await operator.call('setReferencePrice', { securityid: security.securityId, price: '10.00' }, '10 dollars');
  const limits = {
    ...{ maxOrderQuantity: 1000, maxOrderValue: '8000', maxOpenValue: '12000', maxOpenOrders: 3, priceBand: '10' },
    ...{ restrictedSecurities: [restricted.securityId], noShortSale: 'Yes', maxOrdersPerSecond: 1000 },
  };
  await operator.call('setLimits', { clientId, limits }, 'of the broker');
  await operator.call('setLimits', { clientId, accountid: second, limits: { sides: 'Buy' } }, 'of its second account');
  const holds = (accountid: string, quantity: number) =>
    operator.call(
      'setPosition',
      { clientId, accountid, securityid: security.securityId, quantity },
      `${quantity} shares`,
    );
  await holds(second, 100);
  const refused = (over: Fields, said: string, accountid = first) =>
    api.refused('createOrder', orderOf(security, accountid, over), said);
  await refused({ quantity: 1001, price: '9.50' }, '1,001 shares');
  await refused({ quantity: 900 }, '9,000 dollars');
  await refused({ price: '11.01' }, 'ten percent and a cent above the reference price');
  await refused({ action: 'Sell' }, 'a sale of the second account, which only buys', second);
  await refused({ action: 'Sell' }, 'a short sale');
  await api.refused('createOrder', orderOf(restricted, first), 'a restricted security');
  const resting: string[] = [];
  for (const price of ['9.50', '9.40']) {
    resting.push(await place(api, orderOf(security, first, { quantity: 600, price }), `600 at ${price}`));
  }
  await refused({ quantity: 600, price: '9.30' }, 'more open value than 12,000 dollars');
  resting.push(await place(api, orderOf(security, first, { quantity: 10, price: '9.20' }), '10 at 9.20'));
  await refused({ quantity: 1, price: '9.10' }, 'a fourth order');
  await api.call('cancelOrder', { orderid: resting[0] }, 'one is taken back');
  await api.call('validateOrder', orderOf(security, first, { quantity: 1, price: '9.10' }), 'now it would be taken');
  await api.call('tightenLimits', { limits: { maxOrdersPerSecond: 1 } }, 'the broker itself: one order a second');
  await requireRate({ api, first, security });
  await operator.call(
    'setLimits',
    { clientId, limits: { ...limits, maxOpenOrders: 100 } },
    'as before, and more orders',
  );
  const { cancelledOrders } = await api.call(
    'throwKillSwitch',
    { scope: 'client', reason: 'a drill' },
    'the broker stops itself',
  );
  console.log(`    ${cancelledOrders} orders were cancelled`);
  await refused({ quantity: 1 }, 'while it is stopped');
  await api.call('releaseKillSwitch', { scope: 'client' }, 'and goes on');
  await holds(first, 500);
  await place(other, orderOf(security, otherAccount, { price: '9.90' }), 'another client bids for 100 at 9.90');
  await place(api, orderOf(security, first, { action: 'Sell', price: '9.90' }), 'the broker sells them');
  const { positions } = await api.call('getPositions', { accountid: first }, 'what the first account has now');
  const [held] = positions as [{ quantity: number }];
  console.log(`    ${held.quantity} shares`);
  require(held.quantity === 400, 'the position is not 400');
}

/** Two orders in one second: whichever second the first falls into, one of the three is refused. */
async function requireRate({
  api,
  first,
  security,
}: Pick<BrokerDesk, 'api' | 'security'> & { readonly first: string }) {
  const fields = orderOf(security, first, { quantity: 1, price: '9.10', expiration: 'IOC' });
  const answers = await Promise.all(Array.from({ length: 3 }, () => api.answerTo('createOrder', fields)));
  const codes = answers.map(({ reasonCode }) => reasonCode).filter((code) => code !== undefined);
  console.log(`  createOrder                        three at once: ${codes.length} refused, ${codes[0]}`);
  require(codes.length > 0, 'the rate of orders was not held');
}
