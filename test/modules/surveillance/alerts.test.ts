import { expect, test } from 'vitest';
import type { Finding } from '../../../src/database/schema/index.ts';
import { mergedByAlert } from '../../../src/history/surveillance/new-evidence.ts';
import { storeFindings, surveillanceModule } from '../../../src/modules/surveillance/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';

function finding(key: string, over: Partial<Finding> = {}): Finding {
  return {
    ...{ rule: 'Wash trade', key, securityId: 7, clientId: 'C1', accountId: 'A1', time: NOW },
    ...{ otherClientId: 'C1', otherAccountId: 'A1', figures: { shares: 20, threshold: 10 } },
    evidence: [
      { matchId: 9, time: NOW, price: 10_500_000, quantity: 20 },
      { orderId: 100_100, time: NOW },
    ],
    ...over,
  };
}

/** Alerts do not ask for the thresholds. */
const withRules = (deps: object) => surveillanceModule({ ...deps, surveillance: {} } as never);

async function started(open: TestDatabases) {
  const api = await startApi(await open(), [withRules], {
    keys: {
      SECOND: { clientId: 'SECOND', master: true },
      ANNA: { clientId: 'SECOND', master: true, user: 'U10000001' },
    },
  });
  let seq = 0;
  const raise = async (...findings: readonly Finding[]) => {
    const from = { seq, matchId: 0, date: '' };
    seq += 10;
    api.nowUs += 1;
    const found = { alerts: mergedByAlert(findings), from, to: { ...from, seq } };
    expect(await storeFindings(api.database.db, found, () => api.nowUs)).toBe(true);
  };
  const call = (method: string, body: object, as = 'MASTER', headers = {}) =>
    api.call('POST', `admin/${method}`, { ...body }, { as, headers });
  const list = async (body: object = {}) =>
    fieldsOf(await call('getAlerts', body)) as { alerts: Record<string, unknown>[]; nextCursor: string | null };
  return { api, raise, call, list };
}

describeOnEachDatabase('alerts', (open) => {
  test('are listed with what was found, newest first, by filters and in pages (O11)', async () => {
    const { raise, list, call } = await started(open);
    await raise(finding('1'), finding('2', { rule: 'Layering', clientId: 'C2' }));
    await raise(finding('3', { securityId: 8 }));
    const { alerts } = await list();
    expect(alerts.map(({ rule, clientId, securityId, status }) => [rule, clientId, securityId, status])).toContainEqual(
      [...['Layering', 'C2', '7', 'Open']],
    );
    expect(alerts[0]).toMatchObject({ securityId: '8', occurrences: 1, figures: { shares: 20, threshold: 10 } });
    const count = async (filters: object) => (await list(filters)).alerts.length;
    expect(
      await Promise.all([count({ clientId: 'C2' }), count({ securityId: 8 }), count({ rule: 'layering' })]),
    ).toEqual([1, 1, 1]);
    expect(await Promise.all([count({ status: 'Closed' }), count({ from: '2031-01-01 00:00:00' })])).toEqual([0, 0]);
    expect(await Promise.all([count({ severity: 'High' }), count({ severity: 'low' })])).toEqual([3, 0]);
    const ids: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ limit: 1, ...(cursor ? { cursor } : {}) });
      ids.push(...page.alerts.map(({ alertId }) => alertId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(alerts.map(({ alertId }) => alertId));
    for (const method of ['getAlerts', 'getAlert', 'updateAlert']) {
      expect((await call(method, { alertId: ids[0] }, 'C1')).body.statusCode).toBe('111');
    }
  });

  test('are counted by rule, the most severe first, with the oldest and those that nobody looks into', async () => {
    const { raise, list, call } = await started(open);
    const counts = async () => fieldsOf(await call('getAlertCounts', {})).alertCounts;
    expect(await counts()).toEqual([]);
    await raise(finding('1', { rule: 'Quick cancels' }), finding('2'));
    await raise(finding('3'), finding('4'));
    const { alerts } = await list();
    const oldest = alerts.at(-1)!.raisedTime;
    const [first, second] = alerts.filter(({ rule }) => rule === 'Wash trade').map(({ alertId }) => alertId);
    await call('updateAlert', { alertId: first, assignedTo: 'Anna' });
    await call('updateAlert', { alertId: second, status: 'Closed', comment: 'Nothing' });
    expect(await counts()).toEqual([
      { rule: 'Wash trade', severity: 'High', open: 2, unassigned: 1, oldestTime: oldest },
      { rule: 'Quick cancels', severity: 'Low', open: 1, unassigned: 1, oldestTime: oldest },
    ]);
    expect((await call('getAlertCounts', {}, 'C1')).body.statusCode).toBe('111');
  });

  test('are assigned, commented and closed, with who and when; what comes again opens them again', async () => {
    const { raise, list, call, api } = await started(open);
    await raise(finding('1'));
    const alertId = (await list()).alerts[0]!.alertId as string;
    const update = async (body: object, as = 'MASTER') => {
      api.nowUs += 1_000_000;
      return fieldsOf(await call('updateAlert', { alertId, ...body }, as)).alert as Record<string, unknown>;
    };
    expect(errorOf(await call('updateAlert', { alertId }), '106')).toContain('assignedTo, comment or status');
    expect(errorOf(await call('updateAlert', { alertId, status: 'Closed' }), '106')).toContain('comment is required');
    await update({ assignedTo: 'SECOND' });
    await update({ comment: 'Both sides are one broker' }, 'ANNA');
    const closed = await update({ status: 'Closed', comment: 'A test of the client' }, 'SECOND');
    expect(closed).toMatchObject({
      ...{ status: 'Closed', assignedTo: 'SECOND' },
      evidence: [
        { matchId: '9', orderId: null, price: '10.500000', quantity: '20.000000' },
        { matchId: null, orderId: '100100', price: null },
      ],
      actions: [
        { action: 'Raised', clientId: null },
        { action: 'Assigned', clientId: 'MASTER', userId: null, text: 'SECOND' },
        { action: 'Commented', clientId: 'SECOND', userId: 'U10000001', text: 'Both sides are one broker' },
        { action: 'Closed', clientId: 'SECOND', text: 'A test of the client' },
      ],
    });
    const again = {
      evidence: [
        { matchId: 9, time: NOW },
        { matchId: 10, time: NOW + 5 },
      ],
      time: NOW + 5,
    };
    await raise(finding('1', again), finding('1', again));
    const { alert } = fieldsOf(await call('getAlert', { alertId })) as { alert: Record<string, unknown[]> };
    expect(alert).toMatchObject({ status: 'Open', occurrences: 3, assignedTo: 'SECOND' });
    expect(alert.evidence!.map((one) => (one as { matchId: string }).matchId)).toEqual(['9', null, '10']);
    expect(alert.actions!.at(-1)).toMatchObject({ action: 'Reopened', clientId: null });
    expect((await list()).alerts).toHaveLength(1);
    expect((await call('getAlert', { alertId: 'unknown' })).body.statusCode).toBe('404');
    expect((await call('updateAlert', { alertId: 'unknown', comment: 'x' })).body.statusCode).toBe('404');
  });

  test('are changed once by a call that is repeated with its key, and keep a bounded evidence', async () => {
    const { raise, list, call } = await started(open);
    const evidence = Array.from({ length: 150 }, (_, at) => ({ orderId: at + 1, time: NOW + at }));
    await raise(finding('1', { evidence }));
    const alertId = (await list()).alerts[0]!.alertId;
    const key = { 'idempotency-key': 'one' };
    const body = { alertId, comment: 'once' };
    await call('updateAlert', body, 'MASTER', key);
    const { alert } = fieldsOf(await call('updateAlert', body, 'MASTER', key)) as { alert: Record<string, unknown[]> };
    expect(alert.actions!.map((one) => (one as { action: string }).action)).toEqual(['Raised', 'Commented']);
    expect(alert.evidence).toHaveLength(100);
  });
});
