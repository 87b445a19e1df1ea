import Type from 'typebox';
import { formatTimestamp } from '../../calendar/format-time.ts';
import { type ProtectionView, sharesText } from '../../exchange/api/index.ts';
import { type Call, defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { optional, wholeNumber } from '../../http/parameters/index.ts';
import { answerTo, missing, orderParameters } from '../ats/index.ts';
import { textOrNull } from '../shared/values/index.ts';
import type { QuoteDeps } from './quote-fields.ts';
import { submitQuoting } from './quote-submission.ts';

/** Fills that a protection counts at most (Y5). */
const FILLS_MAX = 1000;
const SECONDS_MAX = 3600;

const numberOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

const protectionSchema = Type.Union(
  [
    Type.Object({
      fills: numberOrNull('The others are withdrawn after that many accepted quotes.'),
      shares: textOrNull('The same after that many shares of them.'),
      seconds: Type.Integer({ description: 'In which fills and shares are counted.' }),
      usedFills: Type.Integer({ description: 'Accepted within the last seconds.' }),
      usedShares: Type.String(),
      withdrawnDate: textOrNull('When quotes were last withdrawn.'),
    }),
    Type.Null(),
  ],
  { description: 'Null: none is set.' },
);

const response = Type.Object({ quoteProtection: protectionSchema });

function protectionFields(view: ProtectionView | null) {
  if (view === null) return null;
  const { fills, shares, seconds, usedFills, usedShares, trippedAt } = view;
  return {
    fills,
    shares: shares === null ? null : sharesText(shares),
    seconds,
    usedFills,
    usedShares: sharesText(usedShares),
    withdrawnDate: trippedAt === null ? null : formatTimestamp(trippedAt),
  };
}

const parameters = {
  fills: optional(wholeNumber({ minimum: 1, maximum: FILLS_MAX, description: 'Accepted quotes.' })),
  shares: optional(orderParameters.quantity),
  seconds: optional(
    wholeNumber({ minimum: 1, maximum: SECONDS_MAX, description: 'In which fills or shares are counted.' }),
  ),
};

export function setQuoteProtection(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'setQuoteProtection',
    scope: TRADING_SCOPE,
    summary: 'Withdraws all quotes of the client when too much of them was accepted',
    description:
      'An extension (Y5). After that many accepted quotes, or shares of them, within the seconds by the clock of the ' +
      'venue, all open quotes of the client are cancelled in the same step. Without fields: no protection.',
    refusals: [503],
    parameters,
    response,
    idempotent: true,
    handler: async (call) => {
      const { clientId } = call.client;
      const command = { type: 'quoteProtection', clientId, protection: protectionOf(call) } as const;
      const accepted = await submitQuoting(deps, call, command);
      const quoteProtection = protectionFields(await deps.exchange.quotes.protectionOf(clientId));
      return answerTo(accepted, { quoteProtection });
    },
  });
}

/** Throws ApiError 106 for a part without the other. */
function protectionOf({ values: { fills, shares, seconds } }: Call<typeof parameters>) {
  if (fills === undefined && shares === undefined) {
    if (seconds !== undefined) throw missing('fills');
    return null;
  }
  if (seconds === undefined) throw missing('seconds');
  return { fills: fills ?? null, shares: shares ?? null, seconds };
}

export function getQuoteProtection(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'getQuoteProtection',
    summary: 'Reads the protection of the quotes of the client, and what counts for it now',
    description: 'An extension (Y5). Fills and shares of accepted quotes that count at this moment; null without one.',
    parameters: {},
    response,
    handler: async ({ client }) => {
      return {
        fields: { quoteProtection: protectionFields(await deps.exchange.quotes.protectionOf(client.clientId)) },
      };
    },
  });
}
