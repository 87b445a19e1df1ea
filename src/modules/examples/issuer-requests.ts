import { DEMO_ISSUER } from './demo.ts';
import type { ExampleIds } from './ids.ts';

/** Calls of the methods of issuers. */
export function issuerRequests(ids: ExampleIds) {
  const { issuerId } = ids;
  return {
    createIssuer: DEMO_ISSUER,
    getIssuer: { issuerId },
    updateIssuer: { issuerId, ...DEMO_ISSUER, updatedIpAddress: '192.0.2.1' },
    getAllIssuers: {},
    searchIssuer: { searchKeyword: 'Last' },
    listIssuers: { limit: 10 },
    createIssuerAccount: {
      issuerId,
      companyName: 'Example Issuer LLC',
      companyState: 'DE',
      entityType: 'LLC',
      issuingCountry: 'USA',
      createdIpAddress: '192.0.2.1',
    },
    updateIssuerAccount: { issuerId, companyName: 'Example Issuer Inc' },
    putIssuerCustodianAccount: {
      issuerId,
      providerId: '1',
      custodianName: 'Example Custodian',
      custodianAccountNumber: '1000200030',
      routingNumber: '021000021',
      accountNumber: '4000500060',
      accountName: 'Example Issuer LLC',
    },
    getIssuerAccount: { issuerId },
  };
}
