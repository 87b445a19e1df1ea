/**
 * `npm run demo:onboarding`: an issuer from its creation to a trading security, and ten investors through identity
 * checks, accounts and links to orders on the venue; and two who do not pass. Over HTTP only, against a running
 * sandbox; prints what it did.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiSession, Refused } from './demo/api-session.ts';
import { type Investor, onboardInvestor } from './demo/investor.ts';
import { openOffering, type Security } from './demo/offering.ts';
import { showReview } from './demo/review.ts';
import { showVenue, tradeAmong } from './demo/trading.ts';

const USAGE = `npm run demo:onboarding -- [--url URL] [--data-dir FOLDER]

  --url       the v3 host of a running sandbox; port PORT (8080 when it is not set) of 127.0.0.1 when absent
  --data-dir  its data folder, for the keys; DATA_DIR, or ./data, when absent. CLIENT_ID and DEVELOPER_API_KEY in the
              environment are taken instead of the client's key where they are set.`;

const INVESTORS = 10;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT || 8080}` },
      'data-dir': { type: 'string', default: process.env.DATA_DIR || './data' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const folder = values['data-dir'];
  const api = new ApiSession(values.url, credentials(folder));
  console.log('The issuer and its security');
  const security: Security = await openOffering(api);
  const investors: Investor[] = [];
  for (let number = 1; number <= INVESTORS; number++) {
    console.log(`\nInvestor ${number} of ${INVESTORS}`);
    investors.push(await onboardInvestor(api, number));
  }
  console.log('\nWho does not pass');
  await showReview(api, operatorSession(values.url, folder));
  console.log('\nOrders');
  const orders = await tradeAmong(api, security, investors);
  console.log('\nThe venue');
  await showVenue(api, security, orders);
  console.log(`\n${api.calls} calls, all of them accepted.`);
}

function credentials(dataDir: string): string {
  const { CLIENT_ID, DEVELOPER_API_KEY } = process.env;
  if (CLIENT_ID && DEVELOPER_API_KEY) return `${CLIENT_ID}:${DEVELOPER_API_KEY}`;
  const file = join(dataDir, 'sandbox-client.json');
  try {
    return readKey(file);
  } catch (error) {
    throw new Refused(
      `${file} could not be read (${(error as Error).message}); is the sandbox running, and is this its data folder?`,
    );
  }
}

/** The sandbox's operator; undefined where its key is not there. */
function operatorSession(url: string, dataDir: string): ApiSession | undefined {
  try {
    return new ApiSession(url, readKey(join(dataDir, 'sandbox-operator.json')));
  } catch {
    return undefined;
  }
}

function readKey(file: string): string {
  const { clientID, developerAPIKey } = JSON.parse(readFileSync(file, 'utf8'));
  return `${clientID}:${developerAPIKey}`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Refused ? error.message : error);
  process.exitCode = 1;
});
