import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { type AtsDeps, refusalError } from '../shared/index.ts';

export function getIssuerApprovedSecurities({ reference }: AtsDeps): Method {
  return defineMethod({
    name: 'getIssuerApprovedSecurities',
    summary: 'Lists the securities of an issuer that trade',
    refusals: [136],
    description: 'Offerings with offeringStatus Approved and virtualStatus ACTIVE. Unknown issuer: 136.',
    parameters: { issuerID: required(numericId()) },
    response: Type.Object({
      issuerDetails: Type.Array(Type.Object({ SecurityName: Type.String(), SecurityID: Type.String() })),
    }),
    handler: async ({ values: { issuerID } }) => {
      if (!(await reference.issuerExists(issuerID))) throw refusalError('unknown issuer');
      const offerings = await reference.approvedOfferings(issuerID);
      const issuerDetails = offerings.map(({ issueName, offeringId }) => ({
        SecurityName: issueName,
        SecurityID: String(offeringId),
      }));
      return { fields: { issuerDetails } };
    },
  });
}
