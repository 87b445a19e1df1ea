import Type from 'typebox';
import type { KillSwitch, SecurityId, SwitchOwner, SwitchScope } from '../../exchange/api/index.ts';
import {
  type Client,
  defineMethod,
  inPieces,
  type Method,
  namedObject,
  RECORD_SCOPE,
  TRADING_SCOPE,
} from '../../http/methods/index.ts';
import { choice, numericId, optional, required, text, type ValuesOf } from '../../http/parameters/index.ts';
import {
  answerTo,
  knownSecurity,
  malformed,
  missing,
  orderParameters,
  type SwitchKind,
  scopeOf,
  submit,
} from '../ats/index.ts';
import { choicesSchema, timestamp } from '../shared/values/index.ts';
import { clientIdKind, type LimitDeps, requireAccount, requireClient } from './limit-deps.ts';

const SCOPES = ['venue', 'security', 'client', 'account'] as const satisfies readonly SwitchKind[];
const REASON_LENGTH_MAX = 500;

const scopeParameters = {
  scope: required(choice(SCOPES, { description: 'What is stopped; venue and security are for master keys.' })),
  clientId: optional(clientIdKind('Of a client or account; with a master key only.')),
  accountid: optional(orderParameters.accountId),
  securityid: optional(numericId<SecurityId>({ description: 'The offering id.' })),
};
type Named = ValuesOf<typeof scopeParameters>;

const switchSchema = namedObject('KillSwitch', {
  scope: choicesSchema(SCOPES),
  clientId: Type.Optional(Type.String({ description: 'With a master key.' })),
  accountId: Type.Optional(Type.String()),
  securityId: Type.Optional(Type.String()),
  thrownBy: Type.String({ description: 'operator or client; access: the client is inactive.' }),
  reason: Type.String(),
  since: Type.String({ description: 'YYYY-MM-DD HH:MM:SS, UTC.' }),
});

/** V54. */
export function throwKillSwitch(deps: LimitDeps): Method {
  return defineMethod({
    name: 'throwKillSwitch',
    scope: [TRADING_SCOPE, RECORD_SCOPE],
    summary: 'Cancels the live orders of a client, an account, a security or the venue, and takes no new ones',
    refusals: [138, 148, 404, 503],
    description:
      'An extension (V54). No order is live until the switch is released. A client activates it for itself or one ' +
      'of its accounts, the operator for anything. Quotes and reported blocks are cancelled too (V47). Each ' +
      'cancelled order sends updateOrder.',
    parameters: { ...scopeParameters, reason: required(text({ maxLength: REASON_LENGTH_MAX })) },
    response: Type.Object({ killSwitch: switchSchema, cancelledOrders: Type.Integer() }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const scope = await scopeNamed(deps, client, values);
      const by = ownerOf(client);
      const command = { type: 'throwSwitch', scope, by, reason: values.reason } as const;
      const accepted = await submit(deps.exchange, call, command);
      const { cancelled = [], at = deps.exchange.nowUs() } = accepted;
      const thrown = { ...scope, by, reason: values.reason, since: at };
      return answerTo(accepted, { killSwitch: switchFields(thrown, client), cancelledOrders: cancelled.length });
    },
  });
}

/** V54. */
export function releaseKillSwitch(deps: LimitDeps): Method {
  return defineMethod({
    name: 'releaseKillSwitch',
    scope: [TRADING_SCOPE, RECORD_SCOPE],
    summary: 'Releases a kill switch',
    signInAgain: true,
    refusals: [138, 148, 404, 503],
    description:
      'An extension (V54). Only by the side that activated it, client or operator. Cancelled orders stay cancelled.',
    // A client needs no second operator to release its own switch.
    fourEyes: (_values, { master }) => master,
    parameters: scopeParameters,
    response: Type.Object({ released: Type.Literal('Yes') }),
    idempotent: true,
    handler: async (call) => {
      const scope = await scopeNamed(deps, call.client, call.values);
      const command = { type: 'releaseSwitch', scope, by: ownerOf(call.client) } as const;
      return answerTo(await submit(deps.exchange, call, command), { released: 'Yes' as const });
    },
  });
}

/** V54. */
export function getKillSwitches(deps: LimitDeps): Method {
  return defineMethod({
    name: 'getKillSwitches',
    summary: 'Lists the active kill switches',
    description:
      'An extension (V54). The switches that stop orders of the client, whoever activated them. With a master key all.',
    parameters: {},
    response: Type.Object({ killSwitches: Type.Array(switchSchema) }),
    handler: async ({ client }) => {
      const seen = await deps.exchange.risk.killSwitches(client.master ? undefined : client.clientId);
      const show = (thrown: KillSwitch) => switchFields(thrown, client);
      return { fields: { killSwitches: await inPieces(seen, (piece) => piece.map(show)) } };
    },
  });
}

function ownerOf({ master }: Client): SwitchOwner {
  return master ? 'operator' : 'client';
}

/** Throws ApiError 106 when the scope lacks its name, or the caller may not stop it. */
async function scopeNamed(deps: LimitDeps, client: Client, named: Named): Promise<SwitchScope> {
  const { scope, securityid } = named;
  if (!client.master && (scope === 'venue' || scope === 'security')) throw malformed('scope', 'is for master keys');
  if (scope === 'venue') return {};
  if (scope !== 'security') return scopeOfClient(deps, client, named);
  if (securityid === undefined) throw missing('securityid');
  return { securityId: knownSecurity(deps, securityid).securityId };
}

async function scopeOfClient(deps: LimitDeps, client: Client, named: Named): Promise<SwitchScope> {
  const { scope, clientId: other, accountid } = named;
  if (!client.master && other !== undefined) throw malformed('clientId', 'is for master keys');
  if (client.master && other === undefined) throw missing('clientId');
  const clientId = other ?? client.clientId;
  if (client.master) await requireClient(deps, clientId);
  if (scope === 'client') return { clientId };
  if (accountid === undefined) throw missing('accountid');
  await requireAccount(deps, clientId, accountid);
  return { clientId, accountId: accountid };
}

function switchFields(thrown: KillSwitch, { master }: Client) {
  const { clientId, accountId, securityId, by, reason, since } = thrown;
  return {
    scope: scopeOf(thrown),
    ...(master && clientId !== undefined ? { clientId } : {}),
    ...(accountId === undefined ? {} : { accountId }),
    ...(securityId === undefined ? {} : { securityId: String(securityId) }),
    thrownBy: by,
    reason,
    since: timestamp(since),
  };
}
