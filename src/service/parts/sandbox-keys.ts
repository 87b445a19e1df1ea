import type { Administration } from '../../modules/admin/index.ts';
import { UserRecords } from '../../modules/users/index.ts';
import type { PartContext } from '../lifecycle/index.ts';
import { hasTicker, readSandboxCredentials } from '../sandbox/index.ts';
import type { LeaderDeps } from './leader-databases.ts';
import { ensureSandboxUsers } from './sign-in.ts';

/** Before the first call: whoever sees /ready finds the files with the keys. */
export function addSandbox(
  { config, leaderTasks }: PartContext,
  administration: Pick<Administration, 'ensureSandbox'>,
  work: LeaderDeps,
): void {
  const { DATA_DIR: folder, JOURNAL_URL, ENCRYPTION_KEY } = config;
  const { db, secrets, nowUs } = work;
  const shared = JOURNAL_URL === null ? undefined : (ENCRYPTION_KEY ?? undefined);
  const sandboxUsers = new UserRecords({ db, secrets, nowUs, ended: () => {} });
  leaderTasks.addStep(
    async () => {
      await administration.ensureSandbox(folder, db, hasTicker(config), shared);
      const clientOf = (who: 'client' | 'operator') => readSandboxCredentials(folder, who).clientID;
      await ensureSandboxUsers(sandboxUsers, { client: clientOf('client'), operator: clientOf('operator') });
    },
    'reference database',
    'the keys and users of the sandbox could not be made',
  );
}
