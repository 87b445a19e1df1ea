/**
 * `npm run demo:onboarding`: an issuer from its creation to a trading security, and ten investors through identity
 * checks, accounts and links to orders on the venue; and two who do not pass. Over HTTP only, against a running
 * sandbox; prints what it did.
 */
import { runDemo, type Sessions } from './demo/command.ts';
import { type Investor, onboardInvestor } from './demo/investor.ts';
import { openOffering, type Security } from './demo/offering.ts';
import { showReview } from './demo/review.ts';
import { showVenue, tradeAmong } from './demo/trading.ts';

const INVESTORS = 10;

async function onboarding({ api, operator }: Sessions): Promise<void> {
  console.log('The issuer and its security');
  const security: Security = await openOffering(api);
  const investors: Investor[] = [];
  for (let number = 1; number <= INVESTORS; number++) {
    console.log(`\nInvestor ${number} of ${INVESTORS}`);
    investors.push(await onboardInvestor(api, number));
  }
  console.log('\nWho does not pass');
  await showReview(api, operator);
  console.log('\nOrders');
  const orders = await tradeAmong(api, security, investors);
  console.log('\nThe venue');
  await showVenue(api, security, orders);
  console.log(`\n${api.calls} calls, all of them accepted.`);
}

await runDemo('demo:onboarding', onboarding);
