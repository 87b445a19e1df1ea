import { type ApiSession, created, type Fields } from './api-session.ts';

/** Names that the sandbox's checks do not let pass (src/providers/identity/README.md). */
const FAILS = { firstName: 'Demo', lastName: 'Fail' };
const WATCHED = { firstName: 'Example Blocked', lastName: 'Person' };

/**
 * Who does not pass: a check that fails, a name of the watch list, and a review by a person, who decides otherwise.
 */
export async function showReview(api: ApiSession, operator: ApiSession): Promise<void> {
  const failed = await createParty(api, FAILS);
  const { kyc } = await api.call('performKycAmlBasic', { partyId: failed }, `${failed} is checked`);
  const { kycstatus, amlstatus } = kyc as Fields;
  console.log(`    KYC ${kycstatus}, AML ${amlstatus}`);

  const watched = await createParty(api, WATCHED);
  const { partyDetails } = await api.call(
    'performAml',
    { partyId: watched },
    `${watched} is looked for on the watch list`,
  );
  const [screened] = [partyDetails].flat() as Fields[];
  console.log(`    AML ${screened?.amlStatus}`);

  const { requestDetails } = await api.call('requestKycAml', { investorId: failed }, 'people are to look at it');
  const [{ requestId }] = requestDetails as [{ requestId: string }];
  await operator.call(
    'reviewKycAml',
    decision(requestId, 'Needs More Info', 'A copy of the passport'),
    'by the operator',
  );
  await operator.call('reviewKycAml', decision(requestId, 'Manually Approved', 'The passport is right'), 'again');
  const status = await api.call('getKycAml', { partyId: failed }, 'what has become of it');
  const { 'AML status': amlStatus } = status['Party Status'] as Fields;
  console.log(`    KYC ${status['KYC Status']}, AML ${amlStatus}`);
}

function decision(requestId: string, status: string, notes: string): Fields {
  return { requestId, type: 'KYC', status, notes };
}

async function createParty(api: ApiSession, name: { firstName: string; lastName: string }): Promise<string> {
  const fields = {
    ...name,
    domicile: 'U.S. citizen',
    dob: '01-31-1980',
    primCountry: 'USA',
    primAddress1: '11 Demo Street',
    primCity: 'Demo City',
    primState: 'NY',
    primZip: '10001',
    emailAddress: 'investor11@example.com',
  };
  const party = await api.call('createParty', fields, `${name.firstName} ${name.lastName}`);
  return created(party.partyDetails).partyId ?? '';
}
