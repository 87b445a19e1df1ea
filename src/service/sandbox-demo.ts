/** The records of the sandbox: an issuer with an approved security, two investors, and an offer of one of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { demoOffering } from './demo-offering.ts';
import type { OwnCalls } from './own-calls.ts';

/** Ids of the demo, as sandbox-demo.json keeps them. */
export interface Demo {
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

/** The demo in the file; what is missing of it is made, all of it when its security is gone. */
export async function ensureDemo(calls: OwnCalls, file: string): Promise<Demo> {
  const known = readDemo(file);
  const isThere = known.securityId !== undefined && known.issuerId !== undefined && (await isTraded(calls, known));
  const demo = await completed(calls, isThere ? known : {});
  const text = `${JSON.stringify(demo)}\n`;
  if (text !== `${JSON.stringify(known)}\n`) writeFileSync(file, text, { mode: 0o600 });
  return demo;
}

async function isTraded(calls: OwnCalls, { securityId, issuerId }: Partial<Demo>): Promise<boolean> {
  try {
    await calls.call('getClob', { securityID: securityId, issuerID: issuerId });
    return true;
  } catch {
    return false;
  }
}

async function completed(calls: OwnCalls, known: Partial<Demo>): Promise<Demo> {
  const issuerId = known.issuerId ?? (await createIssuer(calls));
  const securityId = known.securityId ?? (await createSecurity(calls, issuerId));
  const accountId = known.accountId ?? (await createAccount(calls, 'Example Investor'));
  const sellerAccountId = known.sellerAccountId ?? (await createAccount(calls, 'Example Seller'));
  const partyId = known.partyId ?? (await createParty(calls));
  const entityId = known.entityId ?? (await createEntity(calls));
  const linkId = known.linkId ?? (await createLink(calls, accountId, partyId));
  const orderId = known.orderId ?? (await offerShares(calls, { issuerId, securityId, accountId: sellerAccountId }));
  return { issuerId, securityId, accountId, sellerAccountId, partyId, entityId, linkId, orderId };
}

async function createIssuer(calls: OwnCalls): Promise<string> {
  const { issuerDetails } = await calls.call('createIssuer', {
    issuerName: 'Example Issuer',
    firstName: 'First',
    lastName: 'Last',
    email: 'issuer@example.com',
  });
  return created(issuerDetails).issuerId as string;
}

/** An offering that is Approved is a security of the venue. */
async function createSecurity(calls: OwnCalls, issuerId: string): Promise<string> {
  const { offeringDetails } = await calls.call('createOffering', demoOffering(issuerId, 'Example Security'));
  const offeringId = created(offeringDetails).offeringId as string;
  await calls.call('updateOffering', { offeringId, offeringStatus: 'Approved' });
  return offeringId;
}

async function createAccount(calls: OwnCalls, accountRegistration: string): Promise<string> {
  const { accountDetails } = await calls.call('createAccount', {
    accountRegistration,
    type: 'Individual',
    domesticYN: 'domestic_account',
    streetAddress1: '1 Example Street',
    city: 'Example City',
    state: 'NY',
    zip: '10001',
    country: 'USA',
  });
  const [{ accountId }] = accountDetails as [{ accountId: string }];
  return accountId;
}

const ADDRESS = {
  primCountry: 'USA',
  primAddress1: '1 Example Street',
  primCity: 'Example City',
  primState: 'NY',
  primZip: '10001',
  emailAddress: 'investor@example.com',
};

async function createParty(calls: OwnCalls): Promise<string> {
  const fields = {
    firstName: 'Example',
    lastName: 'Investor',
    domicile: 'U.S. citizen',
    dob: '01-31-1980',
    ...ADDRESS,
  };
  const { partyDetails } = await calls.call('createParty', fields);
  return created(partyDetails).partyId as string;
}

async function createEntity(calls: OwnCalls): Promise<string> {
  const fields = { entityName: 'Example Fund LLC', domicile: 'U.S. citizen', ...ADDRESS };
  const { entityDetails } = await calls.call('createEntity', fields);
  return created(entityDetails).partyId as string;
}

async function createLink(calls: OwnCalls, accountId: string, partyId: string): Promise<string> {
  const { linkDetails } = await calls.call('createLink', {
    firstEntryType: 'Account',
    firstEntry: accountId,
    relatedEntryType: 'IndivACParty',
    relatedEntry: partyId,
    linkType: 'owner',
    primary_value: '1',
  });
  return created(linkDetails).id as string;
}

async function offerShares(calls: OwnCalls, of: Pick<Demo, 'issuerId' | 'securityId' | 'accountId'>): Promise<string> {
  const order = { ...orderOf(of), action: 'Sell', quantity: DEMO_SHARES };
  const { orderDetails } = await calls.call('createOrder', order);
  return (orderDetails as { orderId: string }).orderId;
}

/** An order to buy some of what is offered. */
export function orderOf({ issuerId, securityId, accountId }: Pick<Demo, 'issuerId' | 'securityId' | 'accountId'>) {
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

/** Element 1 of the two-element array that create methods answer with (C6), its ids as text. */
function created(details: unknown): Record<string, string> {
  const [, [object]] = details as [boolean, [Record<string, string | number>]];
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, String(value)]));
}

function readDemo(path: string): Partial<Demo> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Demo>;
  } catch {
    return {};
  }
}
