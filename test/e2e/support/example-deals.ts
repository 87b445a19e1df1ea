/** Deals of the examples' sandbox whose webhooks its example calls do not send: on the venue and with custody. */
import type { Body } from '../../../scripts/example-calls.ts';
import { type DemoIds, demoOrder, demoRfqOrder, type ExampleIds } from '../../../src/modules/examples/index.ts';

/** Calls of the sandbox's client, and of the operator; each answers the text of the answer. */
interface DealSandbox {
  readonly demo: DemoIds;
  mustPost(name: string, values: Body): Promise<string>;
  asOperator(name: string, values: Body): Promise<string>;
}

/** Of the operator's client, which is the other side of blocks. */
const OPERATOR = 'C00000001';
const CLIENT = 'C00000002';

/** Orders that wait for an approval or a right of first refusal, a quote, a replacement and two blocks. */
export async function dealOnVenue(sandbox: DealSandbox): Promise<void> {
  const { demo } = sandbox;
  const { securityId, accountId } = demo;
  const order = (more: object = {}) => sandbox.mustPost('createOrder', { ...demoOrder(demo), price: '9', ...more });
  const cancel = async (answer: string) => sandbox.mustPost('cancelOrder', { orderid: idIn(answer, 'orderId') });
  await sandbox.mustPost('updateSecuritySettings', { securityId, orderApproval: 'Yes' });
  await cancel(await order({ expiration: 'Other', expirationDate: '12-31-2030' }));
  await sandbox.mustPost('updateSecuritySettings', { securityId, orderApproval: 'No' });
  await sandbox.mustPost('setTransferRules', { securityId, firstRefusalHours: 48, firstRefusalUnanswered: 'Waive' });
  const sell = { action: 'Sell', price: '20', expiration: 'Other', expirationDate: '12-31-2030' };
  await cancel(await order({ ...sell, accountid: demo.sellerAccountId }));
  await sandbox.mustPost('setTransferRules', { securityId });
  const orderid = idIn(await order({ token: 'an-example' }), 'orderId');
  await sandbox.mustPost('replaceOrder', { orderid, price: '9.50' });
  const rfq = idIn(await sandbox.mustPost('createOrder', demoRfqOrder(demo as DemoIds as ExampleIds)), 'orderId');
  const quote = { orderid: rfq, memberid: '2', price: '10.30', quantity: 100, token: 'a-quote', accountid: accountId };
  await sandbox.mustPost('declineQuote', {
    quoteId: idIn(await sandbox.mustPost('createQuote', quote), 'quoteId'),
    reason: 'The price is above what we pay',
  });
  const terms = { securityid: securityId, action: 'Sell', quantity: 5000, price: '10.25', memberid: '2' };
  const sides = { counterpartyId: CLIENT, counterpartyAccount: accountId };
  const blockId = idIn(await sandbox.asOperator('reportBlock', { ...terms, ...sides }), 'blockId');
  await sandbox.mustPost('confirmBlock', { blockId, memberid: '1', accountid: accountId, token: 'a-block' });
  const own = { ...terms, counterpartyId: OPERATOR, counterpartyAccount: 'theirs', accountid: demo.sellerAccountId };
  const declined = idIn(await sandbox.mustPost('reportBlock', { ...own, token: 'my-block' }), 'blockId');
  await sandbox.mustPost('cancelBlock', { blockId: declined, reason: 'Reported twice' });
}

/** A custody account under the older names of its methods, and deposits for a trade. */
export async function useCustody(sandbox: DealSandbox, accountId: string, tradeId: string): Promise<void> {
  const documentUrl = 'https://documents.example.com/agreement.pdf';
  await sandbox.mustPost('createCustodyAgreementAttestation', { accountId, isAttested: true, documentUrl });
  const custAccRequestID = idIn(await sandbox.mustPost('requestCustodialAccount', { accountId }), 'custAccRequestID');
  const asked = { custAccRequestID, custAccRequestStatus: 'New Info Added' };
  await sandbox.mustPost('updateCustodialAccountRequest', asked);
  const approved = { custAccRequestID, custAccStatus: 'Approved' };
  await sandbox.asOperator('admin/reviewCustodyAccountRequest', approved);
  const deposit = { accountId, amount: '1000.00', description: 'A deposit', tradeId };
  const made = async (name: string) => idIn(await sandbox.mustPost(name, deposit), 'referenceNumber');
  await sandbox.mustPost('requestForVoidCustodyACH', { RefNum: await made('fundCustodyAccount') });
  const referenceNumber = await made('createCustodyFundMove');
  await sandbox.mustPost('updateCustodyFundMove', { referenceNumber, status: 'void' });
  await sandbox.mustPost('deleteTrade', { accountId, tradeId, errDesc: 'an example' });
  const wire = { type: 'wire_domestic', bankId: '021000021', bankAccountId: '4000500060' };
  const additionalDetails = 'Attention of the example';
  await sandbox.mustPost('createCustodyFundDisbursement', { accountId, amount: '1.00', ...wire, additionalDetails });
}

/** The id of this name in the text of an answer. */
export function idIn(answer: string, name: string): string {
  return new RegExp(`"${name}":"?([A-Za-z0-9]+)`).exec(answer)![1]!;
}
