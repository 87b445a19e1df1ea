/** The register of one security: who has which shares (F14). */
import Type from 'typebox';
import type { RegisterHolder, RegisterPlace } from '../../exchange/api/index.ts';
import { defineMethod, inTurns, type Method } from '../../http/methods/index.ts';
import { choice, optional, required } from '../../http/parameters/index.ts';
import { jsonCursorOrNull, jsonCursorParameter, pageLimit, placeOfJson, textOrNull } from '../shared/values/index.ts';
import { countHoldersOfRecord } from './holders-of-record.ts';
import { isOcfPlace, ocfPage } from './ocf-pages.ts';
import { csvOfRegister } from './register-csv.ts';
import { costText, heldFields, heldSchema, lotSchema, unitsSchema, unitsText } from './register-values.ts';
import { ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

/** The most of one page. */
const PAGE_MAX = 100;
const LOTS_MAX = 1000;
const OCF_MAX = { transactions: 1000, entries: 1000 };

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
      `has at most ${LOTS_MAX} lots, or ${OCF_MAX.transactions} transactions with format OCF: a holder with more ` +
      'goes on at the next page.',
    refusals: [138, 162],
    parameters: {
      securityId: required(securityId),
      cursor: jsonCursorParameter('The cursor of the page before, with the same format.'),
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
          holdersOfRecord: Type.Union([Type.Integer(), Type.Null()], {
            description:
              'Persons with settled shares (F16), on the first page; null on later ones, in a register of more than ' +
              '20,000 holders, and until data of 0.1.0 are imported (F18).',
          }),
          issued: unitsSchema('Units of SETTLED trades.'),
          fromOutside: unitsSchema('What reports added, less what they removed.'),
          byActions: unitsSchema('What corporate actions added, less what they removed.'),
          treasury: unitsSchema('What the issuer bought back and keeps (R12).'),
          settled: unitsSchema('Of all, without matches whose settlement is not reported.'),
          entries: Type.Integer({ description: 'The number of the newest entry; 0 without one.' }),
        },
        {
          description:
            'What all holders have, those below 0 included, is issued, fromOutside and byActions, less treasury.',
        },
      ),
      nextCursor: textOrNull('For the next page; null after the last holder.'),
    }),
    handler: async ({ client, values: { securityId: asked, cursor, limit = PAGE_MAX, format = 'JSON' } }) => {
      const { securityId: id } = ownedSecurity(deps, client, asked);
      const { issued, fromOutside, byActions, treasury, settled, ...counts } = deps.exchange.registerSums(id);
      const isCounted = cursor === undefined && !deps.exchange.imports().includes(id);
      const holdersOfRecord = isCounted ? await countHoldersOfRecord(deps, id) : null;
      const sums = {
        ...{ ...counts, holdersOfRecord, issued: unitsText(issued), fromOutside: unitsText(fromOutside) },
        ...{ byActions: unitsText(byActions), treasury: unitsText(treasury), settled: unitsText(settled) },
      };
      if (format === 'OCF') {
        const from = { securityId: id, after: placeOfJson(cursor, isOcfPlace) };
        const { file, next } = await inTurns(ocfPage(deps.exchange, from, { holders: limit, ...OCF_MAX }));
        return { fields: { register: [], ocf: file, sums, nextCursor: jsonCursorOrNull(next) } };
      }
      const max = { holders: limit, lots: LOTS_MAX };
      const { holders, next } = deps.exchange.registerPage(id, placeOfJson(cursor, isPlace), max);
      const register = holders.map(holderFields);
      const page = format === 'CSV' ? { register: [], csv: csvOfRegister(register) } : { register };
      return { fields: { ...page, sums, nextCursor: jsonCursorOrNull(next) } };
    },
  });
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
