import pino from 'pino';
import Type from 'typebox';
import { expect } from 'vitest';
import type { Method } from '../../../src/http/methods/method.ts';
import { ApiError } from '../../../src/http/methods/status-codes.ts';
import { decimal } from '../../../src/http/parameters/numbers.ts';
import { required } from '../../../src/http/parameters/presence.ts';
import { text } from '../../../src/http/parameters/text.ts';
import { change, keepAnswer } from '../../../src/modules/shared/change/change.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { operatorMethod } from '../../../src/modules/shared/methods/operator-method.ts';
import { TwoPersonApproval, twoPersonApprovalModule } from '../../../src/modules/two-person-approval/index.ts';
import type { TestDatabases } from '../../support/database.ts';
import { aloneLeaderDb } from '../../support/leader-db.ts';
import { type Answered, type Api, startApi } from '../shared/api.ts';
import { insertOperators, OPERATOR_KEYS } from './operators.ts';

export const PAY = { to: 'somebody', amount: '12.345678' };

/** Two operators of two clients, with a method that waits and one that does not keep answers. */
export interface Desk {
  readonly api: Api;
  /** What was paid, by whom and how much. */
  readonly paid: string[];
  readonly approvals: TwoPersonApproval;
  /** The same for the work of the leader. */
  readonly ofLeader: TwoPersonApproval;
  as(caller: string, method: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  ask(): Promise<string>;
  /** What the asking operator reads of an action. */
  read(actionId: string, caller?: string): Promise<Record<string, unknown>>;
}

export async function started(open: TestDatabases, isOn = true): Promise<Desk> {
  const database = await open();
  const paid: string[] = [];
  let approvals: TwoPersonApproval | undefined;
  let ofLeader: TwoPersonApproval | undefined;
  const api = await startApi(
    database,
    [
      (deps) => {
        approvals = new TwoPersonApproval(deps, { isOn, hours: 24, log: pino({ level: 'silent' }) });
        const work = { ...deps, db: aloneLeaderDb(deps.db) };
        ofLeader = approvals.over(work, (own) => own.guarded(payments(work, paid)));
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
  return { api, paid, approvals: approvals!, ofLeader: ofLeader!, as, ask, read };
}

/** How the next payments fail. */
export const failures: (500 | 503)[] = [];

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
