import { expect, test } from 'vitest';
import { accreditationModule } from '../../../src/modules/accreditation/index.ts';
import { investorWorkModule } from '../../../src/modules/investor-work/index.ts';
import { describeOnBothDatabases, describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { startSigning } from '../signatures/signing-api.ts';

type Fields = Record<string, unknown>;
interface Reminded {
  readonly reminder: Readonly<Record<string, string | null>>;
  readonly webhook: string;
}

const HOUR_US = 3_600_000_000;

async function start(open: TestDatabases, receivers: readonly string[] = ['C1']) {
  const receiversOf = async () => receivers;
  const signing = await startSigning(await open(), [
    (deps) => investorWorkModule({ ...deps, receiversOf }),
    (deps) => accreditationModule(deps),
  ]);
  const { api } = signing;
  const call = (method: string, fields: object, as = 'C1') => api.call('POST', method, { ...fields }, { as });
  const take = async (fields: object, as?: string) =>
    fieldsOf(await call('takeInvestorTask', fields, as)).task as unknown as Fields;
  const tasks = async (kind: string, records: readonly string[], as?: string) =>
    fieldsOf(await call('getInvestorTasks', { kind, records }, as)).tasks as unknown as Fields[];
  const remind = async (fields: object) => fieldsOf(await call('remindInvestor', fields)) as unknown as Reminded;
  return { ...signing, call, take, tasks, remind };
}

describeOnEachDatabase('who takes care of waiting work (W1, W2)', (open) => {
  test('is said by record, read for a page, and freed again', async () => {
    const { take, tasks, tradeId } = await start(open);
    expect(await tasks('payment', [tradeId])).toEqual([]);
    const nobody = { remindedDate: null, reminders: '0' };
    expect(await take({ kind: 'payment', record: tradeId })).toEqual({
      ...{ kind: 'payment', record: tradeId, owner: 'C1' },
      ...nobody,
    });
    expect(await tasks('payment', [tradeId, '1'])).toMatchObject([{ record: tradeId, owner: 'C1' }]);
    expect(await tasks('refund', [tradeId])).toEqual([]);
    expect(await take({ kind: 'payment', record: tradeId, owner: '' })).toMatchObject({ owner: null });
    expect(await tasks('payment', [tradeId])).toMatchObject([{ owner: null }]);
  });

  test('is of one client: a foreign record answers like an unknown one, and a master key reads all', async () => {
    const { call, take, tasks, tradeId } = await start(open);
    await take({ kind: 'payment', record: tradeId });
    const foreign = await call('takeInvestorTask', { kind: 'payment', record: tradeId }, 'C2');
    expect(foreign.body).toEqual((await call('takeInvestorTask', { kind: 'payment', record: '999999' }, 'C2')).body);
    errorOf(foreign, '189');
    expect(await tasks('payment', [tradeId], 'C2')).toEqual([]);
    expect(await tasks('payment', [tradeId], 'MASTER')).toMatchObject([{ owner: 'C1' }]);
  });

  test.each(['check', 'accreditation', 'signature'])('needs a known %s', async (kind) => {
    const { call } = await start(open);
    for (const record of ['1', 'nothing']) errorOf(await call('takeInvestorTask', { kind, record }), '404');
  });

  test('is a user of the client, or the caller', async () => {
    const { call, tradeId } = await start(open);
    const answer = await call('takeInvestorTask', { kind: 'payment', record: tradeId, owner: 'U999' });
    expect(JSON.stringify(errorOf(answer, '106'))).toMatch(/owner\S*: is no active user of your client/);
  });
});

describeOnBothDatabases('a reminder (W3)', (open) => {
  test('of a signature has the link, and goes to the webhook of the client', async () => {
    const { api, remind, addTemplate, signingUrls, tradeId, accountId, partyId, offeringId, tasks } = await start(open);
    await addTemplate();
    await signingUrls();
    const { signatures } = fieldsOf(await api.get('signatures')) as { signatures: Fields[] };
    const record = String(signatures[0]!.signatureId);
    api.fired.length = 0;
    const { reminder, webhook } = await remind({ kind: 'signature', record });
    expect(webhook).toBe('Yes');
    expect(reminder).toMatchObject({ kind: 'signature', record, accountId, partyId, offeringId, tradeId });
    expect(reminder.link).toMatch(/\/pages\/sign\?/);
    expect(reminder.text).toContain(String(reminder.link));
    expect(reminder.text).toContain("Dear Ada O'Example");
    expect(reminder.emailAddress).toContain('@');
    expect((await fetch(String(reminder.link))).status).toBe(200);
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'remindInvestor', fields: reminder }]);
    expect(await tasks('signature', [record])).toMatchObject([
      { owner: null, reminders: '1', remindedDate: reminder.remindedDate },
    ]);
  });

  test('is made once in 12 hours, also by calls at the same moment', async () => {
    const { api, call, tasks, take, tradeId } = await start(open);
    await take({ kind: 'payment', record: tradeId });
    const asked = { kind: 'payment', record: tradeId };
    const answers = await Promise.all([1, 2, 3].map(() => call('remindInvestor', asked)));
    expect(answers.map(({ body }) => body.statusCode).sort()).toEqual(['101', '190', '190']);
    expect(api.fired).toHaveLength(1);
    api.nowUs += 12 * HOUR_US - 1;
    errorOf(await call('remindInvestor', asked), '190');
    api.nowUs += 1;
    fieldsOf(await call('remindInvestor', asked));
    // Whoever took it keeps it.
    expect(await tasks('payment', [tradeId])).toMatchObject([{ owner: 'C1', reminders: '2' }]);
  });

  test('of a payment says what is due; words that are given win', async () => {
    const { remind, tradeId, api } = await start(open, []);
    const { reminder, webhook } = await remind({ kind: 'payment', record: tradeId });
    expect(webhook).toBe('No');
    expect(reminder.text).toMatch(/your payment of \$[\d,]+\.\d\d for .+ \(investment \d+\)/);
    expect(reminder.link).toBeNull();
    api.nowUs += 12 * HOUR_US;
    const own = await remind({ kind: 'payment', record: tradeId, subject: 'A wire', text: 'Where is it?' });
    expect(own.reminder).toMatchObject({ subject: 'A wire', text: 'Where is it?' });
  });

  test('of an accreditation reaches the primary owner, until it is decided', async () => {
    const { api, call, remind, accountId, partyId } = await start(open);
    const asked = fieldsOf(await call('requestAiVerification', { accountId, aiMethod: 'Upload' }));
    const [{ airequestId }] = asked.accreditedDetails as unknown as [{ airequestId: string }];
    const { reminder } = await remind({ kind: 'accreditation', record: airequestId });
    expect(reminder).toMatchObject({ partyId, accountId, tradeId: null });
    await api.call('POST', 'updateAiRequest', { airequestId, aiRequestStatus: 'Approved' });
    api.nowUs += 12 * HOUR_US;
    errorOf(await call('remindInvestor', { kind: 'accreditation', record: airequestId }), '190');
    errorOf(await call('remindInvestor', { kind: 'accreditation', record: airequestId }, 'C2'), '404');
  });
});

describeOnEachDatabase('the words of reminders (W4)', (open) => {
  test('are those of the program until the client sets its own', async () => {
    const { call, remind, tradeId } = await start(open);
    const read = async (as?: string) =>
      fieldsOf(await call('getReminderTemplates', {}, as)).templates as unknown as Fields[];
    expect((await read()).map(({ kind, own }) => `${kind} ${own}`)).toEqual([
      ...['check No', 'accreditation No', 'signature No', 'payment No'],
    ]);
    const words = { kind: 'payment', subject: 'Investment {investment}', text: '{investor}: {amount} are due.' };
    fieldsOf(await call('setReminderTemplate', words));
    expect((await read()).find(({ kind }) => kind === 'payment')).toEqual({ ...words, own: 'Yes' });
    expect((await read('C2')).find(({ kind }) => kind === 'payment')).toMatchObject({ own: 'No' });
    expect((await remind({ kind: 'payment', record: tradeId })).reminder).toMatchObject({
      subject: `Investment ${tradeId}`,
      text: expect.stringMatching(/^Ada O'Example: \$/),
    });
  });

  test('know the words in braces, and refuse others by the name of the field', async () => {
    const { call } = await start(open);
    const words = { kind: 'check', subject: 'Hello', text: 'Your {balance}' };
    const answer = JSON.stringify(errorOf(await call('setReminderTemplate', words), '106'));
    expect(answer).toMatch(/text\S*: has \{balance\}, which is not known/);
    const refund = { kind: 'refund', subject: 'Hello', text: 'Hello' };
    errorOf(await call('setReminderTemplate', refund), '106');
  });
});
