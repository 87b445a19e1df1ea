import { type ApiSession, created, type Fields, Refused } from './api-session.ts';
import { aDocument } from './document.ts';

export interface Investor {
  readonly number: number;
  readonly partyId: string;
  readonly accountId: string;
}

/** The sandbox's identity check is unsure of this last name, and asks questions (src/providers/identity/README.md). */
const UNSURE = 'Questions';
/** The answers that the sandbox takes for right begin so. */
const RIGHT = /\bRight/;

/** A party, an account, their link, the identity check (every fifth with questions), and a document. */
export async function onboardInvestor(api: ApiSession, number: number): Promise<Investor> {
  const isAsked = number % 5 === 0;
  const lastName = isAsked ? UNSURE : `Investor ${'ABCDEFGHIJ'[number - 1]}`;
  const address = {
    primCountry: 'USA',
    primAddress1: `${number} Demo Street`,
    primCity: 'Demo City',
    primState: 'NY',
    primZip: '10001',
  };
  const party = await api.call(
    'createParty',
    {
      domicile: 'U.S. citizen',
      firstName: 'Demo',
      lastName,
      socialSecurityNumber: `123-45-${6780 + number}`,
      dob: '01-31-1980',
      ...address,
      emailAddress: `investor${number}@example.com`,
    },
    `Demo ${lastName}`,
  );
  const { partyId = '' } = created(party.partyDetails);
  const account = await api.call(
    'createAccount',
    {
      accountRegistration: `Demo ${lastName}`,
      type: 'Individual',
      domesticYN: 'domestic_account',
      streetAddress1: address.primAddress1,
      city: address.primCity,
      state: address.primState,
      zip: address.primZip,
      country: address.primCountry,
    },
    'an individual account',
  );
  const [{ accountId }] = account.accountDetails as [{ accountId: string }];
  await api.call(
    'createLink',
    {
      firstEntryType: 'Account',
      firstEntry: accountId,
      relatedEntryType: 'IndivACParty',
      relatedEntry: partyId,
      linkType: 'owner',
      primary_value: 1,
    },
    `${partyId} is the primary owner of ${accountId}`,
  );
  // The account has the statuses of its party from then on.
  if (isAsked) await checkWithQuestions(api, partyId);
  else await check(api, partyId);
  await screen(api, partyId);
  await api.upload('uploadPartyDocument', { partyId }, 'Passport', aDocument('passport.pdf'));
  return { number, partyId, accountId };
}

async function check(api: ApiSession, partyId: string): Promise<void> {
  const { kyc } = await api.call('performKycAmlBasic', { partyId }, `${partyId} is checked`);
  const { kycstatus, amlstatus } = kyc as Record<string, string>;
  if (kycstatus !== 'Auto Approved' || amlstatus !== 'Auto Approved') {
    throw new Refused(`${partyId} did not pass the identity check: ${kycstatus}, ${amlstatus}`);
  }
}

interface Question {
  readonly type: string;
  readonly prompt: string;
  readonly answer: readonly string[];
}

async function checkWithQuestions(api: ApiSession, partyId: string): Promise<void> {
  const { kyc } = await api.call('performKycAml', { partyId }, `${partyId} is checked, and asked five questions`);
  const { response } = kyc as { response: { 'id-number': string; questions: { question: Question[] } } };
  const questions = response.questions.question;
  const answers: Record<string, string> = {};
  questions.forEach(({ type, answer }, index) => {
    answers[`type${index + 1}`] = type;
    answers[`qns${index + 1}`] = answer.find((one) => RIGHT.test(one)) ?? '';
  });
  const fields: Fields = { partyId, noOfqns: questions.length, idNumber: response['id-number'], ...answers };
  await api.call('updateKycAml', fields, 'the answers are right');
}

async function screen(api: ApiSession, partyId: string): Promise<void> {
  const { partyDetails } = await api.call('performAml', { partyId }, 'no name on a watch list is like it');
  const [details] = [partyDetails].flat() as [{ amlStatus: string }];
  if (details.amlStatus !== 'Auto Approved') throw new Refused(`${partyId} is like a name on a watch list`);
}
