import type { Database } from '../../src/database/database.ts';
import type { LeaderDb } from '../../src/database/leader/index.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import type { ModuleDeps } from '../../src/modules/shared/deps.ts';
import { shareIds } from '../../src/modules/shared/ids/index.ts';
import { endingTakeBack } from '../../src/modules/trades/index.ts';
import { submitAllUnits } from '../../src/modules/units/index.ts';
import { undeliveredOutbox } from '../modules/shared/undelivered-outbox.ts';
import { openMarket } from '../modules/trades/investors.ts';

const LATER = Date.UTC(2031, 0, 1) * 1000;
const secrets = new Secrets([Buffer.alloc(32, 7)]);

/** The units of one trade are to be issued, those of another to be taken back. */
export async function units(database: Database, _folder: string, outside: { readonly seen: string[] }) {
  let known: ModuleDeps | undefined;
  const { api, trade, accountId } = await openMarket((async () => database) as never, [], {}, (deps) => {
    known = deps;
  });
  const { venue } = api;
  const settle = async (tradeId: string) => {
    for (const orderStatus of ['FUNDED', 'SETTLED']) {
      await api.call('POST', 'updateTradeStatus', { tradeId, accountId, orderStatus });
    }
  };
  const [canceled, issued] = [await trade(), await trade()];
  await settle(canceled);
  venue.unavailable = true;
  await settle(issued);
  await api.call('POST', 'cancelInvestment', { tradeId: canceled, requestedBy: 'x', reason: 'y' });
  venue.unavailable = false;
  venue.units.length = 0;
  return async (owner: { readonly db: LeaderDb; readonly mayAppend: () => boolean }) => {
    shareIds(owner.db, database.db);
    const outbox = undeliveredOutbox(database.db, secrets, () => LATER);
    const submit = async (command: Parameters<typeof venue.submit>[0]) => {
      if (!owner.mayAppend()) throw new Error('this node does not lead');
      return venue.submit(command);
    };
    const deps = {
      ...(known as ModuleDeps),
      db: owner.db,
      outbox,
      venue: Object.assign(Object.create(venue), { submit }),
    };
    await submitAllUnits(deps, { endTakeBack: endingTakeBack(deps, []) });
    // A command may come twice; the register has each once.
    const issues = venue.state.register.issues.all.map(([, { revision, issued }]) => [revision, issued?.quantity]);
    outside.seen.splice(0, Infinity, JSON.stringify(issues));
  };
}
