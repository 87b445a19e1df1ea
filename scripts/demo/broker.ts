import { type ApiSession, type Fields, Refused } from './api-session.ts';
import { openOffering, type Security } from './offering.ts';

/** What the parts of the demo work with. */
export interface BrokerDesk {
  readonly api: ApiSession;
  readonly operator: ApiSession;
  /** The other side of its trades, and the issuer of the security. */
  readonly other: ApiSession;
  readonly accounts: readonly [string, string, string];
  readonly otherAccount: string;
  readonly security: Security;
  /** A security that the broker may not trade. */
  readonly restricted: Security;
}

/** @param restricted what the broker may not trade */
export async function openBroker(other: ApiSession, operator: ApiSession, restricted: Security): Promise<BrokerDesk> {
  const { client } = await operator.call('createClient', { name: 'Demo Broker' }, 'by the operator');
  const { clientId } = client as { clientId: string };
  const { developerAPIKey } = await operator.call('createApiKey', { clientId }, `a key of ${clientId}`);
  const api = other.as(`${clientId}:${developerAPIKey}`);
  const accounts = [await account(api, 'One'), await account(api, 'Two'), await account(api, 'Three')] as const;
  const otherAccount = await account(other, 'Other');
  const security = await openOffering(other);
  return { api, operator, other, accounts, otherAccount, security, restricted };
}

async function account(api: ApiSession, name: string): Promise<string> {
  return accountIdOf(await api.call('createAccount', accountFields(name), `account ${name}`));
}

export function accountFields(name: string): Fields {
  return {
    ...{ accountRegistration: `Demo Account ${name}`, type: 'Individual', domesticYN: 'domestic_account' },
    ...{ streetAddress1: '1 Demo Street', city: 'Demo City', state: 'NY', zip: '10001', country: 'USA' },
    ...{ KYCstatus: 'Auto Approved', AMLstatus: 'Auto Approved' },
  };
}

/** Of the answer of createAccount. */
export function accountIdOf({ accountDetails }: Fields): string {
  const [{ accountId }] = accountDetails as [{ accountId: string }];
  return accountId;
}

/** The fields of an order of 100 shares at 10 dollars, unless others are given. */
export function orderOf({ issuerId, securityId }: Security, accountid: string, fields: Fields = {}): Fields {
  return {
    ...{ memberid: '1', issuerid: issuerId, securityid: securityId, accountid, type: 'Limit', action: 'Buy' },
    ...{ quantity: 100, price: '10.00', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
    ...fields,
  };
}

/** Its id. */
export async function place(api: ApiSession, fields: Fields, said: string): Promise<string> {
  const { orderDetails } = await api.call('createOrder', fields, said);
  return (orderDetails as { orderId: string }).orderId;
}

export async function orderStatus(api: ApiSession, orderid: string): Promise<string> {
  const { orderDetails } = await api.call('getOrder', { orderid }, `what has become of ${orderid}`);
  const { status } = (orderDetails as [{ status: string }])[0];
  console.log(`    ${status}`);
  return status;
}

/** Ends the demo where something is not as it must be. */
export function require(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Refused(otherwise);
}
