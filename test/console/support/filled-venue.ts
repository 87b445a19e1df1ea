/** A sandbox with something of everything: orders in many states, trades, and a raise with investments. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiSession, created, firstOf, ApiSession as Session } from '../../../scripts/demo/api-session.ts';
import { type Investment, invest } from '../../../scripts/demo/investment.ts';
import { type Investor, onboardInvestor } from '../../../scripts/demo/investor.ts';
import { bankAccount, payByAch, payFromCustody } from '../../../scripts/demo/payments.ts';
import { openRaise } from '../../../scripts/demo/raise.ts';
import type { DemoIds } from '../../../src/modules/examples/index.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

/** A sandbox that runs, here or in another process. */
export interface Sandbox {
  readonly addresses: { readonly api: string };
  readonly client: Credentials;
  readonly operator: Credentials;
  readonly dataDir: string;
}

export interface Records {
  /** Of an order of the client that waits. */
  readonly orderId: string;
  readonly offeringId: string;
  /** That offers it. */
  readonly issuerId: string;
  /** Of an investor of the offering. */
  readonly partyId: string;
  readonly accountId: string;
  readonly tradeId: string;
  /** Of a document that its signer declined. */
  readonly signatureId: string;
  /** Of a custody account that is open, of a disbursement from it, and of a check. */
  readonly custodyId: string;
  readonly disbursementId: string;
  readonly checkId: string;
  /** Somebody who trades with the client. */
  readonly clientId: string;
  /** What the orders were in, and the moment before the first of them. */
  readonly traded: { readonly securityId: string; readonly before: string };
  /** Of two orders of the client that traded with each other. */
  readonly alertId: string;
  /** Of one of the trades. */
  readonly matchId: string;
  /** Of the page of a payment that waits for the next batch. */
  readonly paymentId: string;
}

const ORDER = { memberid: '1', type: 'Limit', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' };
const INVESTMENTS = [4000, 1500, 250];

export async function fillVenue(server: Sandbox): Promise<Records> {
  const { api: url } = server.addresses;
  const session = ({ clientID, developerAPIKey }: Credentials) => new Session(url, `${clientID}:${developerAPIKey}`);
  const [client, operator] = [session(server.client), session(server.operator)];
  const { client: made } = await operator.read('createClient', { name: 'Example Broker' });
  const { clientId } = made as { clientId: string };
  const { developerAPIKey } = await operator.read('createApiKey', { clientId });
  const broker = new Session(url, `${clientId}:${developerAPIKey}`);
  const before = new Date().toISOString();
  const orderId = await fillOrders(server, client, broker);
  const raise = await fillRaise(client, operator);
  await operator.read('sendNotice', { text: 'The venue closes at 13:00 on Friday.', severity: 'info' });
  const { securityId, accountId, sellerAccountId } = demoOf(server);
  const lots = (date: string, quantity: number) => [{ date, quantity }];
  const { clientID } = server.client;
  const holdings = [
    { clientId: clientID, accountId, lots: [...lots('2026-01-15', 2500), ...lots('2026-03-02', 700)] },
    { clientId: clientID, accountId: sellerAccountId, lots: lots('2026-01-15', 6000) },
    { clientId, lots: lots('2026-02-10', 1200) },
  ];
  await client.read('setHoldings', { securityId, holdings });
  const [, , third] = holdings;
  const reason = 'A transfer by agreement of 2026-03-02';
  await client.read('setHoldings', { securityId, holdings: [{ ...third, lots: lots('2026-02-10', 1500) }], reason });
  await fillSettings(client, operator);
  const { ats_trades } = await client.read('listAtsTrades', { limit: 1 });
  const { tradeId: matchId = '' } = firstOf(ats_trades);
  const found = { orderId, clientId, matchId, traded: { securityId, before } };
  return { ...raise, ...found, alertId: await anAlert(operator) };
}

/** Limits, a webhook and thresholds of surveillance. */
async function fillSettings(client: ApiSession, operator: ApiSession): Promise<void> {
  const url = 'https://receiver.example.com/orders';
  await client.read('registerWebhook', { method: 'updateOrder', url, signed: 'Yes', retries: 'Yes' });
  const limits = { maxOpenValue: '100000', maxOrderQuantity: 10000, priceBand: '40' };
  await operator.read('setLimits', { clientId: client.clientId, limits });
  const reason = 'Quick cancels of the ticker are not looked at';
  await operator.read('setSurveillanceThresholds', { quickCancels: 40, expectedVersion: 0, reason });
}

function demoOf(server: Sandbox): DemoIds {
  return JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')) as DemoIds;
}

const LOOK_AGAIN_MS = 500;

/** The venue looks for it some seconds after the orders. */
async function anAlert(operator: ApiSession): Promise<string> {
  for (;;) {
    const { alerts } = await operator.read('getAlerts', { limit: 1 });
    const [alert] = alerts as { alertId: string }[];
    if (alert !== undefined) return alert.alertId;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** The id of one that waits, and says why. */
async function fillOrders(server: Sandbox, client: ApiSession, broker: ApiSession): Promise<string> {
  const demo = demoOf(server);
  const place = async (who: ApiSession, fields: Fields) => {
    const where = { issuerid: demo.issuerId, securityid: demo.securityId };
    const { orderDetails } = await who.read('createOrder', { ...ORDER, ...where, ...fields });
    return (orderDetails as { orderId: string }).orderId;
  };
  for (let step = 0; step < 12; step++) {
    await place(client, { action: 'Buy', quantity: 100 + 10 * step, price: `${(9.5 + step / 20).toFixed(2)}` });
    await place(broker, { action: 'Sell', quantity: 120 + 5 * step, price: `${(10.6 + step / 20).toFixed(2)}` });
  }
  for (const quantity of [40, 120, 75]) await place(broker, { action: 'Buy', quantity, price: '10.25' });
  const cancelled = await place(client, { action: 'Sell', quantity: 500, price: '11.50' });
  await client.read('cancelOrder', { orderid: cancelled });
  const waiting = await place(client, {
    ...{ action: 'Buy', quantity: 800, price: '10.10', contingencies: 'All or None', accountid: demo.accountId },
  });
  await place(broker, { action: 'Sell', quantity: 120, price: '10.05' });
  // Trades with a bid of the same client: an alert.
  await place(client, { action: 'Sell', quantity: 30, price: '9.90' });
  await client.read('updateSecuritySettings', { securityId: demo.securityId, orderApproval: 'Yes' });
  for (const quantity of [60, 140]) await place(broker, { action: 'Buy', quantity, price: '9.60' });
  return waiting;
}

async function fillRaise(
  client: ApiSession,
  operator: ApiSession,
): Promise<Omit<Records, 'orderId' | 'clientId' | 'traded' | 'alertId' | 'matchId'>> {
  const security = await openRaise(client);
  let first = { partyId: '', accountId: '', tradeId: '', signatureId: '' };
  let money = { custodyId: '', disbursementId: '' };
  let [checkId, paymentId] = ['', ''];
  for (const [index, units] of INVESTMENTS.entries()) {
    const investor = await onboardInvestor(client, index + 1);
    const investment = await invest(client, security, investor, { units, transactionType: 'ACH' });
    if (index === 1) money = await fillCustody(client, operator, investment);
    if (index === 2) {
      checkId = await fillChecks(client, investor);
      paymentId = await fillPayments(client, operator, investment);
    }
    if (index > 0) continue;
    await payByAch(client, investment);
    const { partyId, accountId } = investor;
    const signatureId = await fillDocuments(client, security.securityId, accountId);
    first = { partyId, accountId, tradeId: investment.tradeId, signatureId };
  }
  return { offeringId: security.securityId, issuerId: security.issuerId, ...first, ...money, checkId, paymentId };
}

/** The id of a document that was declined; another one, and an NDA, wait. */
async function fillDocuments(client: ApiSession, offeringId: string, accountId: string): Promise<string> {
  const sent = async () => {
    const asked = { offeringId, accountId, transactionType: 'WIRE', transactionUnits: 40 };
    const { tradeId } = created((await client.read('createTrade', asked)).purchaseDetails);
    const ids = { offeringId, accountId, tradeId };
    return firstOf((await client.read('sendSubscriptionDocumentClient', ids)).document_details);
  };
  const { signingUrl = '', documentKey } = await sent();
  await client.fillIn(signingUrl, { action: 'decline', reason: 'The price of a unit is missing' });
  await sent();
  await client.read('sendNda', { offeringId, accountId });
  const { signatures } = await client.read('listSignatures', { filter: { documentKey } });
  return firstOf(signatures).signatureId ?? '';
}

/** A custody account with a deposit and a disbursement; and a request that lacks something. */
async function fillCustody(client: ApiSession, operator: ApiSession, investment: Investment) {
  await payFromCustody(client, operator, investment);
  const { accountId } = investment;
  const { custodyAccounts } = await client.read('listCustodyAccounts', { filter: { accountId } });
  const asked = {
    accountId,
    amount: '1250',
    type: 'wire_domestic',
    bankId: 'Example Bank',
    bankAccountId: '1000200030',
  };
  // It settles at once: the bank account of payFromCustody has the name that the sandbox simulates this by.
  await client.read('createCustodyFundMove', { accountId, amount: '1500' });
  const { custodyFundDisbursement } = await client.read('createCustodyFundDisbursement', asked);
  const { requestId } = custodyFundDisbursement as { requestId: string };
  for (const status of ['in_review', 'approved'])
    await operator.read('reviewCustodyFundDisbursement', { requestId, status, reason: 'Documents are whole' });
  return { custodyId: firstOf(custodyAccounts).custAccRequestID ?? '', disbursementId: requestId };
}

/** A review that asked for more, and a request for accreditation. */
async function fillChecks(client: ApiSession, { partyId, accountId }: Investor): Promise<string> {
  const { requestDetails } = await client.read('requestKycAml', { investorId: partyId });
  await client.read('requestAiVerification', { accountId, aiMethod: 'Upload', notes: 'A letter of the bank' });
  return `KYC-${firstOf(requestDetails).requestId}`;
}

/** A debit that the operator declines, one that came back, and one that waits for the next batch, which it names. */
async function fillPayments(client: ApiSession, operator: ApiSession, investment: Investment): Promise<string> {
  const { accountId, offeringId } = investment;
  await client.read('createExternalAccount', bankAccount(accountId, 'Example bank'));
  const debit = async (tradeId: string, amount: string) => {
    const fields = { accountId, offeringId, tradeId, amount, description: 'Demo Shares', checkNumber: tradeId };
    return firstOf((await client.read('externalFundMove', fields)).TradeFinancialDetails).RefNum ?? '';
  };
  const another = async (units: number) => {
    const asked = { offeringId, accountId, transactionType: 'ACH', transactionUnits: units };
    const { tradeId = '' } = created((await client.read('createTrade', asked)).purchaseDetails);
    return debit(tradeId, `${10 * units}.00`);
  };
  const RefNum = await another(90);
  await operator.read('updateExternalFundMoveStatus', { RefNum, fundStatus: 'Submitted' });
  const errors = 'R01 Insufficient funds';
  await operator.read('updateExternalFundMoveStatus', { RefNum, fundStatus: 'Returned', errors });
  const declined = { RefNum: await another(70), transactionstatus: 'Declined' };
  await operator.read('updateExternalFundMoveApprovedStatus', declined);
  return `ACH-${await debit(investment.tradeId, investment.amount)}`;
}
