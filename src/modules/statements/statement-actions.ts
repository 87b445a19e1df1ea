/** The corporate actions of a statement: what they came to for a holder. */
import type { Selectable } from 'kysely';
import type { RegisterEntryChangeRow } from '../../database/schema/index.ts';
import { type ActionReads, actionWords, inMillionths, type SecurityId } from '../../exchange/api/index.ts';
import { longRead, type ReadDeps } from '../shared/list/index.ts';
import { ownedBy } from '../shared/record/index.ts';

/** What a corporate action came to for the holder: millionths of a share and of a dollar (R4). */
export interface StatementAction {
  readonly changed_at: number;
  /** Empty: the client itself. */
  readonly account_id: string;
  readonly security_id: SecurityId;
  readonly title: string;
  readonly before: bigint;
  readonly after: bigint;
  /** From the issuer; below 0 to it. */
  readonly cash: bigint;
  /** From the other sides of unsettled matches; below 0 to them. */
  readonly due: bigint;
}

interface Asked {
  readonly clientId: string;
  /** null: the client with all its accounts. */
  readonly accountId: string | null;
  /** Microseconds since 1970 UTC; `to` is left out. */
  readonly from: number;
  readonly to: number;
}

type ActionRow = Selectable<RegisterEntryChangeRow>;

export function readActions(records: ReadDeps, asked: Asked, limit: number): Promise<ActionRow[]> {
  const { clientId, accountId, from, to } = asked;
  return longRead(records, (db): Promise<ActionRow[]> => {
    const all = db
      .selectFrom('register_entry_changes')
      .selectAll()
      .where('action_id', 'is not', null)
      .where('changed_at', '>=', from)
      .where('changed_at', '<', to)
      .where(ownedBy(clientId));
    const own = accountId === null ? all : all.where('account_id', '=', accountId);
    return own.orderBy('changed_at').orderBy('seq').orderBy('part').limit(limit).execute();
  });
}

/** In the words of the actions; of one that the venue keeps no longer the shares alone. */
export function actionsOf(venue: ActionReads, rows: readonly ActionRow[]): readonly StatementAction[] {
  return rows.map((row) => {
    const { changed_at, account_id, security_id, action_id } = row;
    const before = { quantity: row.quantity_before, rest: row.rest_before };
    const after = { quantity: row.quantity_after, rest: row.rest_after };
    const units = { before: inMillionths(before), after: inMillionths(after) };
    const common = { changed_at, account_id, security_id, ...units };
    const action = venue.actions(security_id, (action_id ?? 0) + 1, 1)[0];
    if (action?.actionId !== action_id) return { ...common, title: 'corporate action', cash: 0n, due: 0n };
    const { terms } = action;
    const { titleOf, cashOf, dueOf } = actionWords(terms);
    const pending = row.pending ?? 0;
    const cash = cashOf(terms, before, after, pending);
    return { ...common, title: titleOf(terms), cash, due: dueOf?.(terms, pending) ?? 0n };
  });
}
