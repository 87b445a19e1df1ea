import Type from 'typebox';
import { easternDate } from '../../calendar/eastern-time.ts';
import { ISSUES_SINCE } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { answerTo, malformed, requireRules, submit } from '../ats/index.ts';
import { moreSchema, pageLimit, pageOf, textOrNull } from '../shared/values/index.ts';
import { recordChange, reportIdOf } from './register-changes.ts';
import { lotSchema, unitsText } from './register-values.ts';
import { holdings, ownedSecurity, securityId, type TransferDeps } from './transfer-deps.ts';

/** Holders of one page. */
const PAGE_MAX = 100;
const REASON_MAX = 500;

export function getHoldings(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getHoldings',
    summary: 'Lists who holds shares of a security by its register',
    description:
      'An extension (F4). By the client that owns the offering, or with a master key. ' +
      'In the order of client and account.',
    refusals: [138, 162],
    parameters: {
      securityId: required(securityId),
      after: optional(text({ maxLength: 500, description: 'The place of the last holding that was read.' })),
      limit: pageLimit('Holders', PAGE_MAX),
    },
    response: Type.Object({
      holdings: Type.Array(
        Type.Object({
          place: Type.String({ description: 'Its place in the list, for `after`.' }),
          clientId: Type.String(),
          accountId: textOrNull(),
          lots: Type.Array(Type.Object(lotSchema)),
        }),
      ),
      moreHoldings: moreSchema,
    }),
    handler: ({ client, values: { securityId: asked, after, limit = PAGE_MAX } }) => {
      const security = ownedSecurity(deps, client, asked);
      const afterKey = after === undefined ? '' : Buffer.from(after, 'base64url').toString('utf8');
      const found = deps.exchange.holdings(security.securityId, afterKey, limit + 1);
      const { page, more } = pageOf(found, limit);
      const holdings = page.map(({ place, clientId, accountId, lots }) => ({
        place: Buffer.from(place).toString('base64url'),
        clientId,
        accountId,
        lots: lots.map(({ quantity, rest, ...lot }) => ({ ...lot, quantity: unitsText({ quantity, rest }) })),
      }));
      return { fields: { holdings, moreHoldings: more } };
    },
  });
}

export function setHoldings(deps: TransferDeps): Method {
  return defineMethod({
    name: 'setHoldings',
    summary: 'Reports who holds shares of a security, and since when',
    description:
      'An extension (F4, F11). By the client that owns the offering, or with a master key. ' +
      'What is sent replaces the entries of these holders in the register. Matches update the register, too.',
    signInAgain: true,
    // As setPosition: an operator gives shares to whomever it names.
    fourEyes: (_values, { master }) => master,
    refusals: [138, 162, 190, 503],
    parameters: {
      securityId: required(securityId),
      holdings: required(holdings),
      reason: optional(text({ maxLength: REASON_MAX, description: 'Why the register changes.' })),
    },
    response: Type.Object({ securityId: Type.String(), holders: Type.Integer() }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const security = ownedSecurity(deps, client, values.securityId);
      const today = easternDate(deps.exchange.nowUs());
      for (const [index, { lots }] of values.holdings.entries()) {
        if (lots.some((lot) => lot.date > today)) throw malformed('holdings', `item ${index} was bought in the future`);
        if (lots.some(({ rest }) => rest !== undefined)) requireRules(deps.exchange, ISSUES_SINCE, 'parts of shares');
      }
      const reportId = reportIdOf(call);
      const accepted = await submit(deps.exchange, call, {
        type: 'holdings',
        clientId: client.clientId,
        byOperator: client.master,
        securityId: security.securityId,
        holdings: values.holdings.map((holding) => ({ ...holding, accountId: holding.accountId ?? null })),
        report: { reportId, reason: values.reason ?? null },
      });
      await recordChange(deps.db, call, { ...values, reportId, changedAt: accepted.at ?? deps.exchange.nowUs() });
      const { holders } = deps.exchange.transferRules(security.securityId)!;
      return answerTo(accepted, { securityId: String(security.securityId), holders });
    },
  });
}
