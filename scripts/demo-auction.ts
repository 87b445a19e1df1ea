/**
 * `npm run demo:auction`: a weekly auction of a private share. Eight brokers send their orders in the call, which all
 * may follow by its indication, and trade at one price. Against a running sandbox whose market is open. It takes about
 * a minute, because auctions end at full minutes.
 */
import { type ApiSession, Refused } from './demo/api-session.ts';
import { openBrokers, planAuction, runAuction } from './demo/auction.ts';
import { runDemo, type Sessions } from './demo/command.ts';
import { openOffering } from './demo/offering.ts';
import { requireMarket } from './demo/settings.ts';

async function show({ api, operator }: Sessions): Promise<void> {
  if (operator === undefined) {
    throw new Refused('the operator makes the brokers: the key in sandbox-operator.json of the data folder is needed');
  }
  await requireMarket(api);
  await auction(api, operator);
}

async function auction(api: ApiSession, operator: ApiSession): Promise<void> {
  console.log('\nA private share');
  const security = await openOffering(api);
  const brokers = await openBrokers(api, operator);
  await planAuction(api, security);
  await runAuction(api, brokers, security);
}

await runDemo('demo:auction', show);
