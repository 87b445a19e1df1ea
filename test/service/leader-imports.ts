import type { Database } from '../../src/database/database.ts';
import type { LeaderDb } from '../../src/database/leader/index.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { type ImportDeps, importRegister } from '../../src/modules/imports/index.ts';
import type { ModuleDeps } from '../../src/modules/shared/deps.ts';
import { shareIds } from '../../src/modules/shared/ids/index.ts';
import { undeliveredOutbox } from '../modules/shared/undelivered-outbox.ts';
import { openMarket } from '../modules/trades/investors.ts';

const LATER = Date.UTC(2031, 0, 1) * 1000;
const secrets = new Secrets([Buffer.alloc(32, 7)]);

/** Two trades were SETTLED in 0.1.0, and the venue has no units of them (F18). */
export async function imports(database: Database, _folder: string, outside: { readonly seen: string[] }) {
  let known: ModuleDeps | undefined;
  const { api, trade, offeringId } = await openMarket((async () => database) as never, [], {}, (deps) => {
    known = deps;
  });
  for (let made = 0; made < 2; made++) await trade();
  const { db } = database;
  await db.updateTable('trades').set({ order_status: 'SETTLED', created_at: LATER }).execute();
  const called = { entry_id: 'e1', occurred_at: 1, client_id: 'C1', key_id: null, method: 'createIssuer', ip: '' };
  const done = { request_id: '', status_code: 101, outcome: 'Done', fields: '[]', records: '{}', user_id: null };
  const rest = { session_id: null, sent_request_id: null, changes: null };
  await db
    .insertInto('audit_entries')
    .values({ ...called, ...done, ...rest })
    .execute();
  const { venue } = api;
  for (const securityId of [Number(offeringId), 0]) venue.state.register.imports.add(securityId as SecurityId);
  return async (owner: { readonly db: LeaderDb; readonly mayAppend: () => boolean }) => {
    shareIds(owner.db, database.db);
    const submit = async (command: Parameters<typeof venue.submit>[0]) => {
      if (!owner.mayAppend()) throw new Error('this node does not lead');
      return venue.submit(command);
    };
    const deps = {
      ...(known as ModuleDeps),
      db: owner.db,
      outbox: undeliveredOutbox(database.db, secrets, () => LATER),
      notices: { publish: async () => {} },
      venue: Object.assign(Object.create(venue), { submit }),
    } as unknown as ImportDeps;
    await importRegister(deps, () => {});
    const issues = venue.state.register.issues.all.map(([, { revision, issued }]) => [revision, issued?.quantity]);
    outside.seen.splice(0, Infinity, JSON.stringify([issues, venue.imports()]));
  };
}
