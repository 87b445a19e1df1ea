/** What must have happened before a changing method does its work. */
import { randomUUID } from 'node:crypto';
import { Secrets } from '../../src/database/secrets/index.ts';
import { type Method, methodNamed } from '../../src/http/methods/index.ts';
import { insertCard } from '../../src/modules/payments/cards/card-records.ts';
import { nextId } from '../../src/modules/shared/ids/index.ts';
import { SANDBOX_QUESTIONS } from '../../src/providers/identity/sandbox-questions.ts';
import { PARTY } from '../modules/parties/people.ts';
import { aTrade, NOW } from '../modules/shared/records.ts';
import { BANK_ACCOUNT, idIn, type Records } from './records.ts';
import type { Body, EveryMethod } from './server.ts';

interface Fixture {
  readonly server: EveryMethod;
  readonly records: Records;
  /** Calls methods of the client one after the other, with values of the same records. */
  readonly call: (...names: readonly string[]) => Promise<void>;
}

/** Makes it, and answers the values that are not those of every method. */
type Preparation = (fixture: Fixture) => Promise<Body>;

const after =
  (...names: readonly string[]): Preparation =>
  async ({ call }) => {
    await call(...names);
    return {};
  };

/** A trade of an investor, which it pays so. */
const investorsTrade =
  (transaction_type: 'ACH' | 'CREDITCARD', further: Body = {}): Preparation =>
  async ({ server, records }) => {
    const [accountId, offeringId] = [await records.id('investor'), await records.id('templatedOffering')];
    const of = { account_id: accountId, transaction_type };
    const { trade_id } = await aTrade(server.database.db, 'C1', Number(offeringId), of);
    return { accountId, offeringId, tradeId: String(trade_id), ...further };
  };

/** An investment that is not paid. */
const duePayment: Preparation = async ({ records }) => ({ kind: 'payment', record: await records.id('trade') });

/** The account of its trades has a primary party. */
const withInvestor: Preparation = async ({ records }) => {
  await records.id('investor');
  return {};
};

/** A trade of which 50 dollars are overpaid, which came by hand. */
const overpaidTrade: Preparation = async ({ server, records }) => {
  const tradeId = await records.id('trade');
  const values = { order_status: 'FUNDED', recorded_amount: '150.000000' };
  await server.database.db.updateTable('trades').set(values).where('trade_id', '=', Number(tradeId)).execute();
  return { tradeId };
};

const withoutBank: Preparation = async ({ records }) => {
  const accountId = idIn(await records.ask('createAccount', {}), 'accountId');
  return { ...BANK_ACCOUNT, accountId };
};

const withCard: Preparation = async ({ server, records }) => {
  const { db } = server.database;
  const of = { clientId: 'C1', accountId: await records.id('investor'), cardId: await nextId(db, 'card') };
  const card = {
    card_holder: 'First Last',
    card_type: 'VI',
    last_four: '4242',
    expiration: '2035-01',
    billing_zip: '1',
  };
  await insertCard({ db, secrets: new Secrets([Buffer.alloc(32, 7)]) }, of, { ...card, token: 'token' }, NOW);
  return { accountId: of.accountId };
};

const withCardAndTrade: Preparation = async (fixture) => {
  await withCard(fixture);
  return investorsTrade('CREDITCARD', { amount: '100' })(fixture);
};

/** By the operator, as no method of the client opens it. */
const withCustodyAccount: Preparation = async ({ server, records }) => {
  const accountId = await records.id('investor');
  const request_id = await records.id('custodyRequest');
  const opened = { request_status: 'Approved', account_status: 'Open' };
  const { db } = server.database;
  await db.updateTable('custody_account_requests').set(opened).where('request_id', '=', request_id).execute();
  return { accountId };
};

const questions: Preparation = async ({ records }) => {
  const party = { ...PARTY, lastName: 'Questions' };
  const partyId = idIn(await records.ask('createParty', party), 'partyId');
  const asked = await records.ask('performKycAml', { partyId });
  const answers = SANDBOX_QUESTIONS.flatMap(({ type, right }, index) => [
    [`type${index + 1}`, type],
    [`qns${index + 1}`, right],
  ]);
  return { partyId, idNumber: idIn(asked, 'id-number'), noOfqns: 5, ...Object.fromEntries(answers) };
};

/** An order that waits, once the security has these terms. */
const waitingOrder =
  (method: 'updateSecuritySettings' | 'setTransferRules', terms: Body): Preparation =>
  async ({ records }) => {
    const securityId = await records.id('offering');
    await records.ask(method, { securityId, ...terms });
    const ids = { issuerid: await records.id('issuer'), securityid: securityId };
    const order = { ...ids, action: 'Sell', price: '10', quantity: '10', expiration: 'GTC' };
    return { orderid: idIn(await records.ask('createOrder', order), 'id') };
  };

const elsewhere: Preparation = async () => ({ url: `https://receiver.example.com/${randomUUID()}` });

/** A block was reported before, so that the other side is known and the price is one of the day. */
const knownCounterparty: Preparation = async ({ records }) => {
  await records.id('block');
  return { counterpartyId: 'C3', price: '10' };
};

const SPLIT = {
  ...{ kind: 'Split', ratio: '2:1', fractions: 'Cash', cashPrice: '5' },
  ...{ exDate: '2030-12-02', recordDate: '2030-12-02', payDate: '2030-12-02' },
};

/** A corporate action that is announced. */
const announced: Preparation = async ({ records }) => {
  const securityId = await records.id('offering');
  const { corporateAction } = await records.ask('createCorporateAction', { securityId, ...SPLIT });
  return { securityId, actionId: (corporateAction as { readonly actionId: string }).actionId };
};

/** A tender is announced, and the account has shares of it. */
const tendered: Preparation = async ({ records }) => {
  const [securityId, accountId] = [await records.id('offering'), await records.id('account')];
  const lots = [{ date: '2026-01-05', quantity: 9 }];
  await records.ask('setHoldings', { securityId, holdings: [{ clientId: 'C1', accountId, lots }] });
  const tender = { kind: 'Tender', mostShares: 100, price: '5', exDate: SPLIT.exDate };
  const { corporateAction } = await records.ask('createCorporateAction', { securityId, ...tender });
  const { actionId } = corporateAction as { readonly actionId: string };
  return { securityId, actionId, accountId, quantity: 9 };
};

const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  // Of an ended one the history is read, which a test writes within the call.
  massQuote: async ({ records }) => ({ quotes: [{ quoteId: await records.id('quote'), cancel: 'Yes' }] }),
  createCorporateAction: async () => SPLIT,
  cancelCorporateAction: announced,
  tenderShares: tendered,
  updateIssuerAccount: after('createIssuerAccount'),
  reopenOffering: after('closeOffering'),
  admitOffering: after('closeOffering'),
  updateEntitySupp: after('createEntitySupp'),
  updateKycAml: questions,
  updateSuitability: after('calculateSuitability'),
  deleteSuitability: after('calculateSuitability'),
  sendSubscriptionDocument: investorsTrade('ACH'),
  sendSubscriptionDocumentClient: investorsTrade('ACH'),
  resendSubscriptionDocuments: async (fixture) => {
    const values = await investorsTrade('ACH')(fixture);
    await fixture.records.ask('sendSubscriptionDocument', values);
    return values;
  },
  createCustodyAccountRequest: after('createCustodyAgreementAttestation'),
  updateCustodyAccountSupplement: after('createCustodyAccountSupplement'),
  updateCustodyPartySupplement: after('createCustodyPartySupplement'),
  createCustodyFundDisbursement: withCustodyAccount,
  createCustodyFundMove: withCustodyAccount,
  createExternalAccount: withoutBank,
  linkExternalAccount: withoutBank,
  externalFundMove: investorsTrade('ACH', { amount: '100' }),
  takeInvestorTask: duePayment,
  remindInvestor: duePayment,
  settlePayment: async (fixture) => {
    const values = await investorsTrade('ACH', { amount: '100' })(fixture);
    await fixture.records.ask('externalFundMove', values);
    return { tradeId: values.tradeId };
  },
  updateLinkedCreditCard: withCard,
  deleteCreditCard: withCard,
  ccFundMove: withCardAndTrade,
  ccFundMovement: withCardAndTrade,
  updateOrder: waitingOrder('updateSecuritySettings', { orderApproval: 'Yes' }),
  updateSecurityMarketHours: after('createSecurityMarketHours'),
  releaseKillSwitch: after('throwKillSwitch'),
  reportBlock: knownCounterparty,
  registerWebhook: elsewhere,
  updateCustodyFundMoveStatus: withCustodyAccount,
  updateCCFundMoveStatus: withCard,
  recordWire: withInvestor,
  recordCheck: withInvestor,
  matchReceipt: withInvestor,
  performRefund: overpaidTrade,
  answerFirstRefusal: waitingOrder('setTransferRules', { firstRefusalHours: 1 }),
};

/** Does what the method needs; the values of its call that come of it. */
export async function prepared(
  server: EveryMethod,
  records: Records,
  name: string,
  valuesOf: (records: Records, method: Method) => Promise<Body>,
): Promise<Body> {
  const call = async (...names: readonly string[]) => {
    for (const one of names) await records.ask(one, await valuesOf(records, methodNamed(server.methods, one)));
  };
  return (await PREPARATIONS[name]?.({ server, records, call })) ?? {};
}
