/** The ticking security of the sandbox and who trades it: made once, by the methods that everybody calls. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEEKDAYS } from '../../calendar/schedule.ts';
import type { Config } from '../../config.ts';
import type { SecurityId } from '../../exchange/api/index.ts';
import { DEMO_ISSUER, demoOffering } from '../../modules/examples/index.ts';
import type { OwnCalls } from './own-calls.ts';
import { createAccount, created, isTraded } from './records.ts';

export interface TickerIds {
  readonly issuerId: string;
  readonly securityId: string;
  readonly buyerAccountId: string;
  readonly sellerAccountId: string;
}

const ISSUER = { ...DEMO_ISSUER, issuerName: 'Example Ticker' };
const SECURITY = 'Example Ticker Shares';

/** All that own hours can name (V23); the rest of the day, and holidays, are V30. */
const HOURS = Object.fromEntries(
  WEEKDAYS.flatMap((day) => [
    [`${day}HoursStart`, '00:00'],
    [`${day}HoursEnd`, '23:59'],
  ]),
);

/** Whether the settings want one. Of several nodes none has one: its records are those of one data folder. */
/** Whether the clock can be moved (Z1). */
export function hasMovableClock({ ENVIRONMENT, JOURNAL_URL }: Config): boolean {
  return ENVIRONMENT === 'sandbox' && JOURNAL_URL === null;
}

export function hasTicker({ ENVIRONMENT, JOURNAL_URL, SANDBOX_TICKER }: Config): boolean {
  return ENVIRONMENT === 'sandbox' && JOURNAL_URL === null && SANDBOX_TICKER === 'on';
}

/** undefined where it was never made. */
export function readTicker(dataDir: string): TickerIds | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as TickerIds;
  } catch {
    return undefined;
  }
}

/**
 * The records in the data folder; all of them are made when the security is gone. neverCloses gets the security before
 * its hours are set, which is when the venue reads them.
 */
export async function ensureTicker(calls: OwnCalls, dataDir: string, neverCloses: Set<SecurityId>): Promise<TickerIds> {
  const known = readTicker(dataDir);
  if (known !== undefined && (await isTraded(calls, known))) return known;
  const { issuerDetails } = await calls.call('createIssuer', ISSUER);
  const issuerId = created(issuerDetails).issuerId as string;
  const { offeringDetails } = await calls.call('createOffering', demoOffering(issuerId, SECURITY));
  const securityId = created(offeringDetails).offeringId as string;
  neverCloses.add(Number(securityId) as SecurityId);
  await calls.call('updateOffering', { offeringId: securityId, offeringStatus: 'Approved' });
  await calls.call('createSecurityMarketHours', { securityId, ...HOURS });
  const ids: TickerIds = {
    issuerId,
    securityId,
    buyerAccountId: await createAccount(calls, 'Example Ticker Buyer'),
    sellerAccountId: await createAccount(calls, 'Example Ticker Seller'),
  };
  writeFileSync(fileOf(dataDir), `${JSON.stringify(ids)}\n`, { mode: 0o600 });
  return ids;
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'sandbox-ticker-demo.json');
}
