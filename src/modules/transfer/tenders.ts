/** Answers to tenders (R14). */
import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import { ACTIONS_SINCE, type HolderName, type TenderAnswer, type TenderSums } from '../../exchange/api/index.ts';
import {
  ApiError,
  type Client,
  defineMethod,
  type Method,
  namedObject,
  TRADING_SCOPE,
} from '../../http/methods/index.ts';
import { optional, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { ACCOUNT, hasAccount, requireActiveAccount } from '../accounts/index.ts';
import { answerTo, malformed, missing, orderParameters, requireRules, submit } from '../ats/index.ts';
import {
  jsonCursorOrNull,
  jsonCursorParameter,
  pageLimit,
  pageOf,
  placeOfJson,
  textOrNull,
} from '../shared/values/index.ts';
import { actionId } from './action-parameters.ts';
import { requireAction } from './corporate-actions.ts';
import { anySecurity, securityId, type TransferDeps } from './transfer-deps.ts';

const PAGE_MAX = 1000;

const tenderSchema = namedObject('TenderAnswer', {
  clientId: Type.String(),
  accountId: textOrNull('Null: the client without account.'),
  quantity: Type.String({ description: 'Whole shares that the holder wants to sell.' }),
  answeredTime: Type.String({ description: 'RFC 3339: who answered before others gets what rounding leaves.' }),
  bought: textOrNull('Shares that the issuer bought of these; null: the tender has not had effect.'),
});

/** R14. */
export function tenderShares(deps: TransferDeps): Method {
  return defineMethod({
    name: 'tenderShares',
    summary: 'Says how many shares a holder wants to sell in a tender',
    scope: TRADING_SCOPE,
    refusals: [138, ACCOUNT.unknown, 190, 404, 503],
    description:
      'An extension (R14). Of the caller, or of its account; with a master key of clientId. It takes the place of ' +
      'the answer before, with its own time; 0 withdraws it. Shares are not set aside. More than the holder has ' +
      'without what its live orders sell, or no announced tender: 190. Unknown security: 138. Of an archived or ' +
      'deleted account an answer can be withdrawn alone.',
    parameters: {
      securityId: required(securityId),
      actionId: required(actionId),
      clientId: optional(text({ maxLength: 200, description: 'With a master key: whose shares.' })),
      accountId: optional(
        text({ maxLength: 100, description: 'The account whose shares; the client without one when absent.' }),
      ),
      quantity: required(
        wholeNumber({ minimum: 0, maximum: orderParameters.QUANTITY_MAX, description: 'Whole shares; 0: none.' }),
      ),
    },
    response: Type.Object({
      tender: Type.Union([tenderSchema, Type.Null()], { description: 'The answer; null: it is withdrawn.' }),
    }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const { securityId: id, actionId: action, quantity } = values;
      anySecurity(deps, id);
      requireRules(deps.exchange, ACTIONS_SINCE, 'corporate actions');
      const whose = await holderOf(deps, client, values);
      const command = { type: 'tenderShares', ...whose, securityId: id, actionId: action, quantity } as const;
      const accepted = await submit(deps.exchange, call, command);
      const answer = deps.exchange.tenderAnswer(id, action, whose);
      return answerTo(accepted, { tender: answer === undefined ? null : tenderFields(answer) });
    },
  });
}

/** R14. */
export function getTenders(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getTenders',
    summary: 'Lists what holders want to sell in a tender, and what was bought of them',
    refusals: [138, 404],
    description:
      'An extension (R14). The client that owns the offering, or a master key, reads the answers of all holders, ' +
      'other clients their own, in the order of client and account. Of the tenders of a security that had effect ' +
      'those of the newest ten are kept; a cancelled one has none.',
    parameters: {
      securityId: required(securityId),
      actionId: required(actionId),
      cursor: jsonCursorParameter('The cursor of the page before.'),
      limit: pageLimit('Answers', PAGE_MAX),
    },
    response: Type.Object({
      tenders: Type.Array(tenderSchema),
      sums: Type.Object(
        {
          answers: Type.Integer(),
          quantity: Type.String({ description: 'Shares that these holders want to sell.' }),
          bought: textOrNull('Null: the tender has not had effect, or nobody answered.'),
        },
        { description: 'Of all answers that the caller may read, those of other pages included.' },
      ),
      nextCursor: textOrNull('For the next page; null after the last answer.'),
    }),
    handler: ({ client, values: { securityId: id, actionId: action, cursor, limit = PAGE_MAX } }) => {
      const { ownerClientId } = anySecurity(deps, id);
      requireAction(deps, id, action);
      const isOwner = client.master || ownerClientId === client.clientId;
      const after = placeOfJson(cursor, isPlace);
      const clientId = isOwner ? null : client.clientId;
      const asked = { clientId, after, limit: limit + 1 };
      const { page, more } = pageOf(deps.exchange.tenderAnswers(id, action, asked), limit);
      const last = more === 'Yes' ? page.at(-1) : undefined;
      const next = last === undefined ? null : { clientId: last.clientId, accountId: last.accountId };
      const sums = sumFields(deps.exchange.tenderSums(id, action, clientId));
      return { fields: { tenders: page.map(tenderFields), sums, nextCursor: jsonCursorOrNull(next) } };
    },
  });
}

/**
 * Throws ApiError 106 for a clientId without a master key, and the reverse; 148 for an account that is unknown, or that
 * is not active and is to sell.
 */
async function holderOf(
  { db }: TransferDeps,
  client: Client,
  asked: { readonly clientId?: string | undefined; readonly accountId?: string | undefined; readonly quantity: number },
): Promise<HolderName> {
  if (!client.master && asked.clientId !== undefined) throw malformed('clientId', 'is for master keys');
  if (client.master && asked.clientId === undefined) throw missing('clientId');
  const { clientId = client.clientId, accountId = null, quantity } = asked;
  if (accountId === null) return { clientId, accountId };
  if (quantity > 0) await requireActiveAccount(db, clientId, accountId);
  else if (!(await hasAccount(db, clientId, accountId))) throw new ApiError(ACCOUNT.unknown);
  return { clientId, accountId };
}

function tenderFields({ clientId, accountId, quantity, answeredAt, bought }: TenderAnswer) {
  return {
    ...{ clientId, accountId, quantity: String(quantity), answeredTime: formatInstant(answeredAt) },
    bought: bought === null ? null : String(bought),
  };
}

function sumFields({ answers, quantity, bought }: TenderSums) {
  return { answers, quantity: String(quantity), bought: bought === null ? null : String(bought) };
}

function isPlace(place: unknown): place is HolderName {
  const { clientId, accountId } = (place ?? {}) as Record<keyof HolderName, unknown>;
  return typeof clientId === 'string' && (accountId === null || typeof accountId === 'string');
}
