/** A raise: an offering that takes investments, from its templates to its close, and its shares on the venue. */
import { demoOffering } from '../../src/modules/examples/demo.ts';
import { type ApiSession, type Fields, firstOf, Refused } from './api-session.ts';
import { approvedIssuer, pendingOffering, type Security } from './offering.ts';

/** Pending, it takes investments, and the venue does not trade it yet. */
export async function openRaise(api: ApiSession): Promise<Security> {
  const issuerId = await approvedIssuer(api);
  const terms = { ...demoOffering(issuerId, 'Demo Shares'), targetAmount: '50000', maxAmount: '250000' };
  const securityId = await pendingOffering(api, terms, 'at least $50,000 and up to $250,000');
  const { document_details } = await api.call(
    'fetchSubscriptionDocuments',
    {},
    'the templates of the e-signature account',
  );
  const [template] = document_details as Fields[];
  if (template === undefined) throw new Refused('there is no template of a document to sign');
  const file_name = `templatename0=${template.templateId}--Subscription Agreement`;
  await api.call('addSubscriptionsforOffering', { offeringId: securityId, file_name }, 'investors sign a document');
  return { issuerId, securityId };
}

/** Closes it, and admits its shares to trading: nobody invests any more. */
export async function closeRaise(api: ApiSession, { securityId: offeringId }: Security): Promise<void> {
  await api.call('closeOffering', { offeringId }, `offering ${offeringId} is closed`);
  const { offeringDetails } = await api.call('getOffering', { offeringId }, 'what was sold');
  const { totalShares, remainingShares, soldShares } = firstOf(offeringDetails);
  console.log(`    ${Number(soldShares)} units, ${remainingShares} of ${totalShares} remain`);
  await api.call('admitOffering', { offeringId }, 'admitted: the venue trades the shares from now on');
}
