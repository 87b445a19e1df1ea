/** The history of one holder of a security (F15). */
import Type from 'typebox';
import { type HolderEntry, type HolderHistory, priceText } from '../../exchange/api/index.ts';
import { ApiError, type Client, defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, optional, required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { missing, orderParameters } from '../ats/index.ts';
import { found } from '../shared/record/index.ts';
import {
  choicesSchema,
  jsonCursorOrNull,
  jsonCursorParameter,
  pageLimit,
  placeOfJson,
  textOrNull,
} from '../shared/values/index.ts';
import { csvOfEntries } from './register-csv.ts';
import { costText, heldFields, heldSchema, isEntryPlace, unitsSchema, unitsText } from './register-values.ts';
import { anySecurity, ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

const PAGE_MAX = 200;

const entrySchema = Type.Object({
  entry: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Its number in the security; null: of before entries had numbers.',
  }),
  date: textOrNull('US Eastern; null: not known.'),
  cause: choicesSchema(['match', 'issue', 'action', 'redemption', 'conversion', 'converted', 'tender']),
  matchId: textOrNull('Of a match, which has the terms of its last correction.'),
  tradeId: textOrNull('The investment whose units were issued.'),
  actionId: textOrNull('The corporate action.'),
  fromSecurityId: textOrNull('Of shares that a conversion gave: the security of the corporate action.'),
  quantity: unitsSchema('Shares that came; below 0 those that were sold.'),
  price: textOrNull('Of a match, or of a tender.'),
  cost: textOrNull('Of all units of an issue, or that a conversion gave; null: of neither, or not known.'),
  settlement: choicesSchema(['Pending', 'Settled']),
  quantityAfter: unitsSchema('What the holder had then.'),
});

/** F15. */
export function getHolderEntries(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getHolderEntries',
    summary: 'Lists what moved the shares of one holder of a security, in the order of time',
    description:
      'An extension (F15). A client reads its own, or that of its account; the client that owns the offering, or a ' +
      'master key, that of every holder. It has no busted and canceled matches, and no issues that were taken back. ' +
      '404: the register has nothing of a holder of another client.',
    refusals: [138, ACCOUNT.unknown, 162, 404],
    parameters: {
      securityId: required(securityId),
      clientId: optional(text({ maxLength: 200, description: 'The holder; the caller when absent.' })),
      accountId: optional(orderParameters.accountId),
      cursor: jsonCursorParameter('The cursor of the page before.'),
      limit: pageLimit('Entries', PAGE_MAX),
      format: optional(
        choice(['JSON', 'CSV'], {
          description: 'CSV: the page as text, the opening in the first line of the first; JSON when absent.',
        }),
      ),
    },
    response: Type.Object({
      opening: Type.Object(
        {
          ...heldSchema,
          report: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The number of the report that its shares are of; null: it is of none.',
          }),
        },
        { description: 'Before the first entry: a report, or earlier entries that are kept no longer.' },
      ),
      entries: Type.Array(entrySchema),
      csv: Type.Optional(Type.String({ description: 'With format CSV, in place of entries.' })),
      now: Type.Object(heldSchema),
      nextCursor: textOrNull('For the next page; null after the newest entry.'),
    }),
    handler: async ({ client, values }) => {
      const { accountId = null, cursor, limit = PAGE_MAX, format = 'JSON' } = values;
      const whose = { ...holderOf(deps, client, values), accountId };
      const kept = deps.exchange.holderHistory(whose, placeOfJson(cursor, isEntryPlace), limit);
      const { opening, entries, now, next } = kept ?? (await nothingKept(deps, client, whose));
      const { report } = opening;
      const before = heldFields(opening);
      const shown = entries.map(entryFields);
      const csv = () => csvOfEntries(shown, cursor === undefined ? before : undefined);
      return {
        fields: {
          opening: { ...before, report },
          ...(format === 'CSV' ? { entries: [], csv: csv() } : { entries: shown }),
          now: heldFields(now),
          nextCursor: jsonCursorOrNull(next),
        },
      };
    },
  });
}

/** Throws ApiError 106 without a clientId of a master key; 138 for an unknown security, 162 for another client. */
function holderOf(
  deps: TransferDeps,
  client: Client,
  asked: { readonly securityId: Parameters<typeof ownedSecurity>[2]; readonly clientId?: string | undefined },
) {
  const clientId = asked.clientId ?? client.clientId;
  if (client.master && asked.clientId === undefined) throw missing('clientId');
  const isOwn = !client.master && clientId === client.clientId;
  const { securityId: id } = isOwn
    ? anySecurity(deps, asked.securityId)
    : ownedSecurity(deps, client, asked.securityId);
  return { securityId: id, clientId };
}

const NOTHING = { quantity: 0, rest: 0, pending: 0, cost: 0, isFolded: false };

/** Throws ApiError 148 for an unknown account of the client, 404 for others of whom nothing is kept. */
async function nothingKept(
  { db }: TransferDeps,
  client: Client,
  { clientId, accountId }: { readonly clientId: string; readonly accountId: string | null },
): Promise<HolderHistory> {
  const isOwn = clientId === client.clientId;
  if (accountId === null ? !isOwn : !isOwn && !client.master) {
    throw new ApiError(404, 'The register has nothing of this holder');
  }
  if (accountId !== null) found(ACCOUNT, await findAccount(db, clientId, accountId));
  return { opening: { ...NOTHING, report: null }, entries: [], next: null, now: NOTHING };
}

function entryFields({ entry, date, cause, after, ...units }: HolderEntry) {
  const [match, issue] = [cause.type === 'match' ? cause : null, cause.type === 'issue' ? cause : null];
  return {
    ...{ entry, date, cause: cause.type },
    matchId: match && String(match.matchId),
    tradeId: issue === null || issue.tradeId === null ? null : String(issue.tradeId),
    actionId: 'actionId' in cause ? String(cause.actionId) : null,
    fromSecurityId: cause.type === 'converted' ? String(cause.fromSecurityId) : null,
    quantity: unitsText(units),
    price: 'price' in cause ? priceText(cause.price) : null,
    cost: 'cost' in cause ? costText(cause.cost) : null,
    settlement: match?.isPending ? ('Pending' as const) : ('Settled' as const),
    quantityAfter: unitsText(after),
  };
}
