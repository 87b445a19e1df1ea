import Type from 'typebox';
import type { SecurityView } from '../../../exchange/api/index.ts';
import { defineMethod, inPieces, type Method, turnFor } from '../../../http/methods/index.ts';
import { optional, text } from '../../../http/parameters/index.ts';
import { moreSchema, pageAfter, pageOf } from '../../shared/pages.ts';
import { marketFields, marketSchema } from '../market/index.ts';
import { type AtsServices, yesOrNo } from '../shared/index.ts';

const PAGE_MAX = 1000;
const NAME_LENGTH_MAX = 100;

/** N7. */
export function getSecurities(services: AtsServices): Method {
  return defineMethod({
    name: 'getSecurities',
    verb: 'POST',
    group: 'ATS',
    summary: 'Lists the securities of the venue, with their markets',
    description:
      'An extension (N7). Those that trade, of all issuers, and those of the client that await approval (Awaiting); ' +
      'with a master key those of all clients. In the order of their ids, in pages.',
    parameters: {
      name: optional(text({ maxLength: NAME_LENGTH_MAX, description: 'A part of the name, in any case.' })),
      ...pageAfter('Securities', 'securityId', PAGE_MAX),
    },
    response: Type.Object({
      securities: Type.Array(
        Type.Object({
          ...marketSchema,
          issuerId: Type.String(),
          securityName: Type.String(),
          securityStatus: Type.Union([Type.Literal('Trading'), Type.Literal('Awaiting')]),
          orderApproval: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
          own: Type.Union([Type.Literal('Yes'), Type.Literal('No')], { description: 'Whether the client owns it.' }),
        }),
      ),
      moreSecurities: moreSchema,
    }),
    handler: async ({ client, values: { name, after = 0, limit = PAGE_MAX } }) => {
      await turnFor(limit);
      const part = name?.toLowerCase();
      const isShown = (one: SecurityView) =>
        one.securityId > after &&
        (one.status === 'trading' ||
          (one.status === 'awaiting' && (client.master || one.ownerClientId === client.clientId))) &&
        (part === undefined || one.name.toLowerCase().includes(part));
      const found = services.exchange.securities().filter(isShown);
      found.sort((one, other) => one.securityId - other.securityId);
      const { page, more } = pageOf(found, limit);
      const shown = (security: SecurityView) => ({
        ...marketFields(services, security),
        issuerId: String(security.issuerId),
        securityName: security.name,
        securityStatus: security.status === 'trading' ? 'Trading' : 'Awaiting',
        orderApproval: yesOrNo(security.orderApproval),
        own: yesOrNo(security.ownerClientId === client.clientId),
      });
      return { fields: { securities: await inPieces(page, (piece) => piece.map(shown)), moreSecurities: more } };
    },
  });
}
