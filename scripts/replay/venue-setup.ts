import { demoOffering } from '../../src/modules/examples/demo.ts';
import type { Api } from './api.ts';
import { ReplayFailure } from './failure.ts';

/** What the orders of a replay are for. */
export interface Security {
  readonly issuerId: number;
  readonly securityId: number;
}

/** Makes an issuer and its own offering for the replay, and approves it. */
export async function createSecurity(api: Api): Promise<Security> {
  const issuer = await api.call('PUT', 'createIssuer', {
    issuerName: 'Replay Issuer',
    firstName: 'First',
    lastName: 'Last',
    email: 'replay@example.com',
  });
  const issuerId = createdId(issuer.issuerDetails, 'issuerId');
  const offering = await api.call('PUT', 'createOffering', demoOffering(issuerId, 'Replay Security'));
  const offeringId = createdId(offering.offeringDetails, 'offeringId');
  await api.call('POST', 'updateOffering', { offeringId, offeringStatus: 'Approved' });
  return { issuerId, securityId: offeringId };
}

/** Element 1 of the two-element array that create methods answer with (C6). */
function createdId(details: unknown, name: string): number {
  const [, [created]] = details as [boolean, [Record<string, string | number>]];
  return Number(created[name]);
}

/** Without an open market nothing would trade. */
export async function requireOpenMarket(api: Api, { securityId }: Security): Promise<void> {
  const { market } = await api.call('POST', 'getMarketStatus', { securityId });
  if (market !== 'open') {
    throw new ReplayFailure(
      `the market of security ${securityId} is ${String(market)}; a server started with MARKET_ALWAYS_OPEN=true ` +
        'keeps it open',
    );
  }
}
