/** Accounts for the tests of the resource-style methods, and keys with different scopes. */
import type { Database } from '../../../src/database/database.ts';
import type { AccountRow } from '../../../src/database/schema/index.ts';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { type Answered, type Api, fieldsOf, startApi } from '../shared/api.ts';

export const CREATED = {
  accountRegistration: 'Example Trust',
  type: 'Entity',
  domesticYN: 'domestic_account',
  streetAddress1: '1 Example Street',
  city: 'Springfield',
  state: 'NY',
  zip: '00501',
  country: 'USA',
  email: 'trust@example.com',
  taxID: '12-3456789',
  KYCstatus: 'Pending',
};

/** What such an account shows to a key that may see all of it, in the order of the answer. */
export const SHOWN = {
  accountId: 'A10000001',
  accountName: 'Example Trust',
  type: 'Entity',
  entityType: null,
  residentType: 'domestic_account',
  socialSecurityNumber: '',
  address1: '1 Example Street',
  address2: '',
  city: 'Springfield',
  zip: '00501',
  country: 'USA',
  phone: null,
  taxID: '12-3456789',
  state: 'NY',
  email: 'trust@example.com',
  kycStatus: 'Pending',
  amlStatus: '',
  kycDate: null,
  amlDate: null,
  suitabilityScore: null,
  suitabilityDate: null,
  suitabilityApprover: null,
  accreditedStatus: '',
  accreditedInvestor: null,
  accreditedInvestorDate: null,
  '506cLimit': null,
  accountTotalLimit: null,
  singleInvestmentLimit: null,
  associatedAC: null,
  syndicate: '',
  tags: '',
  notes: '',
  approvalStatus: '',
  approvalPrincipal: null,
  approvalLastReview: null,
  accountstatus: 'Active',
  field1: '',
  field2: '',
  field3: '',
  createdDate: '2030-01-02 03:04:05',
  updatedDate: '0000-00-00 00:00:00',
};

const KEYS = {
  BASE: { clientId: 'C1', scopes: ['account.read'] },
  LOW: { clientId: 'C1', scopes: ['account.read.pii_low'] },
  MEDIUM: { clientId: 'C1', scopes: ['account.read.pii_medium'] },
  HIGH: { clientId: 'C1', scopes: ['account.read.pii_high'] },
  NONE: { clientId: 'C1', scopes: ['issuer.read.pii_high', 'account.write'] },
  WRITER: { clientId: 'C1', scopes: ['account.write', 'account.read'] },
};

export type Shown = Record<string, unknown>;
export const refusal = ({ http, body }: Answered) => [http, body.statusCode];

/** The API with accounts of client C1. */
export async function startWith(database: Database, accounts: number): Promise<Api> {
  const api = await startApi(database, [accountsModule], {
    strictPermissions: ['createAccount.syndicate'],
    keys: KEYS,
  });
  for (let n = 0; n < accounts; n++) fieldsOf(await api.call('PUT', 'createAccount', CREATED));
  api.fired.length = 0;
  return api;
}

export async function set(api: Api, values: Partial<AccountRow>, accountId = 'A10000001'): Promise<void> {
  await api.database.db.updateTable('accounts').set(values).where('account_id', '=', accountId).execute();
}
