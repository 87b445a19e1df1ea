/** Fields that the specification calls not used, discarded or ignored are taken with any value. */
import { expect, test } from 'vitest';
import { paymentsModule } from '../../../src/modules/payments/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import { aPayingInvestor } from '../trades/paying-investor.ts';

const VALUES = ['no address', '999.1.1.1', 7, true, { of: 'any' }, ['kind'], 'x'.repeat(2000)];

describeOnEachDatabase('fields that are not used', (open) => {
  test('have any value', async () => {
    const { api, accountId, offeringId } = await aPayingInvestor(await open(), [paymentsModule]);
    const { db } = api.database;
    const party = { domicile: 'U.S. citizen', firstName: 'First', lastName: 'Last', dob: '01-31-1980' };
    const address = { primCountry: 'USA', primAddress1: '1 Example Street', primCity: 'City', primState: 'NY' };
    const person = { ...party, ...address, primZip: '10001', emailAddress: 'first@example.com' };
    for (const value of VALUES) {
      fieldsOf(await api.call('PUT', 'createParty', { ...person, createdIpAddress: value }, { encoding: 'json' }));
      const of = { account_id: accountId, transaction_type: 'ACH' };
      const { trade_id: tradeId } = await aTrade(db, 'C1', offeringId, of);
      const debit = { accountId, offeringId, tradeId, amount: '100', description: 'units', checkNumber: value };
      const answer = await api.call('POST', 'externalFundMove', { ...debit, NickName: value }, { encoding: 'json' });
      expect(fieldsOf(answer)).toMatchObject({ TradeFinancialDetails: [{ fundStatus: 'Pending' }] });
    }
    // The caller's own address is stored, and the number must be there.
    const parties = await db.selectFrom('parties').select('created_ip_address').execute();
    expect(new Set(parties.map(({ created_ip_address }) => created_ip_address))).toEqual(new Set(['127.0.0.1']));
    errorOf(await api.call('POST', 'externalFundMove', { accountId, offeringId, tradeId: 1, amount: '1' }), '106');
  });
});
