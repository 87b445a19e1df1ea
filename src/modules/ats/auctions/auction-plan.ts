import Type from 'typebox';
import type { WEEKDAYS, WeekSchedule } from '../../../calendar/schedule.ts';
import { AUCTIONS_SINCE, type AuctionPlan, type SecurityId, type SecurityView } from '../../../exchange/api/index.ts';
import { defineMethod, type Method, namedObject } from '../../../http/methods/index.ts';
import { numericId, optional, required, wholeNumber } from '../../../http/parameters/index.ts';
import { type AtsDeps, answerTo, knownSecurity, malformed, notOwner, requireRules, submit } from '../shared/index.ts';
import { faultOfPlan, planKind, planVersionFields, planVersionSchema } from './plan-fields.ts';

const response = Type.Object({
  auctionPlan: namedObject('AuctionPlanVersion', { securityId: Type.String(), ...planVersionSchema }),
});

const securityId = numericId<SecurityId>({ description: 'The offering id.' });
const WHOLE_DAY = { open: 0, close: 24 * 60 };

/** Q7. */
export function getAuctionPlan(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getAuctionPlan',
    verb: 'POST',
    summary: 'Reads the plan of the auctions of a security',
    refusals: [138],
    description: 'An extension (Q7). Everybody may read it. Unknown security: 138.',
    parameters: { securityId: required(securityId) },
    response,
    handler: ({ values }) => ({ fields: { auctionPlan: shown(knownSecurity(deps, values.securityId)) } }),
  });
}

/** Q7. */
export function setAuctionPlan(deps: AtsDeps): Method {
  return defineMethod({
    name: 'setAuctionPlan',
    summary: 'Sets when a security is called to auctions, and whether it trades continuously',
    refusals: [138, 162, 190, 503],
    description:
      'An extension (Q7). By the client that owns the offering, or with a master key. `plan` is the whole document. ' +
      'A call that is on keeps its terms. Another version than expectedVersion: 190. Unknown security: 138.',
    // As setTransferRules: an operator decides for the client that owns the security.
    fourEyes: (_values, { master }) => master,
    parameters: {
      securityId: required(securityId),
      plan: required(planKind),
      expectedVersion: optional(wholeNumber({ minimum: 0, description: 'The version that this one replaces.' })),
    },
    response,
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const { plan, expectedVersion: expected = null } = values;
      const security = knownSecurity(deps, values.securityId);
      if (!client.master && security.ownerClientId !== client.clientId) throw notOwner();
      requireRules(deps.exchange, AUCTIONS_SINCE, 'auctions');
      requireRoom(deps, security, plan);
      const command = { type: 'auctionPlan', securityId: security.securityId, plan, expected } as const;
      const accepted = await submit(deps.exchange, call, command);
      return answerTo(accepted, { auctionPlan: shown(knownSecurity(deps, security.securityId)) });
    },
  });
}

/** Throws ApiError 106 where the sessions of the week have no room for the calls. */
function requireRoom({ defaultSchedule, exchange }: AtsDeps, security: SecurityView, plan: AuctionPlan): void {
  const isAlwaysOpen = exchange.isAlwaysOpen(security.securityId);
  const own: WeekSchedule = security.hours ?? {};
  const sessionOf = (weekday: (typeof WEEKDAYS)[number]) => {
    if (isAlwaysOpen) return WHOLE_DAY;
    const hours = own[weekday] ?? defaultSchedule[weekday] ?? 'closed';
    return hours === 'closed' ? null : { open: hours.startMinute, close: hours.endMinute };
  };
  const fault = faultOfPlan(plan, sessionOf);
  if (fault !== undefined) throw malformed('plan', fault);
}

function shown({ auctions, securityId: id }: SecurityView) {
  return { securityId: String(id), ...planVersionFields(auctions) };
}
