import type { LeaderDb } from '../../src/database/leader/index.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import { ensureSandbox } from '../../src/modules/admin/sandbox.ts';
import { UserRecords } from '../../src/modules/users/index.ts';
import { ensureSandboxUsers } from '../../src/service/parts/index.ts';

const LATER = Date.UTC(2031, 0, 1) * 1000;
const secrets = new Secrets([Buffer.alloc(32, 7)]);

/** Keys in files of a folder, and a user of each role. */
export async function sandbox(_database: unknown, folder: string) {
  return async ({ db }: { readonly db: LeaderDb }) => {
    await ensureSandbox(folder, db, { nowUs: () => LATER, shared: 'the key of all nodes' });
    const users = new UserRecords({ db, secrets, nowUs: () => LATER, ended: () => {} });
    await ensureSandboxUsers(users, { client: 'C00000002', operator: 'C00000001' });
  };
}
