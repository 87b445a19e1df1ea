import Type, { type TObject } from 'typebox';
import type { SecurityId, SecurityView } from '../../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required, yesNo } from '../../../http/parameters/index.ts';
import { type AtsDeps, answerTo, knownSecurity, notOwner, submit, yesOrNo } from '../shared/index.ts';

const response: TObject = Type.Object({
  securitySettings: Type.Object({
    securityId: Type.String(),
    orderApproval: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
  }),
});

function settingsOf(security: SecurityView) {
  return { securityId: String(security.securityId), orderApproval: yesOrNo(security.orderApproval) };
}

export function getSecuritySettings(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getSecuritySettings',
    summary: 'Reads the settings of a security',
    refusals: [138, 162],
    description: 'By the client that owns the offering, or with a master key.',
    parameters: { securityId: required(numericId<SecurityId>()) },
    response,
    handler: ({ client, values }) => {
      const security = knownSecurity(deps, values.securityId);
      if (!client.master && security.ownerClientId !== client.clientId) throw notOwner();
      return { fields: { securitySettings: settingsOf(security) } };
    },
  });
}

export function updateSecuritySettings(deps: AtsDeps): Method {
  return defineMethod({
    name: 'updateSecuritySettings',
    summary: 'Changes the settings of a security',
    refusals: [138, 162, 503],
    description:
      'By the client that owns the offering. ' +
      'With orderApproval Yes, new orders are Pending until updateOrder approves them.',
    parameters: { securityId: required(numericId<SecurityId>()), orderApproval: required(yesNo()) },
    response,
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const security = knownSecurity(deps, values.securityId);
      if (security.ownerClientId !== client.clientId) throw notOwner();
      const orderApproval = values.orderApproval === 'Yes';
      const command = { type: 'security', securityId: security.securityId, orderApproval } as const;
      const accepted = await submit(deps.exchange, call, command);
      return answerTo(accepted, { securitySettings: settingsOf({ ...security, orderApproval }) });
    },
  });
}
