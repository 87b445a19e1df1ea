/** Supplements: what a custodian or a law asks for besides the record itself, by what they are of. */
import type { MethodName } from '../client/index.ts';
import type { FormField } from '../parts/index.ts';

export interface Supplement {
  readonly title: string;
  readonly empty: string;
  readonly reads: MethodName;
  readonly creates: MethodName;
  readonly changes: MethodName;
  /** The parameter of the id. */
  readonly id: 'accountId' | 'partyId' | 'entityID';
  /** Of the answer. */
  readonly key: string;
  readonly fields: readonly FormField[];
}

const texts = (...pairs: readonly (readonly [name: string, label: string])[]): readonly FormField[] =>
  pairs.map(([name, label]) => ({ name, label }));
const chosen = (name: string, label: string, ...choices: readonly (readonly [string, string])[]): FormField => ({
  ...{ name, label, kind: 'choice', choices: [['', 'Not said'], ...choices] },
});
const yesNo = (name: string, label: string): FormField => chosen(name, label, ['Yes', 'Yes'], ['No', 'No']);

const MAILING: readonly FormField[] = [
  { name: 'mailingAddressLine1', label: 'Mailing address', required: true },
  { name: 'mailingAddressLine2', label: 'Mailing address, second line' },
  { name: 'mailingCity', label: 'City', required: true },
  { name: 'mailingState', label: 'State', required: true },
  { name: 'mailingZipCode', label: 'Postal code', required: true },
  { name: 'mailingCountry', label: 'Country', required: true },
];

const placeOfAssets = (number: 1 | 2, words: string): readonly FormField[] =>
  texts(
    [`bankFirmName${number}`, `Bank or firm, ${words}`],
    [`bankCountry${number}`, `Its country, ${words}`],
    [`bankAccountName${number}`, `Name of the account, ${words}`],
    [`bankAccountNumber${number}`, `Number of the account, ${words}`],
  ).map((field) => ({ ...field, isSecret: field.name.startsWith('bankAccountNumber') }));

export const ACCOUNT_SUPPLEMENT: Supplement = {
  ...{ title: 'For the custodian', id: 'accountId', key: 'accountDetails' },
  empty: 'Nothing yet. A custodian needs it of retirement accounts (IRA).',
  reads: 'getCustodyAccountSupplement',
  ...{ creates: 'createCustodyAccountSupplement', changes: 'updateCustodyAccountSupplement' },
  fields: [
    chosen('appointmentOfInvestmentManager', 'Investment manager', ['1', 'Is appointed'], ['2', 'Is not appointed']),
    chosen(
      'proxyVotingPreferences',
      'Proxy material',
      ['1', 'All goes to the holder'],
      ['2', 'All goes to an investment manager'],
      ['3', 'None is sent'],
    ),
    { name: 'otherServices', label: 'Other services' },
    chosen(
      'methodOfContributionOrFunding',
      'Funded by',
      ['1', 'Transfer'],
      ['2', 'Regular contribution'],
      ['3', 'Roth conversion'],
      ['4', 'Rollover'],
      ['5', 'SEP contribution'],
    ),
    { name: 'methodOfContributionTaxYear', label: 'Tax year', hint: 'Of a regular contribution, such as 2026.' },
    { name: 'internationalAccountNumber', label: 'Number of an account abroad', isSecret: true },
    ...placeOfAssets(1, 'where assets are'),
    ...placeOfAssets(2, 'second place'),
    chosen('maritalStatus', 'Married', ['1', 'No'], ['2', 'Yes']),
    ...MAILING,
  ],
};

export const PERSON_SUPPLEMENT: Supplement = {
  ...{ title: 'For the custodian', id: 'partyId', key: 'party details' },
  empty: 'Nothing yet. A custodian needs it of the owner and the beneficiaries of a custody account.',
  reads: 'getCustodyPartySupplement',
  ...{ creates: 'createCustodyPartySupplement', changes: 'updateCustodyPartySupplement' },
  fields: [
    { name: 'relationship', label: 'Relationship to the account', hint: 'Owner, for the owner of the account.' },
    chosen('salutation', 'Salutation', ...(['Mr.', 'Mrs.', 'Ms.', 'Dr.'] as const).map((one) => [one, one] as const)),
    { name: 'countryOfCitizenship', label: 'Country of citizenship' },
    yesNo('authorizedSigner', 'Authorized signer'),
    yesNo('controlPerson', 'Control person'),
    yesNo('politicallyExposedPerson', 'Politically exposed'),
    { name: 'politicallyExposedPersonDetails', label: 'Details of the exposure', hint: 'When politically exposed.' },
    chosen(
      'beneficiaryType',
      'Beneficiary',
      ['Spouse', 'Spouse'],
      ['Non-Spouse', 'Not the spouse'],
      ['Trust/Entity', 'Trust or company'],
    ),
    { name: 'beneficiaryPercentage', label: 'Part of the beneficiary, %', kind: 'number' },
    ...MAILING,
    yesNo('publicCompany', 'Holds a tenth of a public company, or directs one'),
    { name: 'companyTicker', label: 'Ticker of that company' },
    { name: 'associatedFirm', label: 'Firm that it is associated with' },
  ],
};

export const COMPANY_SUPPLEMENT: Supplement = {
  ...{ title: 'Regulatory details of the company', id: 'entityID', key: 'entityDetails' },
  empty: 'Nothing yet. Some offerings ask for it of companies and funds.',
  ...{ reads: 'getEntitySupp', creates: 'createEntitySupp', changes: 'updateEntitySupp' },
  fields: [
    { name: 'poliCont', label: 'Political contribution' },
    { name: 'poliContDate', label: 'Day of the contribution' },
    yesNo('CFTC', 'Registered with the CFTC'),
    { name: 'CFTCrole', label: 'Role at the CFTC' },
    yesNo('CFIUS', 'CFIUS'),
    yesNo('BankHoldingCo', 'Bank holding company'),
    ...texts(
      ['InvCompanyAct', 'Investment Company Act'],
      ['InvCompanyAct_individualowners', 'Investment Company Act, individual owners'],
      ['InvCompanyAct_entityowners', 'Investment Company Act, company owners'],
      ['boName', 'Beneficial owner'],
    ),
    { name: 'boSSN', label: 'Tax id of the beneficial owner', isSecret: true },
    ...texts(
      ['planassetLimit', 'Limit of plan assets'],
      ['insassetLimit', 'Limit of insurance assets'],
      ['TaxYEmonth', 'Month in which the tax year ends'],
    ),
    yesNo('USPerson', 'U.S. person'),
    ...texts(
      ['BPpurchaser', 'Benefit plan: purchaser'],
      ['BPemployers', 'Benefit plan: employers'],
      ['BPaffiliates', 'Benefit plan: affiliates'],
      ['BPsponsor', 'Benefit plan: sponsor'],
      ['PurchaserRep', 'Purchaser representative'],
      ['OtherOccupations', 'Other occupations'],
    ),
    { name: 'notes', label: 'Notes', kind: 'long' },
  ],
};
