import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userCommand } from '../../../scripts/users/admin-commands.ts';
import { mainDatabaseFile } from '../../../src/database/files.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { loadSecrets } from '../../../src/database/secrets/index.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { People } from './people.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/admin.ts', import.meta.url));

test('npm run admin -- user makes the first operator, its links, and ends its sessions (P18)', async () => {
  const folder = temporaryFolder();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, PUBLIC_URL: 'https://ats.example.com' };
  const run = (...args: string[]) =>
    new Promise<{ out: string; error: string }>((resolve) => {
      execFile(process.execPath, [SCRIPT, ...args], { env }, (_failure, out, error) => resolve({ out, error }));
    });
  const user = async (...args: string[]) => {
    const { out, error } = await run('user', ...args);
    expect(error).toBe('');
    return JSON.parse(out);
  };
  const { out } = await run('bootstrap-operator', '--out', join(folder, 'operator.json'));
  const [client = ''] = /C\d{8}/.exec(out) ?? [];
  const person = ['--client', client, '--name', 'A. Operator', '--email', 'operator@example.com'];
  const { userId } = await user('create', ...person, '--roles', 'operator');
  expect(await user('list', '--client', client)).toMatchObject([{ userId, roles: ['operator'], active: true }]);

  const database = await openDatabase({ file: mainDatabaseFile(folder) });
  closeAfterTest(() => database.close());
  const people = new People(database, await loadSecrets({ dataDir: folder }));
  people.setNow(Date.now() * 1000);
  for (const purpose of ['invite', 'recover']) {
    const { link } = await user(purpose, '--user', userId);
    const [, token = ''] = /^https:\/\/ats\.example\.com\/console#link=(.+)$/.exec(link) ?? [];
    expect(await people.records.links.redeem(token)).toMatchObject({ userId, purpose });
  }
  const { token } = await people.start(userId);
  expect(await people.sessions.renew((await people.sessions.check(token, '192.0.2.1')) as never)).toBeDefined();
  await user('end-sessions', '--user', userId);
  people.sessions.refresh(client);
  expect(await people.sessions.check(token, '192.0.2.1')).toBeUndefined();

  const entries = await database.db.selectFrom('audit_entries').selectAll().orderBy('occurred_at').execute();
  expect(entries.map(({ method }) => method)).toEqual(
    ['bootstrap-operator', 'user create', 'user invite', 'user recover', 'user end-sessions'].map(
      (one) => `admin ${one}`,
    ),
  );
  expect(entries[0]).toMatchObject({ client_id: 'admin-command', outcome: 'Done', user_id: null });
  expect(JSON.parse(entries[0]!.records)).toEqual({ clientId: client, systemUser: userInfo().username });
  expect(JSON.parse(entries[1]!.records)).toMatchObject({ userId });
  expect(JSON.parse(entries[1]!.changes ?? '')).toContainEqual(
    expect.objectContaining({ record: 'users', field: 'roles', before: null, after: '["operator"]' }),
  );
  expect(JSON.stringify(entries)).not.toContain('operator@');

  expect((await run('user', 'invite')).error).toContain('--user is missing');
  // In this process: each start of the program takes most of a second.
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [args, problem] of [
    [['create', ...person, '--roles', 'king'], 'there is no role king'],
    [['create', ...person, '--roles', 'operator'], 'a user with this e-mail address exists'],
    [['create', ...person.slice(0, 4), '--email', 'nobody', '--roles', 'operator'], '--email must be'],
    [['invite', '--user', 'U00000000'], 'there is no user U00000000'],
    [['invite'], '--user is missing'],
    [['remove'], 'There is no command user remove'],
  ] as const) {
    await expect(userCommand(args)).rejects.toThrow(problem);
  }
});
