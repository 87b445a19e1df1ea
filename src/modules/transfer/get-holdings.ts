import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { moreSchema, pageLimit, pageOf, textOrNull } from '../shared/values/index.ts';
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
      'An extension (F4). By client and account. While moreHoldings is Yes, call again with `after`, the place of ' +
      'the last holding of this page. By the client that owns the offering, or with a master key; others: 162. ' +
      'Unknown security: 138.',
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
          lots: Type.Array(Type.Object({ date: Type.String(), quantity: Type.String() })),
        }),
      ),
      moreHoldings: moreSchema,
    }),
    handler: ({ client, values: { securityId: asked, after, limit = PAGE_MAX } }) => {
      const security = ownedSecurity(services, client, asked);
      const afterKey = after === undefined ? '' : Buffer.from(after, 'base64url').toString('utf8');
      const found = services.exchange.holdings(security.securityId, afterKey, limit + 1);
      const { page, more } = pageOf(found, limit);
      const holdings = page.map(({ place, clientId, accountId, lots }) => ({
        place: Buffer.from(place).toString('base64url'),
        clientId,
        accountId,
        lots: lots.map(({ date, quantity }) => ({ date, quantity: String(quantity) })),
      }));
      return { fields: { holdings, moreHoldings: more } };
    },
  });
}
