/** Accounts of an issuer that are stored at the same moment: what was acknowledged is kept (C48). */
import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { runs } from '../../support/thorough.ts';
import { type Api, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer } from '../shared/records.ts';

const KEY = 'Financial issuer details';
const ROUNDS = runs(20, 20);

describeOnBothDatabases('accounts of an issuer at the same moment', (open) => {
  const start = async () => startApi(await open(), [issuersModule]);
  const create = (api: Api, issuerId: number, fields: Record<string, unknown>) =>
    api.call('PUT', 'createIssuerAccount', { issuerId, ...fields });
  const shown = async (api: Api, issuerId: number) =>
    (await api.call('POST', 'getIssuerAccount', { issuerId })).body as {
      statusDesc: Record<string, unknown>;
      [KEY]: readonly Record<string, unknown>[];
    };

  test.each(['new', 'deleted'])('one account record is made, with the fields of all calls (%s)', async (before) => {
    const api = await start();
    for (let round = 0; round < ROUNDS; round++) {
      const issuerId = await anIssuer(api.database.db, 'C1');
      if (before === 'deleted') {
        fieldsOf(await create(api, issuerId, { country: 'Nowhere' }));
        fieldsOf(await api.call('POST', 'deleteIssuerAccount', { issuerId }));
      }
      const sent = [{ city: 'Example City' }, { zip: '10001' }, { companyName: 'Example Company' }];
      const answers = await Promise.all(sent.map((fields) => create(api, issuerId, fields)));
      // [true, ...] for the one that made the record, an object for those that changed it.
      const isNew = answers.map((answer) => Array.isArray(fieldsOf(answer)[KEY]));
      expect(isNew.filter(Boolean), `round ${round}`).toHaveLength(1);
      const stored = { city: 'Example City', zip: '10001', companyName: 'Example Company', country: null };
      expect((await shown(api, issuerId)).statusDesc, `round ${round}`).toMatchObject(stored);
    }
  });

  test('an account at a custodian keeps its funds, whichever call is first', async () => {
    const api = await start();
    for (let round = 0; round < ROUNDS; round++) {
      const issuerId = await anIssuer(api.database.db, 'C1');
      const account = {
        custodianAccountNumber: 'T-1',
        routingNumber: '021000021',
        accountNumber: '1',
        accountName: 'E',
      };
      const put = (fields: Record<string, unknown>) => {
        const sent = { issuerId, providerId: 1, custodianName: 'Example Trust', ...account, ...fields };
        return api.call('POST', 'admin/putIssuerCustodianAccount', sent, { as: 'MASTER' });
      };
      for (const answer of await Promise.all([put({ funds: '10.5' }), put({}), put({})])) fieldsOf(answer);
      expect((await shown(api, issuerId))[KEY], `round ${round}`).toMatchObject([{ funds: '10.500000' }]);
    }
  });
});
