import { describe, expect, test } from 'vitest';
import { REGISTRABLE_METHODS, webhookNameOf } from '../../../src/webhooks/registry/registrable.ts';

describe('registrable methods', () => {
  test('are each named once', () => {
    expect(new Set(REGISTRABLE_METHODS).size).toBe(REGISTRABLE_METHODS.length);
    expect(REGISTRABLE_METHODS.length).toBe(86);
  });

  test('hold the methods of the platform and of the venue', () => {
    const some = [
      'createAccount',
      'deleteLink',
      'updateEligibleToCloseStatus',
      'stripePaymentProcess',
      'getAccountLinkId',
    ];
    const venue = [
      'createOrder',
      'updateOrder',
      'replaceOrder',
      'cancelOrder',
      'matchedTradenotify',
      'notifySettlement',
      'orderForApproval',
    ];
    const custody = ['createCustodyFundMove', 'fundCustodyAccount', 'updateCustodialAccountRequest'];
    for (const name of [...some, ...venue, ...custody]) expect(webhookNameOf(name)).toBe(name);
  });

  test('hold no method that sends nothing, and names are exact', () => {
    const silent = ['createEntity', 'deleteAccount', 'createIssuer', 'createOffering', 'getOrder', 'createaccount', ''];
    for (const name of [...silent, 'constructor', '__proto__']) expect(webhookNameOf(name)).not.toBe(name);
  });

  test('go by the specified name where the path is spelled otherwise', () => {
    expect(webhookNameOf('updateAccountArchiveStatus')).toBe('updateAccountArchivestatus');
    expect(webhookNameOf('uploadEntityDocument')).toBe('uploadPartyDocument');
    expect(webhookNameOf('createTrade')).toBe('createTrade');
    expect(webhookNameOf('getOrder')).toBeUndefined();
  });
});
