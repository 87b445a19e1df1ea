/** Which methods take an Idempotency-Key (C34): all that change something, but for these. */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Method } from '../../src/http/method.ts';
import { EveryMethod } from './server.ts';

/**
 * Without the key a second call changes nothing more, for the reason given, or must not be answered from what was kept.
 */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  'a document that was sent is not sent again': [
    ...['sendSubscriptionDocument', 'sendSubscriptionDocumentClient', 'resendSubscriptionDocuments', 'sendNda'],
  ],
  'what is decided stays so': ['approveAction'],
  'what is cancelled is cancelled': ['cancelOrders'],
  'a setting of the venue is the same when it is set again': [
    ...['setTransferRules', 'setHoldings', 'answerFirstRefusal'],
    ...['cancelAllAfter', 'updateSelfTradePrevention', 'updateOrder', 'updateSecuritySettings'],
    ...['haltSecurity', 'resumeSecurity', 'updateMarketHoliday', 'reloadWatchList'],
    ...['setLimits', 'tightenLimits', 'setReferencePrice', 'setPosition', 'loadPositions'],
    ...['throwKillSwitch', 'releaseKillSwitch'],
    ...['createSecurityMarketHours', 'updateSecurityMarketHours', 'deleteSecurityMarketHours'],
  ],
  'an answer with a secret is not kept': [
    ...['createClient', 'updateClient', 'createApiKey', 'revokeApiKey', 'setScopes', 'setMethodPermissions'],
    ...['setFieldPermissions', 'createWebhook', 'deleteWebhook', 'generateWebhookToken', 'retireWebhookToken'],
    ...['setWebhookEncryptionKey'],
  ],
  'it is served no more (999)': ['addCreditCard', 'updateCreditCard'],
};

const READS = /^(get|list|read|search|validate|fetch|find|explain)/;

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
afterAll(async () => {
  await server.close();
  await database.close();
});

function takesKey({ idempotent, handler }: Method): boolean {
  return idempotent === true || 'idempotent' in handler;
}

test('every method that changes something takes a key, or stands here with the reason', () => {
  const changing = server.methods.filter(
    ({ verb, name }) => [verb].flat().some((one) => one !== 'GET') && !READS.test(name),
  );
  const without = changing.filter((method) => !takesKey(method)).map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.values(WITHOUT).flat().toSorted());
  expect(changing.length - without.length).toBeGreaterThan(100);
});
