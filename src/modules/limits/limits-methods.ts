import Type, { type TObject } from 'typebox';
import { type ClientLimits, loosenedBy } from '../../exchange/api/index.ts';
import {
  type Call,
  defineMethod,
  type Method,
  namedObject,
  RECORD_SCOPE,
  TRADING_SCOPE,
} from '../../http/methods/index.ts';
import { optional, required, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { answerTo, orderParameters, refusalError, submit } from '../ats/index.ts';
import { fromMillionths, timestamp } from '../shared/values/index.ts';
import { clientIdKind, type LimitDeps, type Whose, whoseOf, whoseParameters } from './limit-deps.ts';
import { policyFields, policyKind, policySchema } from './policy-fields.ts';

const versionSchema = namedObject('LimitsVersion', {
  version: Type.Integer(),
  setDate: Type.String(),
  setBy: Type.Union([Type.Literal('operator'), Type.Literal('client')]),
  limits: policySchema,
});

/** V53. */
export function getLimits(deps: LimitDeps): Method {
  return defineMethod({
    name: 'getLimits',
    summary: 'Reads the limits of a client or of one of its accounts, and how much of them is used',
    refusals: [148, 404],
    description:
      'An extension (V49). Of the caller; with a master key of clientId. version 0: never set. ' +
      'Use is counted from the first limits on. accountsWithLimits names the accounts with separate limits.',
    parameters: {
      ...whoseParameters,
      history: optional(yesNo({ description: 'Yes: also the newest 50 versions, oldest first.' })),
    },
    response: Type.Object({
      accountId: Type.Optional(Type.String()),
      version: Type.Integer(),
      limits: policySchema,
      used: Type.Object({
        openOrders: Type.Integer(),
        openValue: Type.String(),
        ordersThisSecond: Type.Integer(),
      }),
      accountsWithLimits: Type.Optional(Type.Array(Type.String())),
      history: Type.Optional(Type.Array(versionSchema)),
    }),
    handler: async ({ client, values }) => {
      const { clientId, accountId } = await whoseOf(deps, client, values);
      const now = await deps.exchange.risk.limitsOf(clientId, accountId);
      return {
        fields: {
          ...(accountId === null ? {} : { accountId }),
          version: now.version,
          limits: policyFields(now.policy),
          used: {
            openOrders: now.openOrders,
            openValue: fromMillionths(now.openValue),
            ordersThisSecond: now.ordersThisSecond,
          },
          ...(accountId === null ? { accountsWithLimits: now.accounts } : {}),
          ...(values.history === 'Yes' ? { history: historyOf(now) } : {}),
        },
      };
    },
  });
}

function historyOf({ versions }: ClientLimits) {
  return versions.map(({ version, time, by, policy }) => ({
    version,
    setDate: timestamp(time),
    setBy: by,
    limits: policyFields(policy),
  }));
}

const terms = {
  accountid: optional(orderParameters.accountId),
  limits: required(policyKind),
  expectedVersion: optional(
    wholeNumber({ minimum: 0, description: 'The version that the caller read; 190 when there is a newer one.' }),
  ),
};

const response: TObject = namedObject('AccountLimits', {
  accountId: Type.Optional(Type.String()),
  version: Type.Integer(),
  limits: policySchema,
});

/** V53. */
export function setLimits(deps: LimitDeps): Method {
  return defineMethod({
    name: 'setLimits',
    summary: 'Sets the limits of a client, or of one of its accounts',
    refusals: [148, 190, 404, 503],
    description:
      'An extension (V49 to V53). Replaces the whole document, for new orders; live orders stay, and count. ' +
      'The limits of the client and those of the account both apply.',
    operator: true,
    fourEyes: async ({ clientId, accountid, limits, expectedVersion }) => {
      const { policy, version } = await deps.exchange.risk.limitsOf(clientId, accountid ?? null);
      if ((expectedVersion ?? version) !== version) throw refusalError('limits have another version');
      return { waits: loosenedBy(policy, limits) !== undefined, against: { expectedVersion: version } };
    },
    parameters: { clientId: required(clientIdKind('Whose.')), ...terms },
    response,
    idempotent: true,
    handler: async (call) => set(deps, call, await whoseOf(deps, call.client, call.values), false),
  });
}

/** V53. */
export function tightenLimits(deps: LimitDeps): Method {
  return defineMethod({
    name: 'tightenLimits',
    scope: [TRADING_SCOPE, RECORD_SCOPE],
    summary: "Tightens the client's own limits, or those of one of its accounts",
    refusals: [148, 190, 503],
    description:
      'An extension (V53). Absent fields keep their value. Only the operator loosens a limit: 106 names the field.',
    parameters: terms,
    response,
    idempotent: true,
    handler: async (call) => {
      const whose = await whoseOf(deps, { ...call.client, master: false }, { accountid: call.values.accountid });
      return set(deps, call, whose, true);
    },
  });
}

async function set(deps: LimitDeps, call: Call<typeof terms>, { clientId, accountId }: Whose, tightens: boolean) {
  const { limits, expectedVersion } = call.values;
  const accepted = await submit(deps.exchange, call, {
    type: 'setLimits',
    clientId,
    accountId,
    policy: limits,
    tightens,
    expected: expectedVersion ?? null,
  });
  const now = await deps.exchange.risk.limitsOf(clientId, accountId);
  const { version = now.version } = accepted;
  // A retry returns the limits that the first call set, even if they were replaced since.
  const policy = now.versions.find((one) => one.version === version)?.policy ?? now.policy;
  const fields = { version, limits: policyFields(policy) };
  return answerTo(accepted, accountId === null ? fields : { accountId, ...fields });
}
