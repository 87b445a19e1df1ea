import type { Api } from './api.ts';
import { fieldsOf } from './api.ts';

const ACCOUNT = {
  accountRegistration: 'Example Trust',
  type: 'Entity',
  domesticYN: 'domestic_account',
  streetAddress1: '1 Example Street',
  city: 'Springfield',
  state: 'NY',
  zip: '00501',
  country: 'USA',
};

/** Creates an account through the API; what fired for it is forgotten. */
export async function anAccount(api: Api, as = 'C1', fields: Record<string, unknown> = {}): Promise<string> {
  const { accountDetails } = fieldsOf(await api.call('PUT', 'createAccount', { ...ACCOUNT, ...fields }, { as }));
  api.fired.length = 0;
  return (accountDetails as { accountId: string }[])[0]!.accountId;
}
