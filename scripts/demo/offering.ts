import { demoOffering } from '../../src/modules/examples/demo.ts';
import { type ApiSession, created, type Fields } from './api-session.ts';

export interface Security {
  readonly issuerId: string;
  readonly securityId: string;
}

/** Creates an issuer with its account record and an approved offering, which is then a security of the venue. */
export async function openOffering(api: ApiSession): Promise<Security> {
  const issuerId = await approvedIssuer(api);
  const securityId = await pendingOffering(api, demoOffering(issuerId, 'Demo Units'), 'up to $1,000,000');
  await api.call(
    'updateOffering',
    { offeringId: securityId, offeringStatus: 'Approved' },
    `offering ${securityId} is Approved: the venue has it as a security`,
  );
  return { issuerId, securityId };
}

/** Its id. */
export async function approvedIssuer(api: ApiSession): Promise<string> {
  const contact = { firstName: 'First', lastName: 'Contact', email: 'issuer@example.com' };
  const issuer = await api.call('createIssuer', { issuerName: 'Demo Issuer', ...contact }, 'Demo Issuer, Pending');
  const { issuerId = '' } = created(issuer.issuerDetails);
  await api.call(
    'createIssuerAccount',
    {
      issuerId,
      companyName: 'Demo Issuer LLC',
      companyState: 'DE',
      entityType: 'LLC',
      issuingCountry: 'USA',
      createdIpAddress: '192.0.2.1',
    },
    'its legal name and state',
  );
  await api.call(
    'updateIssuer',
    { issuerId, issuerName: 'Demo Issuer', ...contact, issuerStatus: 'Approved', updatedIpAddress: '192.0.2.1' },
    `issuer ${issuerId} is Approved`,
  );
  return issuerId;
}

/** Its id. `cap`: what it may raise, for a person. */
export async function pendingOffering(api: ApiSession, fields: Fields, cap: string): Promise<string> {
  const offering = await api.call('createOffering', fields, `${cap} in units of $10, Pending`);
  return created(offering.offeringDetails).offeringId ?? '';
}
