import Type from 'typebox';
import { type MatchId, ownSides, priceText, reasonCodeOf, sharesText } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required, text } from '../../http/parameters/index.ts';
import { bustSchema } from '../ats/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { timestamp } from '../shared/values/index.ts';
import { holderOf, takeBack } from './busted-positions.ts';
import { matchWithOrders } from './settled-match.ts';
import { moveSettlement } from './settlement-records.ts';
import { GROUP, type SettlementServices } from './settlement-services.ts';

export function bustTrade(services: SettlementServices): Method {
  return defineMethod({
    name: 'bustTrade',
    verb: 'POST',
    group: GROUP,
    summary: 'Declares a match void',
    description:
      'An extension, for operators (V45). Both sides and the owner of the security are notified; shares do not ' +
      'come back to the orders. An unknown match: 404. One that was canceled or busted before: 190.',
    refusals: [190, 404, 503],
    operator: true,
    fourEyes: true,
    parameters: {
      tradeID: required(numericId<MatchId>({ description: 'The match id.' })),
      reason: required(text({ maxLength: 500 })),
    },
    response: Type.Object({
      tradeDetails: Type.Object(bustSchema),
    }),
    handler: changeAfter(
      services,
      ({ values }) => matchWithOrders(services, values.tradeID),
      async ({ client, values: { reason } }, db, found) => {
        const { match, parties } = found;
        const said = { reported_by: client.clientId, updated_at: services.nowUs(), reason };
        const row = await moveSettlement(db, match, 'bust', said);
        const fields = {
          tradeID: String(match.matchId),
          securityId: String(match.securityId),
          price: priceText(match.price),
          quantity: sharesText(match.quantity),
          tradeStatus: 'BUSTED' as const,
          reason,
          reasonCode: reasonCodeOf('busted'),
          bustedDate: timestamp(row.updated_at),
        };
        const sides = { buyer: holderOf(found.buy), seller: holderOf(found.sell) };
        const to = parties.map((clientId) => ({ clientId, fields: { ...fields, ...ownSides(clientId, sides) } }));
        await services.notices.add(db, { kind: 'bust', securityId: match.securityId, to });
        return {
          fields: { tradeDetails: fields },
          afterCommit: async () => {
            await Promise.all([services.notices.publish(), takeBack(services, found)]);
          },
        };
      },
    ),
  });
}
