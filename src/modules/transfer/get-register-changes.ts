/** What changed the register of a security apart from matches (F17). */
import { type Selectable, sql } from 'kysely';
import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import type { Db, RegisterEntryChangeRow } from '../../database/schema/index.ts';
import {
  amountFrom,
  priceText,
  REGISTER_CHANGE_KINDS,
  type SecurityId,
  userShownTo,
} from '../../exchange/api/index.ts';
import { type Client, defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { missing, orderParameters } from '../ats/index.ts';
import { longRead } from '../shared/list/index.ts';
import { found, ownedBy } from '../shared/record/index.ts';
import {
  choicesSchema,
  jsonCursorOrNull,
  jsonCursorParameter,
  pageLimit,
  pageOf,
  placeOfJson,
  textOrNull,
} from '../shared/values/index.ts';
import { costText, unitsSchema, unitsText } from './register-values.ts';
import { anySecurity, ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

const PAGE_MAX = 200;

const changeSchema = Type.Object({
  entry: Type.Integer({ description: 'Its number in the security. Numbers that no change has are of matches.' }),
  changedTime: Type.String({ description: 'RFC 3339.' }),
  kind: choicesSchema(REGISTER_CHANGE_KINDS),
  clientId: Type.String({ description: 'The holder. A change of a match is listed for each of its two holders.' }),
  accountId: textOrNull(),
  matchId: textOrNull('The match that is settled, canceled, busted or corrected.'),
  tradeId: textOrNull('The investment of an issue or takeBack.'),
  actionId: textOrNull('The corporate action.'),
  changedEntry: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The number of the entry that it changes or removes; null: none, or one that is kept no longer.',
  }),
  quantityBefore: unitsSchema(
    'Shares of the entry, below 0 when sold; of a report, position or action all of the holder.',
  ),
  quantityAfter: unitsSchema('The same after the change.'),
  priceBefore: textOrNull('Of a match.'),
  priceAfter: textOrNull('Of a match; null when it is void.'),
  costBefore: textOrNull('Of a report, position or action: of all shares of the holder; null: not known.'),
  costAfter: textOrNull('Of an issue: of its units; of a report, position or action: of all shares of the holder.'),
  by: choicesSchema(['client', 'operator', 'venue']),
  byClientId: textOrNull('The client that reported it; shown to itself, the owner of the security and the operator.'),
  userId: textOrNull('The user who called; null of a key, and of a user of another client.'),
  changeId: textOrNull('Of a report: its id in getHolderChanges, for the owner of the security and the operator.'),
  reason: textOrNull('Of a bust, a correction or a report.'),
});

interface Place {
  readonly seq: number;
  readonly part: number;
}

/** F17. */
export function getRegisterChanges(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getRegisterChanges',
    summary: 'Lists what changed the register of a security apart from matches, oldest first',
    description:
      'An extension (F17): issues, ends of settlements, busts, corrections, take-backs, reports, positions that ' +
      'were set and corporate actions, each with its number. The client that owns the offering, or a master key, ' +
      'reads those of all holders, or of one; other clients their own. Nothing of the list is ever changed.',
    refusals: [138, ACCOUNT.unknown, 162, 503],
    parameters: {
      securityId: required(securityId),
      clientId: optional(
        text({ maxLength: 200, description: 'The holder; when absent, all that the caller may see.' }),
      ),
      accountId: optional(orderParameters.accountId),
      cursor: jsonCursorParameter('The cursor of the page before.'),
      limit: pageLimit('Changes', PAGE_MAX),
    },
    response: Type.Object({
      changes: Type.Array(changeSchema),
      nextCursor: textOrNull('For the next page; null after the newest change.'),
    }),
    handler: async ({ client, values }) => {
      const { cursor, limit = PAGE_MAX } = values;
      const asked = askedOf(deps, client, values);
      const after = placeOfJson(cursor, isPlace);
      const { exchange, records } = deps;
      // H3
      await records.reached(exchange.lastEventSeq());
      const { page, more } = pageOf(await readChanges(records, asked, { after, limit: limit + 1 }), limit);
      if (page.length === 0 && after === null) await requireHolder(deps, client, asked);
      const last = more === 'Yes' ? page.at(-1) : undefined;
      return {
        fields: {
          changes: page.map((row) => changeFields(row, client, asked.isOwner)),
          nextCursor: jsonCursorOrNull(last === undefined ? null : { seq: last.seq, part: last.part }),
        },
      };
    },
  });
}

interface Asked {
  readonly securityId: SecurityId;
  /** undefined: all. */
  readonly clientId: string | undefined;
  readonly accountId: string | undefined;
  /** Whether the caller is the owner of the security, or the operator. */
  readonly isOwner: boolean;
}

/** Throws ApiError 148 for an account of whom nothing is listed and that the caller's own client does not have. */
async function requireHolder({ db }: TransferDeps, client: Client, { clientId, accountId }: Asked): Promise<void> {
  if (clientId === undefined || accountId === undefined) return;
  if (clientId === client.clientId || client.master) found(ACCOUNT, await findAccount(db, clientId, accountId));
}

/** Throws ApiError 138 for an unknown security, 162 for holders of other clients, 106 for an account of no client. */
function askedOf(
  deps: TransferDeps,
  client: Client,
  values: {
    readonly securityId: SecurityId;
    readonly clientId?: string | undefined;
    readonly accountId?: string | undefined;
  },
): Asked {
  const { ownerClientId, securityId: id } = anySecurity(deps, values.securityId);
  const isOwner = client.master || ownerClientId === client.clientId;
  if (!isOwner && values.clientId !== undefined && values.clientId !== client.clientId) {
    ownedSecurity(deps, client, id);
  }
  if (client.master && values.accountId !== undefined && values.clientId === undefined) throw missing('clientId');
  const isOfCaller = !client.master && (!isOwner || values.accountId !== undefined);
  const clientId = values.clientId ?? (isOfCaller ? client.clientId : undefined);
  return { securityId: id, clientId, accountId: values.accountId, isOwner };
}

type Row = Selectable<RegisterEntryChangeRow> & {
  readonly user_id: string | null;
  readonly user_client: string | null;
};

function readChanges(
  records: TransferDeps['records'],
  { securityId: id, clientId, accountId }: Asked,
  { after, limit }: { readonly after: Place | null; readonly limit: number },
): Promise<readonly Row[]> {
  return longRead(records, async (db: Db) => {
    const all = db
      .selectFrom('register_entry_changes as c')
      .leftJoin('event_users as u', 'u.seq', 'c.seq')
      .selectAll('c')
      .select(['u.user_id', 'u.client_id as user_client'])
      .where('c.security_id', '=', id);
    const own = clientId === undefined ? all : all.where(ownedBy(clientId, 'c'));
    const held = accountId === undefined ? own : own.where('c.account_id', '=', accountId);
    const rest = after === null ? held : held.where(sql<boolean>`(c.seq, c.part) > (${after.seq}, ${after.part})`);
    return rest.orderBy('c.seq').orderBy('c.part').limit(limit).execute();
  });
}

function changeFields(row: Row, client: Client, isOwner: boolean) {
  const { by_client: byClient, user_id: userId, user_client: clientId } = row;
  const isCaller = byClient !== null && byClient === client.clientId;
  // F11
  const isShown = isOwner || isCaller || row.kind !== 'report';
  return {
    entry: row.entry,
    changedTime: formatInstant(row.changed_at),
    kind: row.kind as (typeof REGISTER_CHANGE_KINDS)[number],
    clientId: row.client_id,
    accountId: row.account_id === '' ? null : row.account_id,
    matchId: row.match_id === null ? null : String(row.match_id),
    tradeId: row.trade_id === null ? null : String(row.trade_id),
    actionId: row.action_id === null ? null : String(row.action_id),
    changedEntry: row.changed,
    quantityBefore: unitsText({ quantity: row.quantity_before, rest: row.rest_before }),
    quantityAfter: unitsText({ quantity: row.quantity_after, rest: row.rest_after }),
    priceBefore: row.price_before === null ? null : priceText(row.price_before),
    priceAfter: row.price_after === null ? null : priceText(row.price_after),
    costBefore: row.cost_before === null ? null : costText(amountFrom(row.cost_before)),
    costAfter: row.cost_after === null ? null : costText(amountFrom(row.cost_after)),
    by: row.by_operator === 1 ? ('operator' as const) : byClient === null ? ('venue' as const) : ('client' as const),
    byClientId: isOwner || isCaller ? byClient : null,
    userId: userShownTo(client, userId === null || clientId === null ? undefined : { userId, clientId }),
    changeId: isShown ? row.report_id : null,
    reason: isShown ? row.reason : null,
  };
}

function isPlace(place: unknown): place is Place {
  const { seq, part } = (place ?? {}) as Record<keyof Place, unknown>;
  return Number.isSafeInteger(seq) && Number.isSafeInteger(part);
}
