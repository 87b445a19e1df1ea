/** What a corporate action came to for each holder: a list for the rails by which the issuer pays (R4). */
import { type Selectable, sql } from 'kysely';
import Type from 'typebox';
import { csvTable } from '../../csv/index.ts';
import type { Db, RegisterEntryChangeRow } from '../../database/schema/index.ts';
import { type ActionTerms, actionWords, type MatchId, type SecurityId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, optional, required } from '../../http/parameters/index.ts';
import { longRead } from '../shared/list/index.ts';
import {
  jsonCursorOrNull,
  jsonCursorParameter,
  pageLimit,
  pageOf,
  placeOfJson,
  signedText,
  textOrNull,
} from '../shared/values/index.ts';
import { actionId } from './action-parameters.ts';
import { requireAction } from './corporate-actions.ts';
import { DUE_BILL_COLUMNS, dueBillSchema, dueBills } from './due-bills.ts';
import { unitsSchema, unitsText } from './register-values.ts';
import { ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

const PAGE_MAX = 1000;

const payment = Type.Object({
  clientId: Type.String(),
  accountId: textOrNull('Null: the client without account.'),
  quantityBefore: unitsSchema('Shares.'),
  unsettledBefore: Type.String({
    description: 'Of these, those of matches whose settlement was not reported: the other side is to pass them on.',
  }),
  quantityAfter: unitsSchema('Shares.'),
  quantityReceived: textOrNull('Of a Conversion, shares of the other security; null: the action gives none.'),
  amount: Type.String({ description: 'US dollars that the issuer pays the holder; below 0 the holder owes them.' }),
  dueAmount: textOrNull(
    'US dollars that the other sides of these matches pass on to the holder; below 0 the holder passes them on. Of a ' +
      'Cash Dividend; null: of other actions.',
  ),
});

const COLUMNS = [
  'clientId',
  'accountId',
  'quantityBefore',
  'unsettledBefore',
  'quantityAfter',
  'quantityReceived',
  'amount',
  'dueAmount',
] as const;

interface Place {
  readonly seq: number;
  readonly part: number;
}

/** R4. */
export function getActionPayments(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getActionPayments',
    summary: 'Lists what a corporate action came to for each holder, and what the issuer pays',
    refusals: [138, 162, 404, 503],
    description:
      'An extension (R4). By the client that owns the offering, or with a master key. Empty before it has effect. ' +
      'Later corrections of matches are not in the list: getRegisterChanges has them.',
    parameters: {
      securityId: required(securityId),
      actionId: required(actionId),
      cursor: jsonCursorParameter('The cursor of the page before.'),
      limit: pageLimit('Holders', PAGE_MAX),
      list: optional(
        choice(['Holders', 'Matches'], {
          description:
            'Matches: those of unsettledBefore, in place of the holders; a page goes through `limit` matches, ' +
            'settled ones too, and may be empty. Holders when absent.',
        }),
      ),
      format: optional(choice(['JSON', 'CSV'], { description: 'CSV: the page as text; JSON when absent.' })),
    },
    response: Type.Object({
      payments: Type.Array(payment),
      matches: Type.Optional(Type.Array(dueBillSchema, { description: 'With list Matches, in place of payments.' })),
      csv: Type.Optional(Type.String({ description: 'With format CSV, in place of payments.' })),
      nextCursor: textOrNull('For the next page; null after the last holder.'),
    }),
    handler: async ({ client, values }) => {
      const { securityId: id, actionId: action, cursor, limit = PAGE_MAX, format = 'JSON' } = values;
      ownedSecurity(deps, client, id);
      const found = requireAction(deps, id, action);
      // H3
      await deps.records.reached(deps.exchange.lastEventSeq());
      if (values.list === 'Matches') {
        const { bills, next } = await dueBills(deps, found, { after: placeOfJson(cursor, isMatch), limit });
        const shown = format === 'CSV' ? { csv: csvTable(DUE_BILL_COLUMNS, bills) } : { matches: bills };
        return { fields: { payments: [], ...shown, nextCursor: jsonCursorOrNull(next) } };
      }
      const after = placeOfJson(cursor, isPlace);
      const { page, more } = pageOf(await readReached(deps, { id, action, after, limit: limit + 1 }), limit);
      const last = more === 'Yes' ? page.at(-1) : undefined;
      const payments = page.map((row) => paymentOf(row, found.terms));
      const nextCursor = jsonCursorOrNull(last === undefined ? null : { seq: last.seq, part: last.part });
      const listed = format === 'CSV' ? { payments: [], csv: csvTable(COLUMNS, payments) } : { payments };
      return { fields: { ...listed, nextCursor } };
    },
  });
}

type Row = Selectable<RegisterEntryChangeRow>;

function readReached(
  { records }: TransferDeps,
  asked: { readonly id: SecurityId; readonly action: number; readonly after: Place | null; readonly limit: number },
): Promise<readonly Row[]> {
  const { id, action, after, limit } = asked;
  return longRead(records, async (db: Db) => {
    const all = db
      .selectFrom('register_entry_changes')
      .selectAll()
      .where('security_id', '=', id)
      .where('action_id', '=', action);
    const rest = after === null ? all : all.where(sql<boolean>`(seq, part) > (${after.seq}, ${after.part})`);
    return rest.orderBy('seq').orderBy('part').limit(limit).execute();
  });
}

function paymentOf(row: Row, terms: ActionTerms) {
  const before = { quantity: row.quantity_before, rest: row.rest_before };
  const after = { quantity: row.quantity_after, rest: row.rest_after };
  const pending = row.pending ?? 0;
  const words = actionWords(terms);
  const received = words.receivedOf?.(terms, before);
  return {
    clientId: row.client_id,
    accountId: row.account_id === '' ? null : row.account_id,
    quantityBefore: unitsText(before),
    unsettledBefore: String(pending),
    quantityAfter: unitsText(after),
    quantityReceived: received === undefined ? null : unitsText(received),
    amount: signedText(words.cashOf(terms, before, after, pending)),
    dueAmount: words.dueOf === undefined ? null : signedText(words.dueOf(terms, pending)),
  };
}

function isMatch(place: unknown): place is MatchId {
  return Number.isSafeInteger(place);
}

function isPlace(place: unknown): place is Place {
  const { seq, part } = (place ?? {}) as Record<keyof Place, unknown>;
  return Number.isSafeInteger(seq) && Number.isSafeInteger(part);
}
