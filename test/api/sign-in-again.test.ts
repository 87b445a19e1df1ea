/** Which methods ask a user to sign in again (P21), and what they ask with. */
import { Decimal } from 'decimal.js';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { ROLES } from '../../src/modules/users/roles.ts';
import { anIssuer, anOffering, aTrade } from '../modules/shared/records.ts';
import { wellFormed } from './samples.ts';
import { EveryMethod } from './server.ts';
import { IP, UsersVenue } from './users-venue.ts';

const ASK = {
  'gives rights or access': [
    ...['createApiKey', 'rotateApiKey', 'revokeApiKey', 'setScopes', 'setMethodPermissions', 'setFieldPermissions'],
    ...['createUser', 'updateUser', 'inviteUser', 'removePasskey', 'removeProviderAccount', 'approveAction'],
    ...['createWebhook', 'registerWebhook', 'rotateWebhookSecret', 'setWebhookEncryptionKey', 'generateWebhookToken'],
    ...['sendSubscriptionDocumentClient', 'sendNda'],
  ],
  'sets where money comes from or goes to': [
    ...['createExternalAccount', 'updateExternalAccount', 'linkExternalAccount', 'updateLinkExternalAccount'],
    ...['linkCreditCard', 'updateLinkedCreditCard'],
    ...['deleteExternalAccount', 'deleteCreditCard', 'deleteIssuerAccount'],
  ],
  'moves money or shares': [
    ...['externalFundMove', 'requestForVoidACH', 'ccFundMove', 'ccFundMovement', 'requestForVoidCCTransaction'],
    ...['createCustodyFundMove', 'updateCustodyFundMove', 'requestForVoidCustodyACH', 'createCustodyFundDisbursement'],
    ...['updateTradeStatus', 'cancelInvestment', 'fundReturnRequest', 'deleteTrade'],
    ...['notifySettlement', 'setHoldings'],
  ],
  'ends trading, or lets it go on': [
    ...['cancelOffering', 'updateOffering', 'deleteOffering', 'deleteIssuer', 'releaseKillSwitch', 'setTransferRules'],
  ],
};

/** Of methods that move money: how much, and of those that wait for a second operator. */
const SUMS = [
  ...['externalFundMove', 'requestForVoidACH', 'ccFundMove', 'ccFundMovement', 'requestForVoidCCTransaction'],
  ...['createCustodyFundMove', 'updateCustodyFundMove', 'requestForVoidCustodyACH', 'createCustodyFundDisbursement'],
  ...['updateTradeStatus', 'cancelInvestment', 'fundReturnRequest', 'approveAction'],
  ...['updateExternalFundMoveStatus', 'updateExternalFundMoveApprovedStatus', 'updateCCFundMoveStatus'],
  ...['updateCCFundMoveApprovedStatus', 'updateCustodyFundMoveStatus', 'reviewCustodyFundDisbursement'],
  ...['recordWire', 'recordCheck', 'matchReceipt', 'returnReceipt', 'performRefund', 'updateRefundStatus'],
];

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
const venue = new UsersVenue(server);
afterAll(async () => {
  await server.close();
  await database.close();
});

const named = (name: string): Method => server.methods.find((method) => method.name === name)!;
const names = (methods: readonly Method[]) => [...new Set(methods.map(({ name }) => name))].toSorted();

test('the methods that ask, and those that name an amount, are these', () => {
  expect(names(server.methods.filter(({ signInAgain }) => signInAgain))).toEqual(Object.values(ASK).flat().toSorted());
  expect(names(server.methods.filter(({ amount }) => amount))).toEqual(SUMS.toSorted());
});

/** A user of the role whose provider does not say when it proved who it is. */
async function stale(role: (typeof ROLES)[number]) {
  const { userId, client } = await venue.new(role);
  const began = { userId, how: 'oidc:corporate', ip: IP, userAgent: '', proof: { atUs: undefined } };
  return { client, session: (await server.sessions.start(began)).token };
}

test('every role is asked by each of them that it may call, and keys are not', async () => {
  const asked = new Set<string>();
  for (const role of ROLES) {
    const { client, session } = await stale(role);
    const key = await venue.client(client.master ? 'operator' : 'client');
    for (const method of server.methods.filter(({ signInAgain, host }) => signInAgain && host !== 'legacy')) {
      const { name } = method;
      if (client.deniedMethods.has(name)) continue;
      const values = { ...wellFormed(method), ...(name === 'updateOffering' && { offeringStatus: 'Canceled' }) };
      const { http, body } = await venue.call({ session }, name, values);
      expect([http, body.statusCode, body.reason], `${role} ${name}`).toEqual([403, '1403', 'sign-in-again']);
      expect((await venue.call(key, name, values)).body.reason, `a key ${name}`).toBeUndefined();
      asked.add(name);
    }
  }
  expect([...asked].toSorted()).toEqual(Object.values(ASK).flat().toSorted());
  const { body } = await venue.call(await stale('compliance'), 'updateOffering', { offeringId: 1, issueName: 'x' });
  expect(body.statusCode).not.toBe('1403');
});

describe('the amount in the question', () => {
  test.each([
    ['externalFundMove', { amount: '150.25' }, '150.25'],
    ['ccFundMovement', { amount: '150.25' }, '150.25'],
    ['createCustodyFundMove', { amount: new Decimal('150.25') }, '150.25'],
    ['createCustodyFundDisbursement', { amount: new Decimal('150.25') }, '150.25'],
    ['requestForVoidACH', { RefNum: 1 }, undefined],
    ['updateCCFundMoveStatus', { RefNum: 1 }, undefined],
    ['updateCustodyFundMoveStatus', { referenceNumber: 1 }, undefined],
    ['recordWire', { amount: new Decimal('150.25') }, '150.250000'],
    ['matchReceipt', { amount: new Decimal('150.25') }, '150.250000'],
    ['matchReceipt', { receiptId: 1 }, undefined],
    ['returnReceipt', { receiptId: 1 }, undefined],
    ['performRefund', { amount: new Decimal('150.25') }, '150.250000'],
    ['performRefund', { tradeId: 1, rail: 'ACH' }, undefined],
    ['updateRefundStatus', { refundId: 1 }, undefined],
    ['reviewCustodyFundDisbursement', { requestId: 'unknown' }, undefined],
  ])('of %s with %j is %s', async (name, values, amount) => {
    expect(await named(name).amount!(values, (await venue.new('operator')).client)).toBe(amount);
  });

  test('is that of the trade, for its client alone and for the operator', async () => {
    const [own, other, operator] = [await stale('backOffice'), await stale('backOffice'), await stale('operator')];
    const { clientId } = own.client;
    const { offering_id } = await anOffering(database.db, clientId, await anIssuer(database.db, clientId));
    const { trade_id: tradeId } = await aTrade(database.db, clientId, offering_id);
    const values = { tradeId, requestedBy: 'somebody', reason: 'asked', accountId: 'A100', orderStatus: 'FUNDED' };
    for (const name of ['cancelInvestment', 'fundReturnRequest', 'updateTradeStatus']) {
      const { body } = await venue.call(own, name, values);
      expect([body.reason, body.amount], name).toEqual(['sign-in-again', '100.000000']);
      expect((await venue.call(other, name, values)).body.amount).toBeUndefined();
    }
    expect((await venue.call(operator, 'updateTradeStatus', values)).body.amount).toBe('100.000000');
  });
});
