import { expect, test } from 'vitest';
import { RoutingDirectory } from '../../../../src/providers/bank/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../../support/database.ts';
import { anAccount } from '../../shared/accounts.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { addressOf, FORM } from './bank-page.ts';
import { bankAccount, startAch } from './fixture.ts';

const HOUR_US = 3_600_000_000;
const send = (address: string, fields: object = {}) =>
  fetch(address, { method: 'POST', body: new URLSearchParams({ ...FORM, ...fields }) });

function overHttp(open: TestDatabases): void {
  test('its holder links it on the page, once', async () => {
    const ach = await startAch(await open(), { nickname: null });
    const { api, accountId } = ach;
    const address = await addressOf(ach);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pages\/bank-link\?params=[\w-]{43}$/);
    expect(api.fired).toEqual([]);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('Link a bank account');
    const done = await send(address);
    expect(done.status).toBe(200);
    const text = await done.text();
    expect(text).toContain('Linked account 0601 at Example Bank');
    expect(text).not.toContain(FORM.accountNumber);
    const { body } = await api.call('POST', 'getExternalAccount', { types: 'Account', accountId });
    expect(body.statusDesc).toMatchObject({
      AccountName: 'First <Last>',
      AccountNickName: 'Linked account 0601',
      AccountRoutingNumber: '123456780',
      AccountNumber: '40005000601',
      accountType: 'Savings',
    });
    expect(api.fired).toHaveLength(1);
    const [fired] = api.fired;
    expect(fired).toMatchObject({
      clientId: 'C1',
      method: 'linkExternalAccount',
      fields: {
        accountId,
        institution_name: 'Example Bank',
        account_name: 'First <Last>',
        account_subtype: 'savings',
        account_mask: '0601',
        externalAccount: 'Linked account 0601',
        createdIpAddress: '127.0.0.1',
      },
    });
    expect(JSON.stringify(fired)).not.toMatch(/123456780|40005000601/);
    expect((await send(address)).status).toBe(410);
    expect((await fetch(address)).status).toBe(410);
    errorOf(await api.call('POST', 'linkExternalAccount', { accountId }), '116');
  });

  test('its holder replaces it on the page', async () => {
    const ach = await startAch(await open());
    const { api, accountId } = ach;
    const address = await addressOf(ach, 'updateLinkExternalAccount');
    expect((await send(address)).status).toBe(200);
    expect(api.fired.map(({ method }) => method)).toEqual(['updateLinkExternalAccount']);
    const { body } = await api.call('POST', 'getExternalAccount', { types: 'Account', accountId });
    expect(body.statusDesc).toMatchObject({ AccountNickName: 'Linked account 0601' });
  });

  test('what is wrong is reported next to its field; numbers are not shown again, and nothing is stored', async () => {
    const ach = await startAch(await open(), { nickname: null });
    const address = await addressOf(ach);
    for (const [field, value, fault] of [
      ['bankName', ' ', 'Enter a name'],
      ['holder', 'x'.repeat(101), 'at most 100'],
      ['routingNumber', '123456789', 'nine digits of a routing number'],
      ['accountNumber', '123', '4 to 17 digits'],
      ['accountNumberAgain', '40005000602', 'the same account number'],
      ['accountType', 'Gold', 'Choose Checking or Savings'],
    ] as const) {
      const answer = await send(address, { [field]: value });
      expect(answer.status, field).toBe(422);
      const text = await answer.text();
      const marked = [...text.matchAll(/id="(\w+)"[^>]*aria-invalid="true"/g)].map(([, id]) => id);
      expect(marked).toEqual([field]);
      expect(text).toContain(fault);
      expect(text).not.toContain(FORM.accountNumber);
      if (field !== 'holder') expect(text).toContain('value="First &#60;Last&#62;"');
    }
    expect(await ach.api.database.db.selectFrom('external_accounts').selectAll().execute()).toEqual([]);
    expect((await send(address)).status).toBe(200);
  });

  test('a directory of banks names the bank, and refuses numbers that nobody has', async () => {
    const line = `123456780O0110000151120126000000000${'DIRECTORY BANK'.padEnd(36)}`;
    const ach = await startAch(await open(), {
      nickname: null,
      settings: { banks: RoutingDirectory.of(Buffer.from(line)) },
    });
    const address = await addressOf(ach);
    expect((await send(address, { routingNumber: '021000021' })).status).toBe(422);
    expect(await (await send(address)).text()).toContain('at DIRECTORY BANK');
    const validate = (routingNumber: string) => ach.api.call('POST', 'validateABARoutingNumber', { routingNumber });
    expect(fieldsOf(await validate('123456780'))).toEqual({
      accountDetails: 'Valid routing number of DIRECTORY BANK',
    });
    errorOf(await validate('021000021'), '215');
  });

  test('the link ends after 24 hours, and where the account has a bank account by then or is gone', async () => {
    const ach = await startAch(await open(), { nickname: null });
    const { api, accountId } = ach;
    const [early, late] = [await addressOf(ach), await addressOf(ach)];
    api.nowUs += 24 * HOUR_US - 1;
    expect((await fetch(early)).status).toBe(200);
    await bankAccount(api, accountId);
    expect((await send(late)).status).toBe(409);
    fieldsOf(await api.call('POST', 'deleteExternalAccount', { types: 'Account', accountId }));
    // Refused, it was not used.
    expect((await fetch(late)).status).toBe(200);
    api.nowUs += 1;
    for (const address of [early, late]) {
      expect((await fetch(address)).status).toBe(410);
      expect((await send(address)).status).toBe(410);
    }
    expect((await fetch(`${early.slice(0, -43)}${'x'.repeat(43)}`)).status).toBe(410);
  });

  test('of two forms that are sent at once one is stored', async () => {
    const ach = await startAch(await open(), { nickname: null });
    const address = await addressOf(ach);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(address)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(ach.api.fired).toHaveLength(1);
  });

  test('is made for the own account only, and replaced only where there is one', async () => {
    const { api } = await startAch(await open());
    const foreign = await anAccount(api, 'C2');
    const bare = await anAccount(api);
    for (const method of ['linkExternalAccount', 'updateLinkExternalAccount']) {
      errorOf(await api.call('POST', method, { accountId: foreign }), '148');
      errorOf(await api.call('POST', method, {}), '106');
    }
    errorOf(await api.call('POST', 'updateLinkExternalAccount', { accountId: bare }), '149');
  });
}

describeOnEachDatabase('a bank account', overHttp);
