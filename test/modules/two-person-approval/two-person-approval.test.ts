import { readFileSync } from 'node:fs';
import pino from 'pino';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Method } from '../../../src/http/methods/method.ts';
import { ApiError } from '../../../src/http/methods/status-codes.ts';
import { decimal } from '../../../src/http/parameters/numbers.ts';
import { required } from '../../../src/http/parameters/presence.ts';
import { text } from '../../../src/http/parameters/text.ts';
import { change, keepAnswer } from '../../../src/modules/shared/change/change.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { operatorMethod } from '../../../src/modules/shared/methods/operator-method.ts';
import { ACTION_LIFECYCLE } from '../../../src/modules/two-person-approval/action-lifecycle.ts';
import { TwoPersonApproval, twoPersonApprovalModule } from '../../../src/modules/two-person-approval/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { lifecycleTable } from '../../support/lifecycle-table.ts';
import { type Answered, type Api, startApi } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';
import { insertOperators, OPERATOR_KEYS } from './operators.ts';

const HOUR_US = 3600 * 1_000_000;
const PAY = { to: 'somebody', amount: '12.345678' };

/** Two operators of two clients, with a method that waits and one that does not keep answers. */
interface Desk {
  readonly api: Api;
  /** What was paid, by whom and how much. */
  readonly paid: string[];
  readonly approvals: TwoPersonApproval;
  as(caller: string, method: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  ask(): Promise<string>;
  /** What the asking operator reads of an action. */
  read(actionId: string, caller?: string): Promise<Record<string, unknown>>;
}

async function started(open: TestDatabases, isOn = true): Promise<Desk> {
  const database = await open();
  const paid: string[] = [];
  let approvals: TwoPersonApproval | undefined;
  const api = await startApi(
    database,
    [
      (deps) => {
        approvals = new TwoPersonApproval(deps, { isOn, hours: 24, log: pino({ level: 'silent' }) });
        return [...approvals.guarded(payments(deps, paid)), ...twoPersonApprovalModule(deps, approvals)];
      },
    ],
    { keys: OPERATOR_KEYS },
  );
  await insertOperators(database);
  const as: Desk['as'] = (caller, method, body, headers = {}) =>
    api.call('POST', `admin/${method}`, { ...body }, { as: caller, headers });
  const ask = async () => {
    const { http, body } = await as('MASTER', 'payOut', PAY);
    expect([http, body.statusCode, body.statusDesc]).toEqual([202, '101', 'Pending']);
    return (body.pendingAction as { actionId: string }).actionId;
  };
  const read = async (actionId: string, caller = 'MASTER') =>
    (await as(caller, 'getAction', { actionId })).body.action as Record<string, unknown>;
  return { api, paid, approvals: approvals!, as, ask, read };
}

/** How the next payments fail. */
const failures: (500 | 503)[] = [];

function payments(deps: ModuleDeps, paid: string[]): Method[] {
  const parameters = { to: required(text()), amount: required(decimal()) };
  const response = Type.Object({ paid: Type.String() });
  return [
    operatorMethod({
      name: 'payOut',
      summary: 'Pays',
      fourEyes: ({ to }) => to !== 'oneself',
      parameters,
      response,
      refusals: [190],
      handler: change(deps, async ({ client, values: { to, amount } }) => {
        if (to === 'nobody') throw new ApiError(190, 'there is nobody');
        const failure = failures.pop();
        if (failure !== undefined) throw new ApiError(failure, 'it is down');
        paid.push(`${client.clientId} ${to} ${amount.toFixed()}`);
        return { fields: { paid: amount.toFixed() } };
      }),
    }),
    operatorMethod({
      name: 'mint',
      summary: 'Keeps its answer once all is done',
      fourEyes: true,
      parameters: {},
      response,
      handler: keepAnswer(deps, async () => {
        paid.push('minted');
        return { fields: { paid: 'once' } };
      }),
    }),
    operatorMethod({
      name: 'showOnce',
      summary: 'Keeps no answer',
      fourEyes: true,
      parameters: {},
      response,
      handler: () => {
        paid.push('shown');
        return { fields: { paid: 'once' } };
      },
    }),
  ];
}

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
    await approvals.resume();
    expect(await read(actionId)).toMatchObject({ actionStatus: 'Done', answer: { paid: '12.345678' } });
    expect(paid).toHaveLength(1);
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

test('the documentation has the lifecycle', () => {
  const page = readFileSync(new URL('../../../docs/api/conventions.md', import.meta.url), 'utf8');
  const shown = /<!-- lifecycle of an action -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
  expect(shown).toBe(lifecycleTable(ACTION_LIFECYCLE));
});
