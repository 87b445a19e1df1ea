import Type from 'typebox';
import type { MatchId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { matchOfParty, matchWithOrders, orderOfSide } from './settled-match.ts';
import { SETTLEMENT_STATES } from './settlement-lifecycle.ts';
import { settlementOf } from './settlement-records.ts';
import type { SettlementServices } from './settlement-services.ts';

export function getSettlementStatus(services: SettlementServices): Method {
  return defineMethod({
    name: 'getSettlementStatus',
    summary: 'Shows whether a match was settled',
    description:
      'For the clients of the match, the client that owns the offering, and master keys; others, and an unknown ' +
      "match: 404. memberid is that of the caller's side.",
    refusals: [404],
    parameters: { tradeID: required(numericId<MatchId>({ description: 'The match id.' })) },
    response: Type.Object({
      tradeDetails: Type.Object({
        memberid: Type.Union([Type.Integer(), Type.String()], { description: 'text where it is no number' }),
        issuerid: Type.Integer(),
        tradeID: Type.Integer(),
        tradeStatus: Type.Enum([...SETTLEMENT_STATES], { description: 'BUSTED is an extension.' }),
      }),
    }),
    handler: async ({ client, values: { tradeID } }) => {
      const found = await (client.master
        ? matchWithOrders(services, tradeID)
        : matchOfParty(services, client, tradeID));
      const { ticket, issuerId } = orderOfSide(found, client);
      const memberid = /^(0|[1-9][0-9]{0,14})$/.test(ticket.memberId) ? Number(ticket.memberId) : ticket.memberId;
      const tradeStatus = await settlementOf(services, tradeID);
      return { fields: { tradeDetails: { memberid, issuerid: issuerId, tradeID, tradeStatus } } };
    },
  });
}
