/** Every changing call makes exactly one entry that names actor, session, records, and what it changed (O3, O4). */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { notedChanges, withChanges } from '../../src/database/queries/row-changes.ts';
import { type Entrance, entrancesOf } from '../../src/http/methods/entrances.ts';
import { methodNamed } from '../../src/http/methods/index.ts';
import { samplePdfFile } from '../support/sample-pdf.ts';
import { REFUSED_OF_CLIENTS, REFUSED_OF_OPERATORS, WITHOUT_CHANGES, WITHOUT_RECORDS } from './audited-exceptions.ts';
import { valuesOfClient, valuesOfOperator } from './audited-values.ts';
import { BANK_ACCOUNT } from './records.ts';
import { filled, wellFormed } from './samples.ts';
import { type Answered, type Body, EveryMethod } from './server.ts';
import { IP, UsersVenue } from './users-venue.ts';

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
const venue = new UsersVenue(server);
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Orders of keys are in the journal, and timers are set again every few seconds (O3). */
const isAudited = (name: string, isOrder: boolean, isUser: boolean) =>
  name !== 'cancelAllAfter' && (!isOrder || isUser);

interface Entry {
  readonly client_id: string;
  readonly key_id: string | null;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly method: string;
  readonly outcome: string;
  readonly request_id: string;
  readonly records: string;
  readonly changes: string | null;
}

const allEntries = (): Promise<Entry[]> => database.db.selectFrom('audit_entries').selectAll().execute();

/** The one entry that the work makes. */
async function entryOf(work: () => Promise<unknown>): Promise<Entry> {
  await database.db.deleteFrom('audit_entries').execute();
  const answer = await work();
  const made = await allEntries();
  expect(made, JSON.stringify(answer)).toHaveLength(1);
  return made[0]!;
}

const recordsOf = ({ records }: Entry) => JSON.parse(records) as Record<string, string>;
const changesOf = ({ changes }: Entry) => JSON.parse(changes ?? '[]') as Record<string, string | null>[];

/** The ids of records in what was sent, by the names of the parameters. */
function idsIn(values: Body): string[] {
  const named = Object.entries(values).filter(([name]) =>
    /(^id|[a-z]I[dD]|(account|order|issuer|security)id)$/.test(name),
  );
  return named.filter(([name]) => !/tax/i.test(name)).map(([, value]) => String(value));
}

interface Walk {
  readonly as: 'C1' | 'MASTER';
  readonly isUser: boolean;
}

async function called({ as, isUser }: Walk, { method, path, verbs }: Entrance, values: Body): Promise<Answered> {
  if (method.uploads) return server.upload(path, values, await samplePdfFile(), as);
  server.asPeople = isUser;
  const answered = await server.call({ host: 'v3', verb: verbs[0]!, as, ...filled(path, values) });
  server.asPeople = false;
  return answered;
}

/** The names of the methods that were done, and of those that were refused. */
async function expectEntries(walk: Walk) {
  const { as, isUser } = walk;
  const names = { done: [] as string[], refused: [] as string[] };
  for (const entrance of entrancesOf(server.methods, 'v3')) {
    const { method } = entrance;
    const { name } = method;
    const isOther = (method.operator ?? false) !== (as === 'MASTER') || entrance.calledName !== name;
    if (!method.idempotent || isOther || (method.uploads && isUser)) continue;
    const values = await (as === 'C1' ? valuesOfClient : valuesOfOperator)(venue, method);
    await database.db.deleteFrom('audit_entries').execute();
    const { body, http } = await called(walk, entrance, values);
    const entries = await allEntries();
    const shown = `${name} ${JSON.stringify(body)}`;
    expect(body.statusCode, shown).not.toBe('500');
    const isRefusedBefore =
      ['106', '110', '111', '1400', '1403'].includes(String(body.statusCode)) && entries.length === 0;
    const isDone = body.statusCode === '101' || http === 304;
    names[isDone ? 'done' : 'refused'].push(name);
    if (isRefusedBefore || !isAudited(name, method.isOrder ?? false, isUser)) {
      expect(entries, shown).toEqual([]);
      continue;
    }
    const outcome = isDone ? 'Done' : 'Refused';
    const actor = isUser ? { user_id: 'U10000001', session_id: 'S1' } : { user_id: null, session_id: null };
    expect(entries, shown).toMatchObject([{ client_id: as, ...actor, method: name, outcome }]);
    const records = Object.values(recordsOf(entries[0]!));
    expect(records, shown).toEqual(expect.arrayContaining(idsIn(values)));
    if (!isDone) continue;
    expect(records.length === 0, shown).toBe(WITHOUT_RECORDS.has(name));
    expect(changesOf(entries[0]!).length === 0, shown).toBe(WITHOUT_CHANGES.has(name));
  }
  return names;
}

test.each([false, true])('of a client, by a user in a session: %s', async (isUser) => {
  const { done, refused } = await expectEntries({ as: 'C1', isUser });
  expect(refused.toSorted()).toEqual(Object.keys(REFUSED_OF_CLIENTS).toSorted());
  const changing = server.methods.filter(
    ({ idempotent, operator, host, uploads }) =>
      idempotent && !operator && host !== 'legacy' && !(isUser && uploads !== undefined),
  );
  expect([...done, ...refused].toSorted()).toEqual(changing.map(({ name }) => name).toSorted());
});

test.each([false, true])('of an operator, by a user in a session: %s', async (isUser) => {
  expect((await expectEntries({ as: 'MASTER', isUser })).refused.toSorted()).toEqual(REFUSED_OF_OPERATORS.toSorted());
});

test('names users, sessions and keys, and what changed of them', async () => {
  const operator = await venue.new('operator');
  const { clientId } = await venue.client('client');
  const actor = { user_id: operator.userId, session_id: operator.sessionId, outcome: 'Done' };
  const made = { clientId, name: 'Jane Doe', email: 'jane.doe@example.com', roles: ['trader'] };
  let userId = '';
  const created = await entryOf(async () => {
    const { body } = await venue.call(operator, 'createUser', made);
    userId = (body.user as { userId: string }).userId;
  });
  expect(created).toMatchObject({ method: 'createUser', ...actor });
  expect(recordsOf(created)).toMatchObject({ userId, clientId });
  expect(changesOf(created)).toContainEqual(
    expect.objectContaining({ record: 'users', id: userId, field: 'roles', before: null, after: '["trader"]' }),
  );
  const { token, sessionId } = await server.sessions.start({
    userId,
    how: 'link',
    ip: IP,
    userAgent: '',
    proof: { atUs: 1 },
  });
  const changed = await entryOf(() =>
    venue.call(operator, 'updateUser', { userId, name: 'Jane Roe', roles: ['backOffice'] }),
  );
  expect(recordsOf(changed)).toMatchObject({ userId });
  expect(changesOf(changed)).toEqual([
    { record: 'users', id: userId, field: 'name', before: 'REDACTED', after: 'REDACTED' },
    { record: 'users', id: userId, field: 'roles', before: '["trader"]', after: '["backOffice"]' },
    { record: 'user_sessions', id: sessionId, field: 'ended_at', before: null, after: expect.any(String) },
  ]);
  expect(recordsOf(await entryOf(() => venue.call(operator, 'inviteUser', { userId })))).toMatchObject({ userId });
  const other = await venue.new('trader');
  const ended = await entryOf(() => venue.call(operator, 'endSession', { sessionId: other.sessionId }));
  expect(recordsOf(ended)).toMatchObject({ sessionId: other.sessionId });
  expect(changesOf(ended)).toMatchObject([
    { record: 'user_sessions', id: other.sessionId, field: 'ended_at', before: null, after: expect.any(String) },
  ]);
  const key = await venue.client('client');
  const scopes = await entryOf(() => venue.call(operator, 'setScopes', { keyId: key.keyId, scopes: ['account.read'] }));
  expect(changesOf(scopes)).toMatchObject([
    {
      record: 'api_keys',
      id: key.keyId,
      field: 'scopes',
      before: expect.any(String),
      after: expect.stringContaining('account.read'),
    },
  ]);
  const text = JSON.stringify(await allEntries());
  for (const secret of ['Jane', 'jane', token, sessionId && token]) expect(text).not.toContain(secret);
});

test('names the sessions and the ways to sign in that a user removes', async () => {
  const { userId, session, clientId } = await venue.new('trader');
  const passkey = { userId, publicKey: 'key', counter: 0, transports: [], name: 'Laptop' };
  for (const credentialId of ['one', 'other']) await server.users.passkeys.add({ ...passkey, credentialId });
  const account = { issuer: 'https://id.example.com', subject: 'sub-2' };
  await server.users.identities.bind(userId, account);
  const other = await server.sessions.start({ userId, how: 'link', ip: IP, userAgent: '', proof: { atUs: 1 } });
  const removals: [string, Body, Body][] = [
    ['endSession', { sessionId: other.sessionId }, { record: 'user_sessions', field: 'ended_at', before: null }],
    ['removePasskey', { passkeyId: 'one' }, { record: 'user_passkeys', after: null }],
    ['removeProviderAccount', account, { record: 'user_identities', field: 'issuer', after: null }],
  ];
  for (const [method, values, change] of removals) {
    const entry = await entryOf(() => venue.call({ session }, method, values));
    expect(entry).toMatchObject({ method, client_id: clientId, user_id: userId, outcome: 'Done' });
    expect(changesOf(entry), method).toContainEqual(expect.objectContaining(change));
  }
});

test('names what a key changed of a record, with no personal value', async () => {
  const key = await venue.client('client');
  const issuer = { issuerName: 'Secret Water', firstName: 'Ada', lastName: 'B', email: 'ada@example.com' };
  const { body } = await venue.call(key, 'createIssuer', issuer);
  const issuerId = /"issuerId":"(\d+)"/.exec(JSON.stringify(body))![1]!;
  const changed = await entryOf(() =>
    venue.call(key, 'updateIssuer', { ...issuer, issuerId, issuerName: 'Hidden Water', updatedIpAddress: IP }),
  );
  expect(changed).toMatchObject({ client_id: key.clientId, key_id: key.keyId, user_id: null, method: 'updateIssuer' });
  expect(recordsOf(changed)).toMatchObject({ issuerId });
  expect(changesOf(changed)).toContainEqual({
    ...{ record: 'issuers', id: issuerId, before: 'REDACTED', after: 'REDACTED' },
    field: expect.stringContaining('name'),
  });
  const bankAccount = { ...BANK_ACCOUNT, types: 'Issuer', issuerId };
  const linked = changesOf(await entryOf(() => venue.call(key, 'createExternalAccount', bankAccount)));
  expect(linked.map(({ record, field }) => [record, field])).toEqual([['external_accounts', 'created_at']]);
  const account = { ...wellFormed(methodNamed(server.methods, 'createIssuerAccount'), true), issuerId };
  expect((await venue.call(key, 'createIssuerAccount', account)).body).toMatchObject({ statusCode: '101' });
  const accountGone = await entryOf(() => venue.call(key, 'deleteIssuerAccount', { issuerId }));
  expect(changesOf(accountGone)).toContainEqual(
    expect.objectContaining({ record: 'issuer_accounts', id: issuerId, field: 'deleted_at', before: null }),
  );
  const deleted = await entryOf(() => venue.call(key, 'deleteIssuer', { issuerId }));
  expect(changesOf(deleted)).toContainEqual(
    expect.objectContaining({
      record: 'issuers',
      field: 'deleted_at',
      before: null,
      after: expect.stringMatching(/^\d+$/),
    }),
  );
  expect(JSON.stringify(await allEntries())).not.toMatch(/Water|Ada/);
});

test('names the keys that end with a user who leaves, or are handed over', async () => {
  const operator = await venue.new('operator');
  for (const keysTo of [undefined, operator.userId]) {
    const { userId, clientId, session } = await venue.new('operator');
    const { body } = await venue.call({ session }, 'createApiKey', { clientId });
    const { keyId: id } = body.key as { keyId: string };
    const left = await entryOf(() => venue.call(operator, 'updateUser', { userId, active: 'No', keysTo }));
    const [field, after] =
      keysTo === undefined ? ['revoked_at', expect.stringMatching(/^\d+$/)] : ['handed_to', keysTo];
    expect(changesOf(left)).toContainEqual({ record: 'api_keys', id, field, before: null, after });
    expect(changesOf(left)).toContainEqual({ record: 'users', id: userId, field: 'active', before: '1', after: '0' });
  }
});

test('names what a webhook, a token and a key of webhooks change, and no secret', async () => {
  const key = await venue.client('client');
  const operator = await venue.client('operator');
  const registration = { method: 'createLink', url: 'https://receiver.example.com/a-place', signed: 'Yes' };
  const entries: Entry[] = [];
  const changesBy = async (who: typeof key, method: string, values: Body) => {
    let body: Body = {};
    const entry = await entryOf(async () => ({ body } = await venue.call(who, method, values)));
    expect(entry).toMatchObject({ method, outcome: 'Done' });
    entries.push(entry);
    return { body, changes: changesOf(entry) };
  };
  const { body, changes } = await changesBy(key, 'registerWebhook', registration);
  const { id } = body.webhook as { id: string };
  const webhook = { record: 'webhooks', id };
  expect(changes).toContainEqual({ ...webhook, field: 'method', before: null, after: 'createLink' });
  const rotated = await changesBy(key, 'rotateWebhookSecret', { id });
  expect(rotated.changes).toContainEqual({
    ...{ ...webhook, field: 'secret_sealed', before: 'REDACTED', after: 'REDACTED' },
  });
  const gone = await changesBy(key, 'unregisterWebhook', { id });
  expect(gone.changes).toContainEqual({ ...webhook, field: 'method', before: 'createLink', after: null });
  const { clientId } = key;
  const token = await changesBy(operator, 'generateWebhookToken', { clientId });
  expect(token.changes).toMatchObject([{ record: 'webhook_tokens', field: 'created_at', before: null }]);
  const { tokenId } = token.body.webhookToken as { tokenId: string };
  expect((await changesBy(operator, 'retireWebhookToken', { tokenId })).changes).toMatchObject([
    { record: 'webhook_tokens', id: tokenId, field: 'retired_at', before: null, after: expect.any(String) },
  ]);
  const sealing = await changesBy(operator, 'setWebhookEncryptionKey', { clientId });
  expect(sealing.changes).toMatchObject([{ record: 'webhook_encryption_keys', id: clientId, field: 'created_at' }]);
  const text = JSON.stringify(entries);
  for (const secret of ['a-place', rotated.body.secret, token.body.token, sealing.body.key])
    expect(text).not.toContain(String(secret));
});

test('notes what the claims of a provider change', async () => {
  const { clientId } = await venue.client('client');
  const account = { issuer: 'https://id.example.com', subject: 'sub-1' };
  const fields = { clientId, name: 'Claimed Person', email: 'claimed@example.com', roles: ['trader'] as const };
  const admitted = async (work: () => Promise<{ readonly userId: string }>) =>
    withChanges(async () => ({ userId: (await work()).userId, changes: [...notedChanges()] }));
  const { userId, changes } = await admitted(() =>
    server.users.admit({ account, user: { ...fields, createdBy: 'provider corporate' }, roles: ['trader'] }),
  );
  expect(changes).toContainEqual({ record: 'users', id: userId, field: 'roles', before: null, after: '["trader"]' });
  expect(changes).toContainEqual({
    ...{ record: 'user_identities', id: userId, field: 'issuer', before: null, after: account.issuer },
  });
  const again = await admitted(() => server.users.admit({ account, user: { userId }, roles: ['compliance'] }));
  expect(again.changes).toEqual([
    { record: 'users', id: userId, field: 'roles', before: '["trader"]', after: '["compliance"]' },
  ]);
  expect(JSON.stringify([changes, again])).not.toMatch(/Claimed|claimed|sub-1/);
});
