import { expect, it } from 'vitest';
import { ClientWebhooks } from '../../../src/modules/shared/client-webhooks.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

describeOnEachDatabase('webhooks of what others changed', (open) => {
  it('go to the client, with its parent, whose tokens are sent along', async () => {
    const { db } = await open();
    const child = { client_id: 'C10000002', parent_id: 'C10000001', name: 'Child', active: 1, created_at: 1 };
    const parent = { ...child, client_id: 'C10000001', name: 'Parent' };
    await db.insertInto('clients').values([parent, child]).execute();
    const fired: unknown[] = [];
    const webhooks = new ClientWebhooks(db, { fire: (...what) => fired.push(what) });
    await webhooks.fire('C10000002', 'updateKycAmlStatus', { a: 1 });
    await webhooks.fire('C10000001', 'updateKycAmlStatus', { a: 2 });
    expect(fired).toEqual([
      ['C10000002', 'C10000001', 'updateKycAmlStatus', { a: 1 }],
      ['C10000001', 'C10000001', 'updateKycAmlStatus', { a: 2 }],
    ]);
  });
});
