/** Who may approve what another one asked for: people are compared, not keys (C82). */
import pino from 'pino';
import Type from 'typebox';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { change } from '../../../src/modules/shared/change/change.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { operatorMethod } from '../../../src/modules/shared/methods/operator-method.ts';
import { TwoPersonApproval, twoPersonApprovalModule } from '../../../src/modules/two-person-approval/index.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { fieldsOf, startApi } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';

const CLIENTS = ['V1', 'V2'] as const;
const [ANNA, BELA] = ['U10000001', 'U10000002'];
/** How a person or a program calls: with a key, made by a user, handed over or of nobody known, or in a session. */
const WAYS = ['key of A', 'key of B', 'key of A for B', 'key of nobody', 'session of A', 'session of B'] as const;
type Way = (typeof WAYS)[number];

const nameOf = (way: Way, client: string) => `${way}, ${client}`;
const keyIdOf = (way: Way, client: string) => `K${WAYS.indexOf(way)}${client}`;

const madeBy = (way: Way) => (way === 'key of nobody' ? undefined : / of A/.test(way) ? ANNA : BELA);
const handedTo = (way: Way) => (way === 'key of A for B' ? BELA : undefined);
const peopleOf = (way: Way) => [madeBy(way) ?? [], handedTo(way) ?? []].flat();

function callerOf(way: Way, clientId: string) {
  if (way.startsWith('session')) return { clientId, master: true, user: madeBy(way)! };
  const [maker, heir] = [madeBy(way), handedTo(way)];
  const people = { ...(maker && { madeBy: maker }), ...(heir && { handedTo: heir }) };
  return { clientId, master: true, keyId: keyIdOf(way, clientId), ...people };
}

const EVERY_WAY = WAYS.flatMap((way) => CLIENTS.map((client) => [way, client] as const));

async function insertPeople({ db }: Database): Promise<void> {
  for (const client_id of CLIENTS) {
    const client = { client_id, parent_id: client_id, name: client_id, active: 1, created_at: NOW };
    await db.insertInto('clients').values(client).execute();
    for (const way of WAYS.filter((one) => one.startsWith('key'))) {
      const key_id = keyIdOf(way, client_id);
      const grants = { scopes: '*', denied_methods: '[]', field_permissions: '*', revoked_at: null, master: 1 };
      const people = { made_by: madeBy(way) ?? null, handed_to: handedTo(way) ?? null };
      const key = { key_id, client_id, key_hash: key_id, created_at: NOW, ...people };
      await db
        .insertInto('api_keys')
        .values({ ...key, ...grants })
        .execute();
    }
    // A person has a user at each client, to see that the ids are what is compared.
    const users = client_id === 'V1' ? [ANNA!, BELA!] : [];
    for (const user_id of users) {
      const sealed = { email_sealed: '', email_hash: user_id, roles: '["operator"]', active: 1 };
      const row = { user_id, client_id, name: user_id, created_at: NOW, created_by: 'K', last_seen_at: null };
      await db
        .insertInto('users')
        .values({ ...row, ...sealed })
        .execute();
    }
  }
}

async function started(database: Database) {
  await insertPeople(database);
  const done: string[] = [];
  const modules = (deps: ModuleDeps) => {
    const approvals = new TwoPersonApproval(deps, { isOn: true, hours: 24, log: pino({ level: 'silent' }) });
    const payOut = operatorMethod({
      name: 'payOut',
      summary: 'Pays',
      fourEyes: true,
      parameters: {},
      response: Type.Object({ secret: Type.String() }),
      handler: change(deps, async ({ client }) => {
        done.push(`${client.clientId} ${client.user?.userId ?? 'a key'} ${client.madeBy ?? 'of nobody'}`);
        return { fields: { secret: 'shown to who asked' } };
      }),
    });
    return [...approvals.guarded([payOut]), ...twoPersonApprovalModule(deps, approvals)];
  };
  const keys = Object.fromEntries(EVERY_WAY.map(([way, client]) => [nameOf(way, client), callerOf(way, client)]));
  const api = await startApi(database, [modules], { keys });
  const as = (caller: string, method: string, body: object = {}) =>
    api.call('POST', `admin/${method}`, { ...body }, { as: caller });
  const ask = async (caller: string) =>
    ((await as(caller, 'payOut')).body.pendingAction as { actionId: string }).actionId;
  return { as, ask, done, database };
}

/** The rule in words: two people, or, where one is not known, two clients. */
function mayApprove(asker: Way, approver: Way, isSameClient: boolean): boolean {
  const [some, others] = [peopleOf(asker), peopleOf(approver)];
  return some.length === 0 || others.length === 0 ? !isSameClient : !some.some((one) => others.includes(one));
}

describeOnBothDatabases('two people', (open) => {
  const pairs = EVERY_WAY.flatMap(([approver, of]) => WAYS.map((asker) => ({ asker, approver, of })));

  test('approve, and no person with two keys or a key and a session does, in any pair of ways', async () => {
    const { as, ask, done } = await started(await open());
    const found: string[] = [];
    const expected: string[] = [];
    for (const { asker, approver, of } of pairs) {
      const actionId = await ask(nameOf(asker, 'V1'));
      const before = done.length;
      const { body } = await as(nameOf(approver, of), 'approveAction', { actionId });
      const isDone = done.length > before;
      const pair = `${asker}, approved by ${approver} of ${of}:`;
      found.push(
        `${pair} ${body.statusCode === '101' && isDone ? 'done' : body.statusCode === '190' && !isDone && 'refused'}`,
      );
      expected.push(`${pair} ${mayApprove(asker, approver, of === 'V1') ? 'done' : 'refused'}`);
    }
    expect(found).toEqual(expected);
    expect(found.filter((one) => one.endsWith('done')).length).toBe(27);
  });

  test('is done in the name of who asked, and names both in the action', async () => {
    const { as, ask, done } = await started(await open());
    const asked = await Promise.all(
      (
        [
          ['session of A', 'session of B'],
          ['key of A', 'session of B'],
          ['session of A', 'key of B'],
        ] as const
      ).map(async ([asker, approver]) => {
        const actionId = await ask(nameOf(asker, 'V1'));
        const { action } = fieldsOf(await as(nameOf(approver, 'V1'), 'approveAction', { actionId }));
        return action as Record<string, unknown>;
      }),
    );
    expect(asked).toMatchObject([
      { askedBy: 'V1', askedByUser: ANNA, decidedBy: 'V1', decidedByUser: BELA },
      { askedBy: 'V1', askedByUser: null, decidedBy: 'V1', decidedByUser: BELA },
      { askedBy: 'V1', askedByUser: ANNA, decidedBy: 'V1', decidedByUser: null },
    ]);
    expect(done.toSorted()).toEqual([`V1 ${ANNA} of nobody`, `V1 ${ANNA} of nobody`, `V1 a key ${ANNA}`]);
  });

  test('shows the answer to the person who asked, and to no one else of the client', async () => {
    const { as, ask } = await started(await open());
    const actionId = await ask(nameOf('session of A', 'V1'));
    await as(nameOf('session of B', 'V1'), 'approveAction', { actionId });
    const sees = async (way: Way, client: string) => {
      const { action } = fieldsOf(await as(nameOf(way, client), 'getAction', { actionId }));
      return (action as { answer: unknown }).answer !== null;
    };
    const readers = await Promise.all(
      EVERY_WAY.map(async ([way, client]) => ((await sees(way, client)) ? [way, client] : [])),
    );
    expect(readers.filter(({ length }) => length > 0)).toEqual([
      ['key of A', 'V1'],
      ['session of A', 'V1'],
    ]);
  });

  test('find no unknown action, and an id longer than any is malformed', async () => {
    const { as } = await started(await open());
    for (const method of ['approveAction', 'rejectAction', 'getAction']) {
      const codeOf = async (length: number) =>
        (await as(nameOf('session of A', 'V1'), method, { actionId: 'x'.repeat(length) })).body.statusCode;
      expect([method, await codeOf(100), await codeOf(101)]).toEqual([method, '404', '106']);
    }
  });

  test.each([
    ['whose access ended', { active: 0 }],
    ['who is no operator any more', { roles: '["auditor"]' }],
  ])('refuses the action of a user %s', async (_, change) => {
    const { as, ask, done, database } = await started(await open());
    const actionId = await ask(nameOf('session of A', 'V1'));
    await database.db.updateTable('users').set(change).where('user_id', '=', ANNA!).execute();
    const { body } = await as(nameOf('session of B', 'V1'), 'approveAction', { actionId });
    expect(body.action).toMatchObject({ actionStatus: 'Refused' });
    expect(done).toEqual([]);
  });
});
