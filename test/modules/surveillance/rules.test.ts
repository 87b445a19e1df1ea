import pino from 'pino';
import { expect, test } from 'vitest';
import { USUAL_THRESHOLDS as USUAL } from '../../../src/database/schema/index.ts';
import type { ChangeDeps } from '../../../src/modules/shared/change/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { surveillanceModule, thresholdsInForce } from '../../../src/modules/surveillance/index.ts';
import { TwoPersonApproval, twoPersonApprovalModule } from '../../../src/modules/two-person-approval/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { insertOperators, OPERATOR_KEYS } from '../two-person-approval/operators.ts';

interface Rules {
  readonly enabled: string;
  readonly version: number;
  readonly rules: { rule: string; on: string; thresholds: { name: string; value: number; usual: number }[] }[];
  readonly history: Record<string, unknown>[];
}

async function started(open: TestDatabases, isOn = true) {
  const surveillance = { isOn };
  const modules = [(deps: object) => surveillanceModule({ ...deps, surveillance } as never)];
  const api = await startApi(await open(), modules, {
    keys: { ANNA: { clientId: 'MASTER', master: true, user: 'U10000001' } },
  });
  const call = (method: string, body: object = {}, as = 'MASTER', headers = {}) =>
    api.call('POST', `admin/${method}`, { ...body }, { as, headers });
  const rules = async () => fieldsOf(await call('getSurveillanceRules')) as unknown as Rules;
  const set = (body: object, as?: string, headers?: object) => call('setSurveillanceThresholds', body, as, headers);
  const inForce = () => thresholdsInForce(api.database.db);
  return { api, call, rules, set, inForce };
}

const thresholdOf = ({ rules }: Rules, name: string) =>
  rules.flatMap(({ thresholds }) => thresholds).find((threshold) => threshold.name === name)?.value;

describeOnEachDatabase('the rules of surveillance', (open) => {
  test('have the usual thresholds, and a rule with 0 is off (O10)', async () => {
    const { rules, inForce } = await started(open);
    const shown = await rules();
    expect([shown.enabled, shown.version, shown.history]).toEqual(['Yes', 0, []]);
    expect(shown.rules.map(({ rule, on }) => [rule, on])).toEqual([
      ['Wash trade', 'Yes'],
      ['Layering', 'Yes'],
      ['Quick cancels', 'Yes'],
      ['Marking the close', 'Yes'],
      ['Late orders of an auction', 'Yes'],
      ['Price band', 'Yes'],
      ['Concentration', 'Yes'],
    ]);
    expect(shown.rules[1]?.thresholds.map(({ name }) => name)).toEqual(['windowSeconds', 'layeringOrders']);
    expect(await inForce()).toEqual(USUAL);
    const off = await (await started(open, false)).rules();
    expect([off.enabled, ...off.rules.map(({ on }) => on)]).toEqual(Array(8).fill('No'));
  });

  test('get other thresholds, with who, when and why; an absent one is the usual one (O17)', async () => {
    const { set, rules, inForce } = await started(open);
    await set({ priceBandPercent: 5, washShares: 0, reason: 'Volatile' }, 'ANNA');
    expect(await inForce()).toEqual({ ...USUAL, priceBandPercent: 5, washShares: 0 });
    const first = await rules();
    expect([first.version, thresholdOf(first, 'priceBandPercent'), first.rules[0]?.on]).toEqual([1, 5, 'No']);
    await set({ quickCancels: 7, washShares: USUAL.washShares, reason: 'Calm again', expectedVersion: 1 });
    expect(await inForce()).toEqual({ ...USUAL, quickCancels: 7 });
    const { history } = await rules();
    expect(history).toMatchObject([
      { version: 2, thresholds: { quickCancels: 7 }, reason: 'Calm again', clientId: 'MASTER', userId: null },
      { version: 1, thresholds: { priceBandPercent: 5, washShares: 0 }, reason: 'Volatile', userId: 'U10000001' },
    ]);
  });

  test('are not set over a newer version, outside of their range, without a reason, or by a client', async () => {
    const { set, call, rules } = await started(open);
    await set({ reason: 'First' });
    expect(errorOf(await set({ reason: 'Late', expectedVersion: 0 }), '190')).toContain('another version');
    expect(errorOf(await set({ holderPercent: 101, reason: 'x' }), '106')).toContain('holderPercent');
    expect(errorOf(await set({ windowSeconds: 0, reason: 'x' }), '106')).toContain('windowSeconds');
    expect(errorOf(await set({ washShares: 5 }), '106')).toContain('reason');
    for (const method of ['getSurveillanceRules', 'setSurveillanceThresholds']) {
      expect((await call(method, { reason: 'x' }, 'C1')).body.statusCode).toBe('111');
    }
    expect((await rules()).version).toBe(1);
  });

  test('are set once by a call that is repeated with its key', async () => {
    const { set, rules } = await started(open);
    const key = { 'idempotency-key': 'one' };
    await set({ washShares: 5, reason: 'Once' }, 'MASTER', key);
    await set({ washShares: 5, reason: 'Once' }, 'MASTER', key);
    expect((await rules()).version).toBe(1);
  });

  test('are not set by an approval of thresholds that others have replaced (C81)', async () => {
    const database = await open();
    const surveillance = { isOn: true };
    const guarded = (deps: ModuleDeps & ChangeDeps) => {
      const approvals = new TwoPersonApproval(deps, { isOn: true, hours: 24, log: pino({ level: 'silent' }) });
      const methods = surveillanceModule({ ...deps, surveillance });
      return [...approvals.guarded(methods), ...twoPersonApprovalModule(deps, approvals)];
    };
    const api = await startApi(database, [guarded], { keys: OPERATOR_KEYS });
    await insertOperators(database);
    const call = (method: string, body: object, as: string) => api.call('POST', `admin/${method}`, { ...body }, { as });
    const ask = async (washShares: number) => {
      const { body } = await call('setSurveillanceThresholds', { washShares, reason: 'x' }, 'MASTER');
      return (body.pendingAction as { actionId: string }).actionId;
    };
    const approve = async (actionId: string) => {
      const { body } = await call('approveAction', { actionId }, 'SECOND');
      return (body.action as { actionStatus: string }).actionStatus;
    };
    const [first, second] = [await ask(5), await ask(6)];
    expect([await approve(second), await approve(first)]).toEqual(['Done', 'Refused']);
    expect(await thresholdsInForce(database.db, USUAL)).toEqual({ ...USUAL, washShares: 6 });
  });
});
