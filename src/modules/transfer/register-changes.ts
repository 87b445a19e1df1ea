/** Who reported holders of a security, when and why (F11). */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import Type from 'typebox';
import type { Db, RegisterChangeRow } from '../../database/schema/index.ts';
import { type SecurityId, type Shares, userShownTo } from '../../exchange/api/index.ts';
import { type Call, type Client, defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { shortId } from '../shared/ids/index.ts';
import { longRead } from '../shared/list/index.ts';
import {
  afterCursor,
  choicesSchema,
  cursorParameter,
  pageLimit,
  pageOf,
  textOrNull,
  timeCursor,
  timestamp,
} from '../shared/values/index.ts';
import { unitsText } from './register-values.ts';
import { ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

const PAGE_MAX = 100;
const MILLIONTHS = 1_000_000;

interface Change {
  readonly reportId: string;
  readonly securityId: SecurityId;
  readonly holdings: readonly {
    readonly clientId: string;
    readonly accountId?: string | undefined;
    readonly lots: readonly { readonly quantity: Shares; readonly rest?: number }[];
  }[];
  readonly reason?: string | undefined;
  readonly changedAt: number;
}

/**
 * Written before the answer, once the command is in the journal. A repeated call has the id of the first: it writes
 * a row that was lost with its process, and adds no other.
 */
export async function recordChange(db: Db, { client }: Call, change: Change): Promise<void> {
  const { holdings, reason = null } = change;
  const only = holdings.length === 1 ? holdings[0] : undefined;
  let [shares, rest] = [0, 0];
  for (const lot of holdings.flatMap(({ lots }) => lots)) {
    shares += lot.quantity;
    rest += lot.rest ?? 0;
  }
  await db
    .insertInto('register_changes')
    .values({
      change_id: change.reportId,
      security_id: change.securityId,
      changed_at: change.changedAt,
      client_id: client.clientId,
      user_id: client.user?.userId ?? null,
      by_operator: Number(client.master),
      holders: holdings.length,
      shares: shares + Math.floor(rest / MILLIONTHS),
      rest: rest % MILLIONTHS,
      holder_client: only?.clientId ?? null,
      holder_account: only?.accountId ?? null,
      reason,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The id of a report; a repeated call has that of the first. */
export function reportIdOf({ client, idempotency }: Call): string {
  return idempotency === undefined ? shortId() : idOfKey(client, idempotency.key);
}

/** Of an Idempotency-Key, which is a client's own. */
function idOfKey({ clientId }: Client, key: string): string {
  return createHash('sha256').update(`${clientId} ${key}`).digest('base64url').slice(0, 22);
}

function changeFields(row: Selectable<RegisterChangeRow>, client: Client) {
  const { user_id: userId, client_id: clientId } = row;
  return {
    changeId: row.change_id,
    changedDate: timestamp(row.changed_at),
    by: row.by_operator === 1 ? ('operator' as const) : ('issuer' as const),
    userId: userShownTo(client, userId === null ? undefined : { userId, clientId }),
    holders: row.holders,
    shares: unitsText({ quantity: Number(row.shares), rest: Number(row.rest) }),
    clientId: row.holder_client,
    accountId: row.holder_account,
    reason: row.reason,
  };
}

export function getHolderChanges(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getHolderChanges',
    summary: 'Lists the reports of holders of a security with their reasons, newest first',
    description:
      'An extension (F11): the calls of setHoldings. By the client that owns the offering, or with a master key.',
    refusals: [138, 162],
    parameters: {
      securityId: required(securityId),
      cursor: cursorParameter(),
      limit: pageLimit('Changes', PAGE_MAX),
    },
    response: Type.Object({
      changes: Type.Array(
        Type.Object({
          changeId: Type.String(),
          changedDate: Type.String(),
          by: choicesSchema(['issuer', 'operator']),
          userId: textOrNull('The user who called; null of a key, and of a user of another client.'),
          holders: Type.Integer({ description: 'Of the report.' }),
          shares: Type.String({ description: 'That the report gives these holders together.' }),
          clientId: textOrNull('The holder, of a report of one.'),
          accountId: textOrNull(),
          reason: textOrNull(),
        }),
      ),
      nextCursor: textOrNull('For the next page; null after the first change.'),
    }),
    handler: async ({ client, values: { securityId: asked, cursor, limit = PAGE_MAX } }) => {
      const { securityId: id } = ownedSecurity(deps, client, asked);
      const rows = await longRead(deps, (db) =>
        db
          .selectFrom('register_changes')
          .selectAll()
          .where('security_id', '=', id)
          .where(afterCursor(cursor, { time: 'changed_at', id: 'change_id' }))
          .orderBy('changed_at', 'desc')
          .orderBy('change_id', 'desc')
          .limit(limit + 1)
          .execute(),
      );
      const { page, more } = pageOf(rows, limit);
      const last = more === 'Yes' ? page.at(-1) : undefined;
      const nextCursor = last === undefined ? null : timeCursor({ time: last.changed_at, id: last.change_id });
      return { fields: { changes: page.map((row) => changeFields(row, client)), nextCursor } };
    },
  });
}
