import Type from 'typebox';
import { priceText, type SecurityId, type TopSide } from '../../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { requireSecurityOfIssuer } from '../orders/index.ts';
import type { AtsDeps } from '../shared/index.ts';

const marker = 'A price with six decimals, RFQ when only a request for quote is there, -- when nothing is.';

export function getClob(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getClob',
    summary: 'Reads the top of the book of a security',
    refusals: [136, 138, 162],
    description: 'The best price of each side among Limit orders that disclose theirs, Live or Partially Executed.',
    parameters: { securityID: required(numericId<SecurityId>()), issuerID: required(numericId()) },
    response: Type.Object({
      orderDetailsAll: Type.Object({
        securityID: Type.String(),
        orderDetailsBid: Type.String({ description: marker }),
        orderDetailsOffer: Type.String({ description: marker }),
      }),
    }),
    handler: async ({ values: { securityID, issuerID } }) => {
      await requireSecurityOfIssuer(deps, issuerID, securityID);
      const top = deps.exchange.topOfBook(securityID);
      const orderDetailsAll = {
        securityID: String(securityID),
        orderDetailsBid: sideMarker(top?.bid ?? null),
        orderDetailsOffer: sideMarker(top?.offer ?? null),
      };
      return { fields: { orderDetailsAll } };
    },
  });
}

function sideMarker(side: TopSide): string {
  if (side === null) return '--';
  return side === 'RFQ' ? 'RFQ' : priceText(side.price);
}
