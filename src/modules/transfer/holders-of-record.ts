/** How many persons hold settled shares of a security (F16). */
import type { HolderName, SecurityId } from '../../exchange/api/index.ts';
import { primaryPartiesOf } from '../links/index.ts';
import { longRead } from '../shared/list/index.ts';
import type { TransferDeps } from './transfer-deps.ts';

/** Holders of the register that one count goes through, and that one query asks for. */
const HOLDERS_MAX = 20_000;
const PAGE = 500;

/** null: the register has more holders than one call counts. */
export function countHoldersOfRecord(deps: TransferDeps, securityId: SecurityId): Promise<number | null> {
  return longRead(deps, async (db) => {
    const persons = new Set<string>();
    let after: HolderName | null = null;
    for (let read = 0; read < HOLDERS_MAX; read += PAGE) {
      const { holders, next } = deps.exchange.settledHolders(securityId, after, PAGE);
      const accounts = holders.flatMap(({ clientId, accountId }) =>
        accountId === null ? [] : { clientId, accountId },
      );
      const primaryParty = await primaryPartiesOf(db, accounts);
      for (const { clientId, accountId } of holders) {
        const party = accountId === null ? undefined : primaryParty({ clientId, accountId });
        persons.add(JSON.stringify(party === undefined ? [clientId, accountId] : party));
      }
      if (next === null) return persons.size;
      after = next;
    }
    return null;
  });
}
