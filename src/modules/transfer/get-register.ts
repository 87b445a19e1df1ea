/** The register of one security: who has which shares (F14). */
import Type from 'typebox';
import { easternDate } from '../../calendar/eastern-time.ts';
import type { RegisterHolder, RegisterPlace, SecurityId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, optional, required, text } from '../../http/parameters/index.ts';
import { pageLimit, textOrNull } from '../shared/values/index.ts';
import { ocfFile, stockTransactions } from './ocf-transactions.ts';
import { csvOfRegister } from './register-csv.ts';
import {
  costText,
  cursorOf,
  heldFields,
  heldSchema,
  lotSchema,
  placeOf,
  unitsSchema,
  unitsText,
} from './register-values.ts';
import { ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

/** Holders and lots of one page. */
const PAGE_MAX = 100;
const LOTS_MAX = 1000;
export const CURSOR_MAX = 1000;

const holderSchema = Type.Object({
  clientId: Type.String(),
  accountId: textOrNull('Null: the client without account.'),
  ...heldSchema,
  lotsBefore: Type.Integer({ description: 'Lots of the holder that earlier pages had.' }),
  lots: Type.Array(Type.Object({ ...lotSchema, cost: textOrNull('Of the lot; null: not known.') }), {
    description: 'Oldest first; none below 0.',
  }),
});

/** F14. */
export function getRegister(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getRegister',
    summary: 'Lists who has which shares of a security, with their cost and lots',
    description:
      'An extension (F14). By the client that owns the offering, or with a master key. In the order of client and ' +
      'account: everyone with shares, below 0, or with a settlement that is not reported. A page may be short, and ' +
      `has at most ${LOTS_MAX} lots: a holder with more goes on at the next page.`,
    refusals: [138, 162],
    parameters: {
      securityId: required(securityId),
      cursor: optional(text({ maxLength: CURSOR_MAX, description: 'The cursor of the page before.' })),
      limit: pageLimit('Holders', PAGE_MAX),
      format: optional(
        choice(['JSON', 'CSV', 'OCF'], {
          description: 'CSV, OCF: the page as text, a line for each lot, or its transactions; JSON when absent.',
        }),
      ),
    },
    response: Type.Object({
      register: Type.Array(holderSchema),
      csv: Type.Optional(Type.String({ description: 'With format CSV, in place of register.' })),
      ocf: Type.Optional(
        Type.String({ description: 'With format OCF, in place of register: a file of transactions of that format.' }),
      ),
      sums: Type.Object(
        {
          holders: Type.Integer({ description: 'Those with shares.' }),
          issued: unitsSchema('Units of SETTLED trades.'),
          fromOutside: unitsSchema('What reports added, less what they removed.'),
          settled: unitsSchema('Of all, without matches whose settlement is not reported.'),
          entries: Type.Integer({ description: 'The number of the newest entry; 0 without one.' }),
        },
        { description: 'What all holders have, those below 0 included, is issued and fromOutside.' },
      ),
      nextCursor: textOrNull('For the next page; null after the last holder.'),
    }),
    handler: ({ client, values: { securityId: asked, cursor, limit = PAGE_MAX, format = 'JSON' } }) => {
      const { securityId: id } = ownedSecurity(deps, client, asked);
      const after = placeOf(cursor, isPlace);
      const { holders, next } = deps.exchange.registerPage(id, after, { holders: limit, lots: LOTS_MAX });
      const { issued, fromOutside, settled, ...counts } = deps.exchange.registerSums(id);
      const sums = {
        ...{ ...counts, issued: unitsText(issued), fromOutside: unitsText(fromOutside) },
        settled: unitsText(settled),
      };
      const register = holders.map(holderFields);
      const page =
        format === 'CSV'
          ? { register: [], csv: csvOfRegister(register) }
          : format === 'OCF'
            ? { register: [], ocf: transactionsOf(deps, id, holders) }
            : { register };
      return { fields: { ...page, sums, nextCursor: cursorOf(next) } };
    },
  });
}

/** The entries of the holders of a page; of one that goes on at the next page on its first. */
function transactionsOf({ exchange }: TransferDeps, securityId: SecurityId, holders: readonly RegisterHolder[]) {
  const today = easternDate(exchange.nowUs());
  const histories = holders
    .filter(({ lotsBefore }) => lotsBefore === 0)
    .flatMap(({ clientId, accountId }) => {
      const whose = { securityId, clientId, accountId };
      const history = exchange.holderHistory(whose, null, Number.MAX_SAFE_INTEGER);
      return history === undefined ? [] : [{ ...whose, history }];
    });
  return ocfFile(histories.flatMap((one) => stockTransactions(one, today)));
}

function holderFields({ clientId, accountId, lotsBefore, lots, ...held }: RegisterHolder) {
  return {
    ...{ clientId, accountId },
    ...heldFields(held),
    lotsBefore,
    lots: lots.map(({ date, origin, entry, ...lot }) => ({
      ...{ date, quantity: unitsText(lot), origin, entry },
      cost: costText(lot.cost),
    })),
  };
}

function isPlace(place: unknown): place is RegisterPlace {
  const { clientId, accountId, lots } = (place ?? {}) as Record<keyof RegisterPlace, unknown>;
  return (
    typeof clientId === 'string' &&
    (accountId === null || typeof accountId === 'string') &&
    (lots === null || (Number.isSafeInteger(lots) && (lots as number) >= 0))
  );
}
