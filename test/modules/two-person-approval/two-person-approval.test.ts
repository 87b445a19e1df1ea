import { readFileSync } from 'node:fs';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import type { PendingActionRow } from '../../../src/database/schema/index.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { askedValues, contextOf } from '../../../src/modules/two-person-approval/action-fields.ts';
import { ACTION_LIFECYCLE } from '../../../src/modules/two-person-approval/action-lifecycle.ts';
import { textOf } from '../../../src/modules/two-person-approval/sealed-values.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { lifecycleTable } from '../../support/lifecycle-table.ts';
import { NOW } from '../shared/records.ts';
import { type Desk, failures, PAY, started } from './desk.ts';

const HOUR_US = 3600 * 1_000_000;

describeOnEachDatabase('two-person approval', (open) => {
  test('a call waits, is shown to the operators, and is done once another one approves it', async () => {
    const { paid, as, ask, read } = await started(open);
    const actionId = await ask();
    expect(paid).toEqual([]);
    const { pendingActions, totalRecords } = (await as('SECOND', 'getPendingActions', {})).body;
    expect(totalRecords).toBe(1);
    expect(pendingActions).toMatchObject([{ actionId, method: 'payOut', askedBy: 'MASTER', values: PAY }]);
    const approved = await as('SECOND', 'approveAction', { actionId });
    expect(approved.body.action).toMatchObject({ actionStatus: 'Done', decidedBy: 'SECOND' });
    expect(paid).toEqual(['MASTER somebody 12.345678']);
    expect((await as('SECOND', 'approveAction', { actionId })).body.statusCode).toBe('190');
    expect(paid).toHaveLength(1);
    expect((await as('SECOND', 'getPendingActions', {})).body.totalRecords).toBe(0);
    expect(await read(actionId)).toMatchObject({ answer: { statusCode: '101', paid: '12.345678' } });
    expect(await read(actionId, 'SECOND')).toMatchObject({ actionStatus: 'Done', answer: null });
  });

  test('who asked cannot approve, with another key of the client either; nor can others than operators', async () => {
    const { paid, as, ask } = await started(open);
    const actionId = await ask();
    for (const caller of ['MASTER', 'SPARE']) {
      expect((await as(caller, 'approveAction', { actionId })).body.statusCode).toBe('190');
    }
    for (const method of ['approveAction', 'rejectAction', 'getPendingActions', 'getAction']) {
      expect((await as('C1', method, { actionId })).body.statusCode).toBe('111');
    }
    expect(paid).toEqual([]);
  });

  test('of many who approve at once one does it', async () => {
    const { paid, as, ask } = await started(open);
    const actionId = await ask();
    const answers = await Promise.all(Array.from({ length: 5 }, () => as('SECOND', 'approveAction', { actionId })));
    expect(answers.filter(({ body }) => body.statusCode === '101')).toHaveLength(1);
    expect(paid).toHaveLength(1);
  });

  test.each(['MASTER', 'SECOND'])('%s rejects it, with a reason, and it is never done', async (caller) => {
    const { paid, as, ask } = await started(open);
    const actionId = await ask();
    const { body } = await as(caller, 'rejectAction', { actionId, reason: 'a mistake' });
    expect(body.action).toMatchObject({ actionStatus: 'Rejected', reason: 'a mistake', decidedBy: caller });
    expect((await as('SECOND', 'approveAction', { actionId })).body.statusCode).toBe('190');
    expect((await as('SECOND', 'rejectAction', { actionId })).body.statusCode).toBe('190');
    expect(paid).toEqual([]);
  });

  test('it expires', async () => {
    const { api, paid, as, ask, read } = await started(open);
    const actionId = await ask();
    api.nowUs += 24 * HOUR_US;
    expect(await read(actionId)).toMatchObject({ actionStatus: 'Expired' });
    expect((await as('SECOND', 'approveAction', { actionId })).body.statusCode).toBe('190');
    expect((await as('SECOND', 'getPendingActions', {})).body.totalRecords).toBe(0);
    expect(paid).toEqual([]);
  });

  test('a refusal of the method is its outcome', async () => {
    const { as, read } = await started(open);
    const { body } = await as('MASTER', 'payOut', { ...PAY, to: 'nobody' });
    const { actionId } = body.pendingAction as { actionId: string };
    expect((await as('SECOND', 'approveAction', { actionId })).body.action).toMatchObject({ actionStatus: 'Refused' });
    expect(await read(actionId)).toMatchObject({ answer: { statusCode: '190', 'Error(s)': 'there is nobody' } });
  });

  test.each([503, 500] as const)('a %s of the method is no refusal: it is done at the next start', async (failure) => {
    const { approvals, paid, as, ask, read } = await started(open);
    const actionId = await ask();
    failures.push(failure);
    expect((await as('SECOND', 'approveAction', { actionId })).body.statusCode).toBe(String(failure));
    expect(await read(actionId)).toMatchObject({ actionStatus: 'Approved', answer: null });
    expect(paid).toEqual([]);
    // Its call may still be under way.
    await approvals.resume(NOW - 1);
    expect(await read(actionId)).toMatchObject({ actionStatus: 'Approved' });
    await approvals.resume();
    expect(await read(actionId)).toMatchObject({ actionStatus: 'Done', answer: { paid: '12.345678' } });
    expect(paid).toHaveLength(1);
  });

  test('one that fails again is named and tried again, and the others are done', async () => {
    const { as, ask, approvals, paid, read } = await started(open);
    const [first, second] = [await ask(), await ask()];
    for (const actionId of [first, second]) {
      failures.push(503);
      await as('SECOND', 'approveAction', { actionId });
    }
    failures.push(503);
    const error = await approvals.resume().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ errors: [{ statusCode: 503 }] });
    const states = [(await read(first)).actionStatus, (await read(second)).actionStatus];
    expect([states.toSorted(), paid.length]).toEqual([['Approved', 'Done'], 1]);
    expect((error as Error).message).toBe(`actions ${states[0] === 'Approved' ? first : second} failed`);
    await approvals.resume();
    expect([(await read(first)).actionStatus, (await read(second)).actionStatus]).toEqual(['Done', 'Done']);
    expect(paid).toHaveLength(2);
  });

  test('the same Idempotency-Key asks once, and none is of an action; malformed values are refused', async () => {
    const { as, paid } = await started(open);
    const headers = { 'idempotency-key': 'once' };
    const [one, other] = [await as('MASTER', 'payOut', PAY, headers), await as('MASTER', 'payOut', PAY, headers)];
    expect(other.body.pendingAction).toEqual(one.body.pendingAction);
    expect((await as('MASTER', 'payOut', { ...PAY, amount: 'much' })).body.statusCode).toBe('106');
    expect((await as('SECOND', 'getPendingActions', {})).body.totalRecords).toBe(1);
    const { actionId } = one.body.pendingAction as { actionId: string };
    for (const key of ['action-', 'action ']) await as('SPARE', 'payOut', PAY, { 'idempotency-key': key + actionId });
    await as('SECOND', 'approveAction', { actionId });
    expect(paid).toHaveLength(1);
  });

  test('values that loosen nothing do not wait; where the setting is off nothing does', async () => {
    const on = await started(open);
    expect((await on.as('MASTER', 'payOut', { ...PAY, to: 'oneself' })).http).toBe(200);
    expect(on.paid).toHaveLength(1);
    const off = await started(open, false);
    expect((await off.as('MASTER', 'payOut', PAY)).http).toBe(200);
    expect(off.paid).toHaveLength(1);
  });

  test('an operator without a master key gets nothing done any more', async () => {
    const { api, paid, as, ask, read } = await started(open);
    const actionId = await ask();
    await api.database.db.updateTable('api_keys').set({ revoked_at: NOW }).where('key_id', '=', 'KMASTER').execute();
    expect((await as('SECOND', 'approveAction', { actionId })).body.action).toMatchObject({ actionStatus: 'Refused' });
    expect(await read(actionId)).toMatchObject({ answer: { statusCode: '111' } });
    expect(paid).toEqual([]);
  });

  test('nor does one whose parent was stopped', async () => {
    const { api, paid, as, ask } = await started(open);
    const { db } = api.database;
    const actionId = await ask();
    await db
      .insertInto('clients')
      .values({ client_id: 'PARENT', parent_id: 'PARENT', name: 'Parent', active: 0, created_at: NOW })
      .execute();
    await db.updateTable('clients').set({ parent_id: 'PARENT' }).where('client_id', '=', 'MASTER').execute();
    expect((await as('SECOND', 'approveAction', { actionId })).body.action).toMatchObject({ actionStatus: 'Refused' });
    expect(paid).toEqual([]);
  });

  test('values and answers are not readable in the database', async () => {
    const { api, as, ask } = await started(open);
    const actionId = await ask();
    await as('SECOND', 'approveAction', { actionId });
    const stored = await api.database.db.selectFrom('pending_actions').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/somebody|12\.345678/);
  });

  describe('a crash between the approval and the answer', () => {
    /** As the rows are when the process ends then. */
    const interrupt = async ({ api }: Desk, actionId: string, decided_at = api.nowUs) => {
      const row = { status: 'Approved', decided_by: 'SECOND', decided_at, answer_sealed: null };
      await api.database.db.updateTable('pending_actions').set(row).where('action_id', '=', actionId).execute();
    };

    test('before it was done: it is done at the start', async () => {
      const desk = await started(open);
      const actionId = await desk.ask();
      await interrupt(desk, actionId);
      await desk.approvals.resume();
      expect(desk.paid).toHaveLength(1);
      expect(await desk.read(actionId)).toMatchObject({ actionStatus: 'Done', answer: { paid: '12.345678' } });
      await desk.approvals.resume();
      expect(desk.paid).toHaveLength(1);
    });

    test('before it was done, it is done by the leader through its own database', async () => {
      const desk = await started(open);
      const actionId = await desk.ask();
      await interrupt(desk, actionId);
      const fence = desk.api.database.db.selectFrom('leader_fence').select('holder');
      expect(await fence.execute()).toEqual([]);
      await desk.ofLeader.resume();
      expect([desk.paid.length, await fence.execute()]).toEqual([1, [{ holder: 'alone' }]]);
      expect(await desk.read(actionId)).toMatchObject({ actionStatus: 'Done', answer: { paid: '12.345678' } });
    });

    test('after it was done: it is not done again, and its answer is found', async () => {
      const desk = await started(open);
      const actionId = await desk.ask();
      await desk.as('SECOND', 'approveAction', { actionId });
      await interrupt(desk, actionId);
      await desk.approvals.resume();
      expect(desk.paid).toHaveLength(1);
      expect(await desk.read(actionId)).toMatchObject({ actionStatus: 'Done', answer: { paid: '12.345678' } });
    });

    test('after a method was done that keeps its answer afterwards: it is not done again', async () => {
      const desk = await started(open);
      const { body } = await desk.as('MASTER', 'mint', {});
      const { actionId } = body.pendingAction as { actionId: string };
      await desk.as('SECOND', 'approveAction', { actionId });
      expect(desk.paid).toEqual(['minted']);
      // The crash came before the answer was stored, too.
      await desk.api.database.db.deleteFrom('idempotency_keys').execute();
      await interrupt(desk, actionId);
      await desk.approvals.resume();
      expect(desk.paid).toEqual(['minted']);
      expect(await desk.read(actionId)).toMatchObject({ actionStatus: 'Interrupted' });
    });

    test('too long ago, or of a method that keeps its answer afterwards: nobody knows', async () => {
      const desk = await started(open);
      const old = await desk.ask();
      await interrupt(desk, old, desk.api.nowUs - 21 * HOUR_US);
      const { body } = await desk.as('MASTER', 'showOnce', {});
      const { actionId } = body.pendingAction as { actionId: string };
      await interrupt(desk, actionId);
      await desk.approvals.resume();
      expect(desk.paid).toEqual([]);
      for (const one of [old, actionId]) expect(await desk.read(one)).toMatchObject({ actionStatus: 'Interrupted' });
    });
  });
});

test('values are shown as a caller would send them, but for keys', async () => {
  const values = { most: 5_000_000_000_000n, price: new Decimal('0.000001'), key: new Uint8Array([1]), name: 'x' };
  const secrets = new Secrets([Buffer.alloc(32, 7)]);
  const values_sealed = secrets.seal(await textOf(values), contextOf('a1', 'values'));
  const row = { action_id: 'a1', values_sealed } as PendingActionRow;
  const shown = { most: '5000000000000', price: '0.000001', key: '********', name: 'x' };
  expect(await askedValues(secrets, row, {})).toEqual(shown);
});

test('the documentation has the lifecycle', () => {
  const page = readFileSync(new URL('../../../docs/api/conventions.md', import.meta.url), 'utf8');
  const shown = /<!-- lifecycle of an action -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
  expect(shown).toBe(lifecycleTable(ACTION_LIFECYCLE));
});
