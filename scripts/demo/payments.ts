/** The ways in which the investments of the demo are paid, and what happens to their money. */
import { type ApiSession, firstOf } from './api-session.ts';
import { type Investment, showTrade } from './investment.ts';

/** Nicknames of bank accounts with which the sandbox simulates outcomes at once (A12); others wait for the bank. */
const SETTLES = 'Test ACH Settled';
const RETURNS = 'Test ACH R01';
const WAITS = 'Example bank';

export function bankAccount(accountId: string, Extnickname: string) {
  return {
    types: 'Account',
    accountId,
    ExtAccountfullname: 'Demo Investor',
    Extnickname,
    ExtRoutingnumber: '123456780',
    ExtAccountnumber: '4000500060',
    accountType: 'Checking',
  };
}

/** The reference number of the debit. */
async function debit(api: ApiSession, { accountId, offeringId, tradeId, amount }: Investment): Promise<string> {
  const fields = { accountId, offeringId, tradeId, amount, description: 'Demo Shares', checkNumber: tradeId };
  const { TradeFinancialDetails } = await api.call('externalFundMove', fields, `a debit of $${amount}`);
  const { RefNum = '', fundStatus } = firstOf(TradeFinancialDetails);
  console.log(`    debit ${RefNum} is ${fundStatus}`);
  return RefNum;
}

/** A debit that settles. Its reference number. */
export async function payByAch(api: ApiSession, investment: Investment): Promise<string> {
  await api.call('createExternalAccount', bankAccount(investment.accountId, SETTLES), 'a bank account');
  const refNum = await debit(api, investment);
  await showTrade(api, investment, 'FUNDED');
  return refNum;
}

/** A debit that the bank returns for insufficient funds, and another one from another bank account. */
export async function payAfterReturn(api: ApiSession, investment: Investment): Promise<void> {
  await api.call('createExternalAccount', bankAccount(investment.accountId, RETURNS), 'a bank account without money');
  await debit(api, investment);
  await showTrade(api, investment, 'CREATED');
  await api.call('updateExternalAccount', bankAccount(investment.accountId, SETTLES), 'another bank account');
  await debit(api, investment);
  await showTrade(api, investment, 'FUNDED');
}

/** A debit that is taken back before it goes to the bank; the investor sends a wire in its place. */
export async function payByWireAfterVoid(api: ApiSession, investment: Investment): Promise<void> {
  const { accountId, tradeId } = investment;
  await api.call('createExternalAccount', bankAccount(accountId, WAITS), 'a bank account');
  const RefNum = await debit(api, investment);
  await api.call('requestForVoidACH', { RefNum }, `debit ${RefNum} is taken back`);
  await api.call('updateTradeTransactionType', { tradeId, transactionType: 'WIRE' }, 'to be paid by wire');
  await api.call('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' }, 'the wire has arrived');
  await showTrade(api, investment, 'FUNDED');
}

/**
 * A card that the investor types into the form; the operator stands for the processor, which works at 18:00 Eastern.
 */
export async function payByCard(api: ApiSession, operator: ApiSession, investment: Investment): Promise<void> {
  const { accountId, tradeId } = investment;
  const { accountDetails } = await api.call('linkCreditCard', { accountId }, 'the address of a form for a card');
  const card = { name: 'Demo Investor', number: '4242 4242 4242 4242', expiry: '12/35', code: '123', zip: '10001' };
  await api.fillIn(String(accountDetails), card);
  const paid = { accountId, tradeId, createdIpAddress: '192.0.2.1' };
  const { transactionDetails } = await api.call('ccFundMove', paid, `a payment of $${investment.amount}`);
  const { ccreferencenumber: RefNum = '', fundStatus } = firstOf(transactionDetails);
  console.log(`    payment ${RefNum} is ${fundStatus}`);
  for (const status of ['Submitted', 'Settled']) {
    await operator.call('updateCCFundMoveStatus', { RefNum, fundStatus: status }, `${status}, by the operator`);
  }
  await showTrade(api, investment, 'FUNDED');
}

/** A custody account that the operator opens, and a deposit into it for the trade. */
export async function payFromCustody(api: ApiSession, operator: ApiSession, investment: Investment): Promise<void> {
  const { accountId, tradeId, amount } = investment;
  const documentUrl = 'https://documents.example.com/custody-agreement.pdf';
  const attested = { accountId, isAttested: true, documentUrl };
  await api.call('createCustodyAgreementAttestation', attested, 'the investor agrees to the custody agreement');
  const asked = await api.call('createCustodyAccountRequest', { accountId }, 'a custody account is asked for');
  const { custAccRequestID } = firstOf(asked.custodialAccountDetails);
  const decision = { custAccRequestID, custAccStatus: 'Approved' };
  await operator.call('reviewCustodyAccountRequest', decision, 'opened, by the operator');
  await api.call('createExternalAccount', bankAccount(accountId, SETTLES), 'a bank account');
  const deposit = { accountId, tradeId, amount, description: 'Demo Shares' };
  const { custodyTransaction } = await api.call('createCustodyFundMove', deposit, `a deposit of $${amount}`);
  const { referenceNumber, status } = custodyTransaction as Record<string, string>;
  console.log(`    deposit ${referenceNumber} is ${status}`);
  await showTrade(api, investment, 'FUNDED');
}

/** The investor changes their mind; the money goes back, which the operator stands for. */
export async function cancel(
  api: ApiSession,
  operator: ApiSession,
  investment: Investment,
  RefNum: string,
): Promise<void> {
  const { tradeId } = investment;
  const asked = { tradeId, requestedBy: 'Demo Investor', reason: 'The investor changed their mind' };
  await api.call('cancelInvestment', asked, `trade ${tradeId} is cancelled`);
  await showTrade(api, investment, 'UNWIND PENDING');
  const returned = { RefNum, fundStatus: 'Returned', errors: 'Returned at the request of the investor' };
  await operator.call('updateExternalFundMoveStatus', returned, 'the money is back, by the operator');
  await showTrade(api, investment, 'UNWIND SETTLED');
}
