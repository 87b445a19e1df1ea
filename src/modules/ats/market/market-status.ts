import Type from 'typebox';
import { easternDate } from '../../../calendar/eastern-time.ts';
import { formatTimestamp } from '../../../calendar/format-time.ts';
import {
  MARKET_STATES,
  type Markets,
  marketCauseOf,
  reasonCodeOf,
  type SecurityId,
  type SecurityView,
  textOf,
} from '../../../exchange/api/index.ts';
import { defineMethod, type Method, namedObject } from '../../../http/methods/index.ts';
import { numericId, required, text } from '../../../http/parameters/index.ts';
import { type AtsDeps, answerTo, knownSecurity, submit } from '../shared/index.ts';

const REASON_LENGTH_MAX = 500;
const market = Type.Enum([...MARKET_STATES]);

export const marketSchema = {
  securityId: Type.String(),
  market,
  reason: Type.Optional(
    Type.String({ description: 'Why it is halted, or closed whatever the schedule says; otherwise absent.' }),
  ),
  reasonCode: Type.Optional(Type.String({ description: 'The same, from the list of reasons.' })),
  nextChange: Type.Union([
    Type.Null(),
    namedObject('MarketChange', {
      market: Type.Enum(['open', 'closed', 'call']),
      time: Type.String({ description: 'YYYY-MM-DD HH:MM:SS, UTC.' }),
    }),
  ]),
};

export function getMarketStatus(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getMarketStatus',
    summary: 'Shows whether the market of a security is open',
    refusals: [138],
    description:
      'The market and its next change by the schedule (null: none). A halted market stays halted. ' +
      'While the offering is not Approved the market is closed.',
    parameters: { securityId: required(numericId<SecurityId>()) },
    response: Type.Object({
      ...marketSchema,
      feesChange: Type.Optional(
        Type.String({ description: 'YYYY-MM-DD: the next day on which what the caller pays here may change (X5).' }),
      ),
    }),
    handler: async ({ client, values }) => {
      const security = knownSecurity(deps, values.securityId);
      const next = await nextFees(deps, client.clientId, security.securityId);
      const fields = marketFields(deps, security);
      return { fields: next === undefined ? fields : { ...fields, feesChange: next } };
    },
  });
}

/** Of the schedules that may name an order of the client: the first date that is still to come. */
async function nextFees({ exchange }: AtsDeps, clientId: string, securityId: SecurityId): Promise<string | undefined> {
  const scopes = [{ clientId }, { securityId }, {}];
  const versions = await Promise.all(scopes.map((scope) => exchange.fees.versionsOf(scope)));
  const today = easternDate(exchange.nowUs());
  return versions
    .flatMap((ofScope) => ofScope.map(({ date }) => date))
    .filter((date) => date > today)
    .sort()[0];
}

/** The market of a security, as it is shown. */
export function marketFields({ exchange }: Pick<AtsDeps, 'exchange'>, security: SecurityView) {
  const { securityId, market, haltReason } = security;
  const cause = marketCauseOf(security);
  const fields = { securityId: String(securityId), market, nextChange: nextChangeOf(exchange, securityId) };
  return cause === null
    ? fields
    : { ...fields, reason: haltReason ?? textOf(cause) ?? '', reasonCode: reasonCodeOf(cause) };
}

function nextChangeOf(exchange: Markets, securityId: SecurityId) {
  const next = exchange.nextTransition(securityId);
  return next === null ? null : { market: next.market, time: formatTimestamp(next.time) };
}

export function haltSecurity(deps: AtsDeps): Method {
  return haltOrResume(deps, 'halt', {
    name: 'haltSecurity',
    summary: 'Halts the market of a security',
    description: 'Orders are accepted, changed and cancelled as always and rest without trading (M12).',
  });
}

export function resumeSecurity(deps: AtsDeps): Method {
  return haltOrResume(deps, 'resume', {
    name: 'resumeSecurity',
    summary: 'Ends the halt of a security',
    description: 'When the schedule has the market open, the resting orders are matched, oldest first (M13).',
  });
}

function haltOrResume(
  deps: AtsDeps,
  type: 'halt' | 'resume',
  texts: { readonly name: string; readonly summary: string; readonly description: string },
): Method {
  return defineMethod({
    ...texts,
    refusals: [138, 503],
    parameters: {
      securityId: required(numericId<SecurityId>()),
      reason: required(text({ maxLength: REASON_LENGTH_MAX })),
    },
    response: Type.Object({ securityId: Type.String(), market }),
    operator: true,
    idempotent: true,
    handler: async (call) => {
      const { securityId } = knownSecurity(deps, call.values.securityId);
      const accepted = await submit(deps.exchange, call, { type, securityId, reason: call.values.reason });
      return answerTo(accepted, {
        securityId: String(securityId),
        market: knownSecurity(deps, securityId).market,
      });
    },
  });
}
