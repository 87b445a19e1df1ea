/**
 * `npm run demo:market`: a lively market for twenty seconds (DEMO_SECONDS), then it stops by itself and says what it
 * did. Orders of the sandbox's client over the stream, by openats/client; against a running sandbox, in the security
 * that trades by itself, or in the demo's when that is open.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAts } from '../src/client/index.ts';
import { Refused } from './demo/api-session.ts';
import { runDemo, type Sessions } from './demo/command.ts';
import { LiveMarket, type TradedSecurity } from './demo/live-market.ts';

const SECONDS = 20;
const SECONDS_MAX = 600;

async function market({ api, dataDir }: Sessions): Promise<void> {
  const seconds = Number(process.env.DEMO_SECONDS || SECONDS);
  if (!(seconds > 0 && seconds <= SECONDS_MAX)) throw new Refused(`DEMO_SECONDS is not from 1 to ${SECONDS_MAX}`);
  const { ats } = api;
  const security = await openSecurity(ats, dataDir);
  console.log(`Security ${security.securityId}, for ${seconds} seconds`);
  const live = new LiveMarket(ats, security);
  try {
    await live.run(seconds);
    await live.report();
  } finally {
    live.close();
  }
}

/** One whose market is open now, and an account on each side. */
async function openSecurity(ats: OpenAts, dataDir: string): Promise<TradedSecurity> {
  const demo = read(join(dataDir, 'sandbox-demo.json'));
  const ticker = read(join(dataDir, 'sandbox-ticker-demo.json'));
  const accounts = { buyer: demo?.accountId, seller: demo?.sellerAccountId };
  for (const [ids, price] of [[ticker, 25] as const, [demo, 10.25] as const]) {
    if (ids?.securityId === undefined || ids.issuerId === undefined) continue;
    const { market: state } = await ats.methods.getMarketStatus({ securityId: ids.securityId });
    if (state === 'open') return { ...accounts, securityId: ids.securityId, issuerId: ids.issuerId, price };
  }
  throw new Refused('no market is open; start the sandbox with MARKET_ALWAYS_OPEN=true, or with SANDBOX_TICKER=on');
}

function read(file: string): Partial<Record<string, string>> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

await runDemo('demo:market', market);
