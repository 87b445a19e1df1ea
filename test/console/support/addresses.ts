import type { Page } from 'playwright-core';
import type { Records } from './filled-venue.ts';

export type Who = 'client' | 'operator';

/** The addresses of all places that this user sees, and of records; by their name in files of pictures. */
export async function addressesOf(page: Page, who: Who, records: Records): Promise<ReadonlyMap<string, string>> {
  const links = await page.locator('.all-places a').all();
  const found = new Map<string, string>();
  for (const link of links) {
    const path = (await link.getAttribute('href')) ?? '';
    found.set(path.split('/').at(-1) as string, path);
  }
  const { securityId, before } = records.traded;
  const both = {
    'orders-record': `orders/${records.orderId}`,
    'trades-record': `trades/${records.matchId}`,
    'documents-record': `documents/${records.signatureId}`,
    'custody-record': `custody/${records.custodyId}`,
    'disbursements-record': `disbursements/${records.disbursementId}`,
    'checks-record': `checks/${records.checkId}`,
    'payments-record': `payments/${records.paymentId}`,
    'payments-next-batch': 'payments/next-batch',
  };
  const ofClient = {
    'offerings-record': `offerings/${records.offeringId}`,
    'issuers-record': `issuers/${records.issuerId}`,
    'onboarding-investor': `onboarding/${records.partyId}`,
    'ledger-offering': `ledger?offeringId=${records.offeringId}`,
    'investments-record': `investments/${records.tradeId}`,
    'documents-templates': 'documents/templates',
    'people-record': `people/${records.partyId}`,
    'accounts-record': `accounts/${records.accountId}`,
  };
  const ofOperator = {
    'clients-record': `clients/${records.clientId}`,
    'surveillance-record': `surveillance/${records.alertId}`,
    'surveillance-rules': 'surveillance/rules',
    'users-roles': 'users/roles',
    'market-replay-minute': `market-replay?security=${securityId}&moment=${before}`,
  };
  for (const [name, path] of Object.entries({ ...both, ...(who === 'client' ? ofClient : ofOperator) })) {
    found.set(name, `/console/${path}`);
  }
  return found;
}
