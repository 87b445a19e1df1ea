import Type from 'typebox';
import { bustFields, type MatchId, priceText, reasonCodeOf, sharesText } from '../../exchange/api/index.ts';
import { type Call, defineMethod, type Handler, type Method } from '../../http/methods/index.ts';
import { choice, numericId, required, text } from '../../http/parameters/index.ts';
import { answerTo, bustSchema, malformed, orderParameters, settlementWord } from '../ats/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import { stateAfter } from '../shared/record/index.ts';
import { amend } from './amend.ts';
import { holderOf, matchOfParty, matchWithOrders, orderOfSide } from './settled-match.ts';
import {
  moveSettlement,
  SETTLEMENT_LIFECYCLE,
  SETTLEMENT_STATES,
  type SettlementDeps,
  settlementOf,
} from './settlement-records.ts';

const parameters = {
  memberid: required(orderParameters.memberId),
  issuerid: required(numericId()),
  tradeID: required(numericId<MatchId>({ description: 'The match id.' })),
  tradeStatus: required(choice(['Settled', 'Canceled'])),
};

export function notifySettlement(deps: SettlementDeps): Method {
  const report = reported(deps);
  const inTurn = (call: Call<typeof parameters>) => deps.turns.run(call.values.tradeID, () => report(call));
  return defineMethod({
    name: 'notifySettlement',
    summary: 'Reports that a match was settled, or will not be',
    description:
      'Settlement happens outside of the venue (V43). ' +
      'By a client of the match, or the one that owns the offering, while PENDING.',
    signInAgain: true,
    refusals: [190, 404, 503],
    parameters,
    response: Type.Object({ tradeStatus: settlementWord }),
    handler: Object.assign(inTurn, { idempotent: true } as const),
  });
}

function reported(deps: SettlementDeps): Handler<typeof parameters, { tradeStatus: 'Settled' | 'Canceled' }> {
  const triggerOf = ({ tradeStatus }: Call<typeof parameters>['values']) =>
    tradeStatus === 'Settled' ? 'settle' : 'cancel';
  return changeAfter(
    deps,
    async ({ client, values }) => {
      const found = await matchOfParty(deps, client, values.tradeID);
      const members = [found.buy.ticket.memberId, found.sell.ticket.memberId];
      if (!members.includes(values.memberid)) throw malformed('memberid', 'is no member of the match');
      if (found.sell.issuerId !== values.issuerid) throw malformed('issuerid', 'is not the issuer of the match');
      stateAfter(SETTLEMENT_LIFECYCLE, await settlementOf(deps, values.tradeID), triggerOf(values));
      return found;
    },
    async ({ client, values }, db, found) => {
      const { match, buy, sell, parties } = found;
      const said = { reported_by: client.clientId, updated_at: deps.nowUs() };
      await moveSettlement(db, match, triggerOf(values), said);
      const fields = {
        memberid: values.memberid,
        issuerid: String(values.issuerid),
        tradeID: String(values.tradeID),
        securityId: String(match.securityId),
        tradeStatus: values.tradeStatus,
      };
      const holders = { buyer: holderOf(buy), seller: holderOf(sell) };
      const { matchId, securityId, price, quantity } = match;
      const to = parties.map((clientId) => ({ clientId, fields }));
      const outcome = { outcome: values.tradeStatus, reportedBy: client.clientId };
      const settlement = { matchId, ...outcome, matched: { price, quantity }, ...holders };
      await deps.notices.add(db, { kind: 'settlement', securityId, to, settlement });
      return { fields: { tradeStatus: values.tradeStatus }, afterCommit: () => deps.notices.publish() };
    },
  );
}

export function getSettlementStatus(deps: SettlementDeps): Method {
  return defineMethod({
    name: 'getSettlementStatus',
    summary: 'Shows whether a match was settled',
    description:
      'For the clients of the match, the client that owns the offering, and master keys. ' +
      "memberid is the caller's side.",
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
      const found = await (client.master ? matchWithOrders(deps, tradeID) : matchOfParty(deps, client, tradeID));
      const { ticket, issuerId } = orderOfSide(found, client);
      const memberid = /^(0|[1-9][0-9]{0,14})$/.test(ticket.memberId) ? Number(ticket.memberId) : ticket.memberId;
      const tradeStatus = await settlementOf(deps, tradeID);
      return { fields: { tradeDetails: { memberid, issuerid: issuerId, tradeID, tradeStatus } } };
    },
  });
}

/** V65. */
export function adjustTrade(deps: SettlementDeps): Method {
  return defineMethod({
    name: 'adjustTrade',
    summary: 'Corrects the price or quantity of a match',
    description:
      'An extension, for operators (V65). The match is for this price and quantity from then on. Both sides and ' +
      'the owner of the security are notified; positions follow, and the orders keep what was executed.',
    refusals: [190, 404, 503],
    operator: true,
    fourEyes: true,
    parameters: {
      tradeID: required(numericId<MatchId>({ description: 'The match id.' })),
      price: required(orderParameters.price),
      quantity: required(orderParameters.quantity),
      reason: required(text({ maxLength: 500 })),
    },
    response: Type.Object({
      tradeDetails: Type.Object({
        tradeID: Type.String(),
        securityId: Type.String(),
        price: Type.String(),
        quantity: Type.String(),
        reason: Type.String(),
        reasonCode: Type.String(),
      }),
    }),
    idempotent: true,
    handler: async (call) => {
      const { tradeID, price, quantity, reason } = call.values;
      if (price === 0) throw malformed('price', 'must be above 0');
      const { match, buy, sell } = await matchWithOrders(deps, tradeID);
      const matched = { price: match.price, quantity: match.quantity };
      const parties = { buyer: holderOf(buy), seller: holderOf(sell) };
      const terms = { matchId: match.matchId, price, quantity, matched };
      const accepted = await amend(deps, call, { type: 'adjust', ...terms, ...parties, reason });
      return answerTo(accepted, {
        tradeDetails: {
          tradeID: String(match.matchId),
          securityId: String(match.securityId),
          price: priceText(price),
          quantity: sharesText(quantity),
          reason,
          reasonCode: reasonCodeOf('adjusted'),
        },
      });
    },
  });
}

/** V45. */
export function bustTrade(deps: SettlementDeps): Method {
  return defineMethod({
    name: 'bustTrade',
    summary: 'Declares a match void',
    description:
      'An extension, for operators (V45). Both sides and the owner of the security are notified. ' +
      'The orders get no shares back.',
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
    idempotent: true,
    handler: async (call) => {
      const { tradeID: matchId, reason } = call.values;
      const { match, buy, sell } = await matchWithOrders(deps, matchId);
      const matched = { price: match.price, quantity: match.quantity };
      const named = { matchId, reason, buyer: holderOf(buy), seller: holderOf(sell) };
      const accepted = await amend(deps, call, { type: 'bust', ...named, matched });
      const busted = (await deps.exchange.amendmentsOf([matchId])).get(matchId);
      if (busted?.bustedAt == null) throw new Error(`the bust of match ${matchId} is not known`);
      return answerTo(accepted, { tradeDetails: bustFields(named, busted.adjusted ?? matched, busted.bustedAt) });
    },
  });
}
