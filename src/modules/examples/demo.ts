/**
 * The records of the sandbox's demo, as the methods that create them take them; examples and benchmarks take the same.
 */

/** Ids of the demo. */
export interface DemoIds {
  readonly issuerId: string;
  readonly securityId: string;
  /** Of the investor who buys. */
  readonly accountId: string;
  /** Of the investor whose offer rests in the book. */
  readonly sellerAccountId: string;
  /** The person to whom the buyer's account is linked. */
  readonly partyId: string;
  readonly entityId: string;
  readonly linkId: string;
  /** The offer. */
  readonly orderId: string;
}

/** Price and size of the offer that rests in the demo security's book. */
export const DEMO_PRICE = '10.25';
export const DEMO_SHARES = 5000;

export const DEMO_ISSUER = {
  issuerName: 'Example Issuer',
  firstName: 'First',
  lastName: 'Last',
  email: 'issuer@example.com',
};

/** The security of the demo; its issuer has others of another name. */
export const DEMO_SECURITY = 'Example Security';

/**
 * The parameters of createOffering for a demo: up to $1,000,000 of shares at $10, open until the end of 2030.
 */
export function demoOffering(issuerId: string | number, issueName: string) {
  return {
    issuerId,
    issueName,
    issueType: 'Equity',
    targetAmount: '500000',
    minAmount: '10',
    maxAmount: '1000000',
    unitPrice: '10',
    startDate: '01-02-2026',
    endDate: '12-31-2030',
    offeringText: 'A security for trying things out',
    stampingText: 'Example',
  };
}

const ADDRESS = {
  primCountry: 'USA',
  primAddress1: '1 Example Street',
  primCity: 'Example City',
  primState: 'NY',
  primZip: '10001',
  emailAddress: 'investor@example.com',
};

export const DEMO_PARTY = {
  firstName: 'Example',
  lastName: 'Investor',
  domicile: 'U.S. citizen',
  dob: '01-31-1980',
  ...ADDRESS,
};

export const DEMO_ENTITY = { entityName: 'Example Fund LLC', domicile: 'U.S. citizen', ...ADDRESS };

export function demoAccount(accountRegistration: string) {
  return {
    accountRegistration,
    type: 'Individual',
    domesticYN: 'domestic_account',
    streetAddress1: '1 Example Street',
    city: 'Example City',
    state: 'NY',
    zip: '10001',
    country: 'USA',
  };
}

/** An order to buy a part of the offer. */
export function demoOrder({ issuerId, securityId, accountId }: Pick<DemoIds, 'issuerId' | 'securityId' | 'accountId'>) {
  return {
    memberid: '1',
    issuerid: issuerId,
    accountid: accountId,
    securityid: securityId,
    type: 'Limit',
    action: 'Buy',
    quantity: 100,
    price: DEMO_PRICE,
    expiration: 'GTC',
    disclosePrice: 'Yes',
    solicited: 'Unsolicited',
  };
}
