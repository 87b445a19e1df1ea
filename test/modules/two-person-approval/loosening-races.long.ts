/** What loosens is judged against what is in force when it is done (C81), whatever happens in between. */

import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { expect, test } from 'vitest';
import { Secrets } from '../../../src/database/secrets/index.ts';
import type { ClientLimits } from '../../../src/exchange/api/risk-reads.ts';
import type { LiveExchange } from '../../../src/exchange/live-exchange.ts';
import type { Method } from '../../../src/http/methods/method.ts';
import { Administration, adminModule } from '../../../src/modules/admin/index.ts';
import { limitsModule } from '../../../src/modules/limits/index.ts';
import { TwoPersonApproval, twoPersonApprovalModule } from '../../../src/modules/two-person-approval/index.ts';
import { type Role, usersModule } from '../../../src/modules/users/index.ts';
import { WEBHOOK_NAMES } from '../../../src/modules/webhook-list.ts';
import { openVenue } from '../../exchange/venue.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startApi } from '../shared/api.ts';
import { People } from '../users/people.ts';
import { insertOperators, OPERATOR_KEYS } from './operators.ts';

/** Where another person's call comes between the calls of the operator. */
const MOMENTS = ['before', 'once judged', 'at the command', 'once asked', 'never'] as const;
type Moment = (typeof MOMENTS)[number];

/** C1 trades, MASTER asks and SECOND approves. */
async function started(open: TestDatabases) {
  const database = await open();
  const { exchange } = openVenue({ folder: temporaryFolder() });
  const { records: users, sessions } = new People(database);
  const meddling: { at: Moment; act: () => Promise<unknown> } = { at: 'never', act: async () => {} };
  const meddle = async (...moments: Moment[]) => {
    if (!moments.includes(meddling.at)) return;
    meddling.at = 'never';
    await meddling.act();
  };
  const api = await startApi(
    database,
    [
      (deps) => {
        const methods: Method[] = [];
        const administration = new Administration({
          database,
          secrets: new Secrets([randomBytes(32)]),
          methods: () => methods,
          webhookNames: WEBHOOK_NAMES,
          webhookUrlPolicy: { allowHttp: false, allowLoopback: false },
        });
        const accounts = { isActive: () => true };
        const reference = { clientIds: async () => ['C1'] };
        const approvals = new TwoPersonApproval(deps, { isOn: true, hours: 24, log: pino({ level: 'silent' }) });
        const guarded = [
          ...limitsModule({ exchange: meddledWith(exchange, meddle), accounts, reference }),
          ...[
            ...adminModule(administration.deps, deps),
            ...usersModule({ users, sessions, methods: () => methods, publicUrl: () => '' }, deps),
          ].map((method) => methodMeddledWith(method, meddle)),
        ];
        methods.push(...approvals.guarded(guarded), ...twoPersonApprovalModule(deps, approvals));
        return methods;
      },
    ],
    { keys: OPERATOR_KEYS },
  );
  await insertOperators(database);
  const as = async (caller: string, method: string, body: object) =>
    (await api.call('POST', method, { ...body }, { as: caller })).body;
  /** The operator's call, with its approval where it waits; the other one's call at the moment. */
  const race = async (method: string, body: object, at: Moment, act: () => Promise<unknown>) => {
    meddling.act = act;
    meddling.at = at;
    await meddle('before');
    const asked = await as('MASTER', method, body);
    const action = asked.pendingAction as { actionId: string } | undefined;
    if (action === undefined) return { asked, approved: undefined };
    await meddle('once asked');
    const { actionId } = action;
    const approved = (await as('SECOND', 'admin/approveAction', { actionId })).action as { actionStatus: string };
    return { asked, approved: approved.actionStatus };
  };
  return { exchange, database, users, as, race };
}

type Meddle = (...moments: Moment[]) => Promise<void>;

function meddledWith(exchange: LiveExchange, meddle: Meddle): LiveExchange {
  const { risk } = exchange;
  const limitsOf: typeof risk.limitsOf = (...whose) => {
    const read = risk.limitsOf(...whose);
    return meddle('once judged').then(() => read) as never;
  };
  const submit: typeof exchange.submit = async (command) => {
    if (command.type === 'setLimits' && !command.tightens) await meddle('at the command');
    return exchange.submit(command);
  };
  return Object.create(exchange, {
    risk: { value: Object.create(risk, { limitsOf: { value: limitsOf } }) },
    submit: { value: submit },
    security: { value: exchange.security.bind(exchange) },
    nowUs: { value: exchange.nowUs.bind(exchange) },
  });
}

const MEDDLED = ['setMethodPermissions', 'updateUser', 'inviteUser'];

function methodMeddledWith(method: Method, meddle: Meddle): Method {
  const { fourEyes } = method;
  if (!MEDDLED.includes(method.name) || typeof fourEyes !== 'function') return method;
  return {
    ...method,
    fourEyes: async (...call) => {
      const judgement = await fourEyes(...call);
      await meddle('once judged');
      return judgement;
    },
    handler: async (call) => {
      await meddle('at the command');
      return method.handler(call);
    },
  };
}

const ofAll = <A, B>(all: readonly A[], others: readonly B[]) => all.flatMap((a) => others.map((b) => [a, b] as const));

describeOnEachDatabase('what loosens, in races', (open) => {
  const limit = (maxOrderQuantity: number) => ({ clientId: 'C1', limits: { maxOrderQuantity } });
  const quantity = (exchange: LiveExchange) =>
    (exchange.risk.limitsOf('C1', null) as ClientLimits).policy.maxOrderQuantity;

  test('a limit that the client tightens meanwhile stays, in each of 100 races', async () => {
    const { exchange, as, race } = await started(open);
    let races = 0;
    for (const [[next, tightened], at] of ofAll(ofAll([20, 60, 80, 130, 150], [10, 50, 70, 99]), MOMENTS)) {
      const { asked } = await race('setLimits', limit(100), 'never', async () => {});
      if (asked.pendingAction === undefined) expect(asked.statusCode).toBe('101');
      expect(quantity(exchange)).toBe(100);
      let seen = 100;
      const tighten = async () => {
        const body = await as('C1', 'tightenLimits', { limits: { maxOrderQuantity: tightened } });
        if (body.statusCode === '101') seen = tightened;
      };
      const { approved } = await race('setLimits', limit(next), at, tighten);
      // Whoever approved saw what was in force: only a tightening that came before the call may be undone by it.
      const isSeen = at === 'before' || seen === 100;
      const isLoosened = (quantity(exchange) ?? Infinity) > seen;
      expect([next, tightened, at, isLoosened && !(isSeen && approved === 'Done')]).toEqual([
        next,
        tightened,
        at,
        false,
      ]);
      races++;
    }
    expect(races).toBe(100);
  });

  test('a method that is denied to a master key meanwhile stays denied, in each of 100 races', async () => {
    const { database, race } = await started(open);
    const keyId = 'K0123456789abcdef';
    const { db } = database;
    await db.updateTable('api_keys').set({ key_id: keyId }).where('key_id', '=', 'KMASTER').execute();
    const deny = async (methods: readonly string[]) => {
      const denied_methods = JSON.stringify(methods.toSorted());
      await db.updateTable('api_keys').set({ denied_methods }).where('key_id', '=', keyId).execute();
    };
    const denied = async () => {
      const row = await db.selectFrom('api_keys').select('denied_methods').where('key_id', '=', keyId);
      return JSON.parse((await row.executeTakeFirstOrThrow()).denied_methods) as string[];
    };
    const lists = [[], ['getClients'], ['approveAction', 'getClients'], ['setLimits']];
    let races = 0;
    for (const [[before, next], at] of ofAll(
      ofAll([[], ['getClients'], ['setLimits'], ['createClient'], ['getClients', 'setLimits']], lists),
      MOMENTS,
    )) {
      await deny(before);
      let isDenied = false;
      const act = async () => {
        isDenied = true;
        await deny([...before, 'approveAction']);
      };
      const { approved } = await race('admin/setMethodPermissions', { keyId, deniedMethods: next }, at, act);
      const mayBeRemoved = at === 'before' && approved === 'Done';
      if (isDenied && !mayBeRemoved)
        expect([before, next, at, await denied()]).toEqual([
          before,
          next,
          at,
          expect.arrayContaining(['approveAction']),
        ]);
      if (at === 'never') expect(await denied()).toEqual(next.toSorted());
      races++;
    }
    expect(races).toBe(100);
  });

  test('a user who becomes an operator meanwhile is let in by two, in each of 40 races', async () => {
    const { database, users, race } = await started(open);
    let races = 0;
    for (const [[method, before], at] of ofAll(
      ofAll(['updateUser', 'inviteUser', 'updateUser, other roles', 'inviteUser, recover'], ['auditor', 'operator']),
      MOMENTS,
    )) {
      const email = `u${races++}@example.com`;
      const terms = { clientId: 'MASTER', name: 'User', email, createdBy: 'KMASTER' };
      const { userId } = await users.create({ ...terms, roles: [before as Role] });
      const invites = method.startsWith('inviteUser');
      if (!invites) await users.update(userId, { active: false });
      let isOperator = before === 'operator';
      // Two others have approved that.
      const act = async () => {
        isOperator = true;
        await users.update(userId, { roles: ['operator', 'surveillance'] });
      };
      const purpose = method.includes('recover') ? 'recover' : 'invite';
      const roles = method.includes('roles') ? { roles: ['auditor', 'surveillance'] } : {};
      const body = invites ? { userId, purpose } : { userId, active: 'Yes', ...roles };
      const [name] = method.split(',');
      const { asked, approved } = await race(`admin/${name}`, body, at, act);
      const links = database.db.selectFrom('user_links').select('purpose').where('user_id', '=', userId);
      const user = await users.get(userId);
      const isIn = user?.active === true && (!invites || (await links.execute()).length > 0);
      const isOfOperator = isOperator && user?.roles.includes('operator') === true;
      expect([method, before, at, isIn && isOfOperator && approved !== 'Done']).toEqual([method, before, at, false]);
      if (at === 'never') expect([isIn, asked.statusCode]).toEqual([true, '101']);
    }
    expect(races).toBe(40);
  });

  test('a stopped operator is resumed by two', async () => {
    const { database, as } = await started(open);
    const [clientId] = ['C12345678'];
    await database.db
      .insertInto('clients')
      .values({ client_id: clientId, parent_id: clientId, name: 'Stopped', active: 0, created_at: 1 })
      .execute();
    const isActive = async () => {
      const row = database.db.selectFrom('clients').select('active').where('client_id', '=', clientId);
      return (await row.executeTakeFirstOrThrow()).active === 1;
    };
    const { pendingAction } = await as('MASTER', 'admin/updateClient', { clientId, active: 'Yes' });
    expect(await isActive()).toBe(false);
    const { actionId } = pendingAction as { actionId: string };
    await as('SECOND', 'admin/approveAction', { actionId });
    expect(await isActive()).toBe(true);
    expect((await as('MASTER', 'admin/updateClient', { clientId, active: 'No' })).statusCode).toBe('101');
    expect(await isActive()).toBe(false);
  });
});
