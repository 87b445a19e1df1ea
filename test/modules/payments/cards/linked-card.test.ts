/** The card of an account: the form, and the methods around it (K1, K2). */
import { expect, test } from 'vitest';
import type { StoredCard } from '../../../../src/providers/cards/index.ts';
import { SandboxProcessor } from '../../../../src/providers/cards/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { type CardsApi, messageOf, send, startCards } from './cards-api.ts';

async function addressOf(api: CardsApi, method = 'linkCreditCard'): Promise<string> {
  const { accountDetails } = fieldsOf(await api.call('POST', method, { accountId: api.accountId }));
  return String(accountDetails);
}

async function cardOf(api: CardsApi): Promise<Record<string, unknown>> {
  const { creditcardDetails } = fieldsOf(await api.call('POST', 'getLinkedCreditCard', { accountId: api.accountId }));
  return creditcardDetails as Record<string, unknown>;
}

const HOUR_US = 3_600_000_000;

describeOnEachDatabase('the card of an account', (open) => {
  test('is linked through the form, and shown without its number', async () => {
    const api = await startCards(await open());
    const address = await addressOf(api);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pages\/card\?params=[\w-]{43}$/);
    const form = await (await fetch(address)).text();
    expect(form).toContain('<h1>Add your card</h1>');
    const response = await send(address);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain('Your Visa card ending in 4242 was saved.');
    expect(messageOf(page)).toEqual({
      source: 'card',
      status: 'success',
      accountId: api.accountId,
      message: 'The card was saved',
    });
    expect(await cardOf(api)).toEqual({
      accountId: api.accountId,
      creditCardName: 'First Last',
      cardType: 'Visa',
      creditCardNumber: 'XXXXXXXXXXXX4242',
      expirationDate: '1235',
      billingZip: '10001',
      createdDate: '2030-01-02 03:04:05',
      updatedDate: '0000-00-00 00:00:00',
    });
    const rows = await api.database.db.selectFrom('linked_cards').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/4242424242|sandbox_/);
    expect(api.fired).toEqual([]);
  });

  test('is saved once by a link, which ends after 24 hours', async () => {
    const api = await startCards(await open());
    const [late, address] = [await addressOf(api), await addressOf(api)];
    const answers = await Promise.all([send(address), send(address), send(address)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => status === 409 || status === 410)).toBe(true);
    expect((await fetch(address)).status).toBe(410);
    expect((await send(address)).status).toBe(410);
    api.nowUs += 24 * HOUR_US;
    const response = await send(late);
    expect(response.status).toBe(410);
    expect(messageOf(await response.text())).toMatchObject({ source: 'card', status: 'error' });
  });

  test('is not linked twice, and replaced only when there is one', async () => {
    const api = await startCards(await open());
    const { accountId } = api;
    expect(errorOf(await api.call('POST', 'getLinkedCreditCard', { accountId }), '404')).toBe('');
    errorOf(await api.call('POST', 'updateLinkedCreditCard', { accountId }), '404');
    const [first, second] = [await addressOf(api), await addressOf(api)];
    expect((await send(first)).status).toBe(200);
    expect(errorOf(await api.call('POST', 'linkCreditCard', { accountId }), '116')).toContain('accountId');
    const refused = await send(second, { number: '5555555555554444' });
    expect(refused.status).toBe(409);
    expect(messageOf(await refused.text())).toMatchObject({ status: 'error', accountId });
    api.nowUs += HOUR_US;
    const replacing = await addressOf(api, 'updateLinkedCreditCard');
    expect(await (await fetch(replacing)).text()).toContain('<h1>Replace your card</h1>');
    expect((await send(replacing, { number: '5555555555554444', name: 'Other Name' })).status).toBe(200);
    expect(await cardOf(api)).toMatchObject({
      creditCardName: 'Other Name',
      cardType: 'Mastercard',
      creditCardNumber: 'XXXXXXXXXXXX4444',
      createdDate: '2030-01-02 03:04:05',
      updatedDate: '2030-01-02 04:04:05',
    });
  });

  test('is typed again where something is wrong, but for its number and code', async () => {
    const api = await startCards(await open());
    const address = await addressOf(api);
    const response = await send(address, { number: '4242424242424241', expiry: '12/29', code: '12', zip: '' });
    expect(response.status).toBe(422);
    const page = await response.text();
    for (const field of ['number', 'expiry', 'code', 'zip']) {
      expect(page).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`));
    }
    expect(page).toMatch(/name="name"[^>]* value="First Last"/);
    expect(page).not.toMatch(/4242424242|value="12"/);
    expect(page).toMatch(/name="number"[^>]*data-focus/);
    expect((await send(address)).status).toBe(200);
  });

  test('that the processor refuses five times ends the link, and no other', async () => {
    const api = await startCards(await open());
    const [address, other] = [await addressOf(api), await addressOf(api)];
    const refused = { number: '4000000000000002' };
    for (let attempt = 1; attempt < 5; attempt++) {
      expect(await (await send(address, refused)).text()).toContain('The card was declined. Try another card.');
    }
    const last = await send(address, refused);
    const page = await last.text();
    expect([last.status, messageOf(page)]).toMatchObject([422, { source: 'card', status: 'error' }]);
    expect(page).toContain('Too many cards were refused. Ask for a new link.');
    expect((await send(address)).status).toBe(410);
    expect((await send(other)).status).toBe(200);
  });

  test('that the processor refuses, or cannot be asked about, leaves the link usable', async () => {
    const api = await startCards(await open());
    const address = await addressOf(api);
    const refused = await send(address, { number: '4000000000000002' });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain('The card was declined. Try another card.');
    expect(messageOf(page)).toMatchObject({ status: 'error', accountId: api.accountId });
    expect((await send(address, { number: '4000000000000119' })).status).toBe(503);
    expect((await send(address)).status).toBe(200);
  });

  test('is deleted, and forgotten by the processor, as one that was replaced is', async () => {
    const processor = new RememberingProcessor();
    const api = await startCards(await open(), { cards: processor });
    const { accountId } = api;
    await api.link();
    expect((await send(await addressOf(api, 'updateLinkedCreditCard'))).status).toBe(200);
    expect(processor.tokens.size).toBe(1);
    fieldsOf(await api.call('POST', 'deleteCreditCard', { accountId }));
    expect(processor.tokens.size).toBe(0);
    errorOf(await api.call('POST', 'getLinkedCreditCard', { accountId }), '404');
    errorOf(await api.call('POST', 'deleteCreditCard', { accountId }), '404');
    await api.link();
    expect(processor.tokens.size).toBe(1);
  });

  test('stays while a payment needs it (K10)', async () => {
    const api = await startCards(await open());
    const { accountId } = api;
    const { refNum } = await api.pay();
    expect(errorOf(await api.call('POST', 'deleteCreditCard', { accountId }), '190')).toContain('Pending');
    fieldsOf(await api.call('POST', 'requestForVoidCCTransaction', { RefNum: refNum }));
    fieldsOf(await api.call('POST', 'deleteCreditCard', { accountId }));
  });

  test('of an account that is deleted meanwhile is not saved', async () => {
    const api = await startCards(await open());
    const address = await addressOf(api);
    fieldsOf(await api.call('POST', 'deleteAccount', { accountId: api.accountId }));
    expect((await send(address)).status).toBe(409);
    expect(await api.database.db.selectFrom('linked_cards').select('card_id').execute()).toEqual([]);
  });

  test('is offered by nobody where there is no processor', async () => {
    const api = await startCards(await open(), { cards: null });
    const { accountId } = api;
    errorOf(await api.call('POST', 'linkCreditCard', { accountId }), '211');
    const { trade_id: tradeId } = await api.trade();
    errorOf(await api.call('POST', 'ccFundMove', { accountId, tradeId, createdIpAddress: '192.0.2.1' }), '211');
  });
});

/** Knows which cards it keeps. */
class RememberingProcessor extends SandboxProcessor {
  readonly tokens = new Set<string>();

  override async store(...card: Parameters<SandboxProcessor['store']>): Promise<StoredCard> {
    const stored = await super.store(...card);
    this.tokens.add(stored.token);
    return stored;
  }

  override async forget(token = ''): Promise<void> {
    this.tokens.delete(token);
  }
}
