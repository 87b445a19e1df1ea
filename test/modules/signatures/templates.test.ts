import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { textsOf } from '../../support/sample-pdf.ts';
import { errorOf } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import { startSigning } from './signing-api.ts';

describeOnEachDatabase('templates of an offering', (open) => {
  test('are those of the account, which lists them', async () => {
    const { ask } = await startSigning(await open());
    expect(await ask('fetchSubscriptionDocuments', {})).toMatchObject([
      { name: 'Example Non-Disclosure Agreement', templateId: 'nda', shared: 'false', pageCount: 1 },
      { templateId: 'example-subscription-agreement', created: '2026-01-02T00:00:00.000Z' },
    ]);
  });

  test('are added, read newest first with their document, replaced, renamed and deleted', async () => {
    const { api, ask, offeringId } = await startSigning(await open());
    const file_name = 'templatename0=example-subscription-agreement--Agreement&templatename1=nda--Secrets -- and more';
    const added = (await ask('addSubscriptionsforOffering', { offeringId, file_name })) as Record<string, unknown>[];
    expect(added).toMatchObject([
      { templateName: 'Agreement', offeringId },
      { templateName: 'Secrets -- and more', offeringId },
    ]);
    const [{ templateNameID: first }, { templateNameID: second }] = added as [never, never];
    const listed = () => ask('getSubscriptionsforOffering', { offeringId }) as Promise<Record<string, string>[]>;
    const [newest, oldest] = await listed();
    expect([newest, oldest]).toMatchObject([
      { templateId: second, templateKey: 'nda', templateName: 'Secrets -- and more', offeringId },
      { templateId: first, templateKey: 'example-subscription-agreement', createdDate: '2030-01-02 03:04:05' },
    ]);
    const content = new Uint8Array(await (await fetch(newest!.templateUrl!)).arrayBuffer());
    expect((await textsOf(content))[0]).toContain('Example Non-Disclosure Agreement');
    const update = { offeringId, templateId: first };
    expect(await ask('updateSubscriptionsforOffering', { ...update, templatename: 'Renamed' })).toEqual([
      { offeringId, templateId: String(first), templatename: 'Renamed' },
    ]);
    expect((await listed())[1]).toMatchObject({
      templateKey: 'example-subscription-agreement',
      templateName: 'Renamed',
    });
    await ask('updateSubscriptionsforOffering', { ...update, templatename: 'nda--Another' });
    expect((await listed())[1]).toMatchObject({ templateId: first, templateKey: 'nda', templateName: 'Another' });
    expect(await ask('deleteSubscriptionsforOffering', { templateId: first })).toBe('Template deleted successfully');
    expect((await listed()).map(({ templateId }) => templateId)).toEqual([second]);
    expect(errorOf(await api.call('POST', 'deleteSubscriptionsforOffering', { templateId: first }), '404')).toBe('');
    expect(api.fired).toEqual([]);
  });

  test('decide whether trades that are paid and approved, but not signed, can be closed (T9)', async () => {
    const { api, ask, offeringId, accountId, addTemplate } = await startSigning(await open());
    const { db } = api.database;
    const reviewed = { kyc_status: 'Auto Approved', aml_status: 'Manually Approved' };
    await db.updateTable('accounts').set(reviewed).where('account_id', '=', accountId).execute();
    const paid = {
      ...{ account_id: accountId, order_status: 'FUNDED', rr_approval_status: 'Approved' },
      ...{ principal_approval_status: 'Approved', eligible_to_close: 1 },
    };
    const trade = async (other: object) => (await aTrade(db, 'C1', Number(offeringId), { ...paid, ...other })).trade_id;
    const unsigned = await trade({});
    const signed = await trade({ esign_status: 'SIGNED' });
    // Never, also when the templates change.
    await trade({ rr_approval_status: 'Pending', eligible_to_close: 0 });
    await trade({ order_status: 'CREATED', eligible_to_close: 0 });
    await trade({ account_id: 'A10000099', eligible_to_close: 0 });
    const eligible = async () => {
      const rows = await db.selectFrom('trades').select('trade_id').where('eligible_to_close', '=', 1).execute();
      return rows
        .map(({ trade_id }) => trade_id)
        .filter((id) => id >= unsigned)
        .toSorted();
    };
    expect(await eligible()).toEqual([unsigned, signed]);
    const first = await addTemplate();
    const second = await addTemplate();
    expect(await eligible()).toEqual([signed]);
    await ask('deleteSubscriptionsforOffering', { templateId: first });
    expect(await eligible()).toEqual([signed]);
    expect(api.fired).toEqual([]);
    await ask('deleteSubscriptionsforOffering', { templateId: second });
    expect(await eligible()).toEqual([unsigned, signed]);
    const fields = {
      method: 'updateEligibleToCloseStatus',
      fields: { tradeId: String(unsigned), eligibleToClose: 'yes' },
    };
    expect(api.fired).toMatchObject([fields]);
  });

  test('are refused with the name of the field: unknown, malformed, too many', async () => {
    const { api, offeringId } = await startSigning(await open());
    const add = (file_name: string) => api.call('POST', 'addSubscriptionsforOffering', { offeringId, file_name });
    expect(errorOf(await add('templatename0=other--Agreement'), '106')).toContain('names no template of the account');
    expect(errorOf(await add('templatename0=nda'), '106')).toContain('must be <templateId>--<templateName>');
    expect(errorOf(await api.call('POST', 'getSubscriptionsforOffering', { offeringId }), '404')).toBe('');
    const ten = Array.from({ length: 10 }, (_, index) => `templatename${index}=nda--${index}`).join('&');
    for (let call = 1; call <= 5; call++) expect((await add(ten)).body.statusCode).toBe('101');
    expect(errorOf(await add('templatename0=nda--one more'), '106')).toContain('at most 50 templates');
  });
});
