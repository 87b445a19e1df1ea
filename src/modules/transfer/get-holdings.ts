import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { optional, required, text, wholeNumber } from '../../http/parameters/index.ts';
import { textOrNull } from '../shared/answers.ts';
import { securityId } from './transfer-parameters.ts';
import { GROUP, ownedSecurity, type TransferServices } from './transfer-services.ts';

/** Holders of one page. */
const PAGE_MAX = 100;

export function getHoldings(services: TransferServices): Method {
  return defineMethod({
    name: 'getHoldings',
    verb: 'POST',
    group: GROUP,
    summary: 'Lists who holds shares of a security by its register',
    description:
      'An extension (F4). By client and account; while moreHoldings is Yes, the next call reads on with `after`, the ' +
      'place of the last of this page. By the client that owns the offering, or with a master key; others: 162. ' +
      'Unknown security: 138.',
    refusals: [138, 162],
    parameters: {
      securityId: required(securityId),
      after: optional(text({ maxLength: 500, description: 'The place of the last holding that was read.' })),
      limit: optional(
        wholeNumber({ minimum: 1, maximum: PAGE_MAX, description: `Holders of a page; ${PAGE_MAX} when absent.` }),
      ),
    },
    response: Type.Object({
      holdings: Type.Array(
        Type.Object({
          place: Type.String({ description: 'Where it stands, for `after`.' }),
          clientId: Type.String(),
          accountId: textOrNull(),
          lots: Type.Array(Type.Object({ date: Type.String(), quantity: Type.String() })),
        }),
      ),
      moreHoldings: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
    }),
    handler: ({ client, values: { securityId: asked, after, limit = PAGE_MAX } }) => {
      const security = ownedSecurity(services, client, asked);
      const behind = after === undefined ? '' : Buffer.from(after, 'base64url').toString('utf8');
      const found = services.exchange.holdings(security.securityId, behind, limit + 1);
      const holdings = found.slice(0, limit).map(({ place, clientId, accountId, lots }) => ({
        place: Buffer.from(place).toString('base64url'),
        clientId,
        accountId,
        lots: lots.map(({ date, quantity }) => ({ date, quantity: String(quantity) })),
      }));
      return { fields: { holdings, moreHoldings: found.length > limit ? 'Yes' : 'No' } };
    },
  });
}
