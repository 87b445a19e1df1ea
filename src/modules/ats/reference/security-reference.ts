import Type from 'typebox';
import type { SecurityId, SecurityView } from '../../../exchange/api/index.ts';
import { defineMethod, type Method, namedObject } from '../../../http/methods/index.ts';
import { numericId, optional, required, wholeNumber } from '../../../http/parameters/index.ts';
import { namedSecurity, securityNamed } from '../orders/index.ts';
import { type AtsDeps, answerTo, knownSecurity, submit } from '../shared/index.ts';
import { referenceKind, versionFields, versionSchema } from './reference-fields.ts';

const response = Type.Object({
  securityReference: namedObject('SecurityReferenceVersion', {
    securityId: Type.String(),
    mic: Type.Optional(Type.String({ description: 'ISO 10383: the market identifier of the venue (VENUE_MIC).' })),
    ...versionSchema,
  }),
});

/** V66. */
export function getSecurityReference(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getSecurityReference',
    verb: 'POST',
    group: 'ATS',
    summary: 'Reads the reference data of a security, with the symbols that it had',
    refusals: [138],
    description: 'An extension (V66). The security is named by its id or its symbol. Unknown security: 138.',
    parameters: namedSecurity('securityId'),
    response,
    handler: ({ values }) => {
      const securityId = securityNamed(deps.exchange, values.securityId, values.symbol);
      return { fields: { securityReference: shown(deps, knownSecurity(deps, securityId)) } };
    },
  });
}

/** V66. */
export function updateSecurityReference(deps: AtsDeps): Method {
  return defineMethod({
    name: 'updateSecurityReference',
    verb: 'POST',
    group: 'ATS',
    summary: 'Sets the reference data of a security, and the rules that its orders must meet',
    refusals: [138, 190, 503],
    description:
      'An extension (V66). `reference` is the whole document: a field that is absent is not set any more. The rules ' +
      'hold for later orders and replacements. A symbol that another security has, or another version than ' +
      'expectedVersion: 190. Unknown security: 138.',
    operator: true,
    fourEyes: true,
    parameters: {
      securityId: required(numericId<SecurityId>({ description: 'The offering id.' })),
      reference: required(referenceKind),
      expectedVersion: optional(wholeNumber({ minimum: 0, description: 'The version that this one replaces.' })),
    },
    response,
    idempotent: true,
    handler: async (call) => {
      const { securityId, reference, expectedVersion: expected = null } = call.values;
      knownSecurity(deps, securityId);
      const command = { type: 'securityReference', securityId, reference, expected } as const;
      const accepted = await submit(deps.exchange, call, command);
      return answerTo(accepted, { securityReference: shown(deps, knownSecurity(deps, securityId)) });
    },
  });
}

function shown({ mic }: AtsDeps, { securityId, reference }: SecurityView) {
  return { securityId: String(securityId), ...(mic === null ? {} : { mic }), ...versionFields(reference) };
}
