/** An investment: the trade, the document that its investor signs, and its approvals. */
import { type ApiSession, created, type Fields, firstOf, Refused } from './api-session.ts';
import type { Investor } from './investor.ts';
import type { Security } from './offering.ts';

export interface Investment extends Investor {
  readonly tradeId: string;
  readonly offeringId: string;
  readonly units: number;
  /** What is to be paid, dollars. */
  readonly amount: string;
}

/** Invests, signs the subscription agreement, and has the trade approved: what is left is to pay. */
export async function invest(
  api: ApiSession,
  { securityId: offeringId }: Security,
  investor: Investor,
  { units, transactionType }: { readonly units: number; readonly transactionType: string },
): Promise<Investment> {
  const { accountId } = investor;
  const { purchaseDetails } = await api.call(
    'createTrade',
    { offeringId, accountId, transactionType, transactionUnits: units },
    `investor ${investor.number} buys ${units} units, to be paid by ${transactionType}`,
  );
  const { tradeId = '', transactionAmount = '' } = created(purchaseDetails);
  await sign(api, { offeringId, accountId, tradeId });
  await api.call(
    'updateTrade',
    {
      tradeId,
      accountId,
      RRApprovalStatus: 'Approved',
      RRName: 'First Last',
      PrincipalApprovalStatus: 'Approved',
      PrincipalName: 'Last First',
    },
    'representative and principal approve',
  );
  return { ...investor, tradeId, offeringId, units, amount: Number(transactionAmount).toFixed(2) };
}

/** As the investor does it in a browser: opens the document, then writes a name under it. */
async function sign(api: ApiSession, of: Fields): Promise<void> {
  const sent = await api.call('sendSubscriptionDocumentClient', of, 'a document to sign');
  const { signingUrl = '' } = firstOf(sent.document_details);
  await api.open(signingUrl.replace('/pages/sign?', '/pages/sign/document?'));
  await api.fillIn(signingUrl, { action: 'sign', name: 'First Last', agree: 'yes' });
  const signed = await api.call('getSignedDocument', { tradeId: of.tradeId }, 'what the investor has signed');
  const { esignStatus, documentUrl } = signed.SignedDocumentDetails as Record<string, string>;
  if (esignStatus !== 'SIGNED' || documentUrl === undefined) throw new Refused(`the document is ${esignStatus}`);
  console.log(`    ${esignStatus}`);
  await api.open(documentUrl);
}

/** Throws Refused when the trade is in another state. */
export async function showTrade(api: ApiSession, { tradeId }: Investment, state: string): Promise<void> {
  const { tradeDetails } = await api.call('getTradeStatus', { tradeId }, 'what has become of the trade');
  const { orderStatus, eligibleToClose } = firstOf(tradeDetails);
  console.log(`    ${orderStatus}, eligible to close: ${eligibleToClose}`);
  if (orderStatus !== state) throw new Refused(`trade ${tradeId} is ${orderStatus}, not ${state}`);
}
