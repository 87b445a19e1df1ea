/**
 * The fields of parties and entities, as data: under which name each is sent and shown, where it is stored, and what it
 * is when it was not sent (C16).
 */
import { date, type Kind, text, wholeNumber } from '../../http/parameters/index.ts';
import { asSent, customField, line, phone, tags } from '../shared/parameters.ts';
import { birthDate, socialSecurityNumber } from '../shared/personal-numbers.ts';

export interface PersonField {
  /** The parameter. */
  readonly name: string;
  /** The name in answers, where it is another. */
  readonly shown?: string;
  readonly column: string;
  readonly kind: Kind<string>;
  /** Refused by create methods without it; or when the function says so of what was sent, by name. */
  readonly required?: true | ((sent: (name: string) => unknown) => boolean);
  /** What is stored and shown when it was not sent. */
  readonly empty: '' | null;
  /** Encrypted at rest, in <column>_sealed. */
  readonly sealed?: true;
}

const DOLLARS_MAX = 1_000_000_000_000_000;

const day = asSent(date({ description: 'YYYY-MM-DD or MM-DD-YYYY; kept as sent' }));
const dollars = asSent(wholeNumber({ description: 'whole dollars', minimum: 0, maximum: DOLLARS_MAX }));
/** Debts may exceed what one has. */
const netWorth = asSent(wholeNumber({ description: 'whole dollars', minimum: -DOLLARS_MAX, maximum: DOLLARS_MAX }));
const reviewStatus = line('expected Pending, Auto Approved, Manually Approved or Disapproved; kept as sent');

function taxId(): Kind<string> {
  return text({
    description: 'employer id or individual tax id; digits, with or without hyphens',
    maxLength: 20,
    pattern: /^[0-9][0-9-]*$/,
    patternReason: 'must be digits, with or without hyphens',
  });
}

function address(stateRequired: NonNullable<PersonField['required']>): readonly PersonField[] {
  return [
    { name: 'primCountry', column: 'prim_country', kind: line('country'), required: true, empty: '' },
    { name: 'primAddress1', column: 'prim_address1', kind: line('address'), required: true, empty: '' },
    { name: 'primAddress2', column: 'prim_address2', kind: line('address, second line'), empty: '' },
    { name: 'primCity', column: 'prim_city', kind: line('city'), required: true, empty: '' },
    {
      name: 'primState',
      column: 'prim_state',
      kind: line('two letters, NOUS outside the U.S.; kept as sent; of parties, only a non-resident needs none'),
      required: stateRequired,
      empty: '',
    },
    { name: 'primZip', column: 'prim_zip', kind: line('postal code'), required: true, empty: '' },
    { name: 'emailAddress', column: 'email_address', kind: line('e-mail address'), required: true, empty: '' },
    { name: 'emailAddress2', column: 'email_address2', kind: line('second e-mail address'), empty: '' },
    { name: 'phone', column: 'phone', kind: phone(), empty: null },
    { name: 'phone2', column: 'phone2', kind: phone(), empty: null },
  ];
}

/** Whether the domicile that was sent says non-resident, in any spelling of it. */
function isNonResident(domicile: unknown): boolean {
  return typeof domicile === 'string' && domicile.toLowerCase().replace(/[^a-z]/g, '') === 'nonresident';
}

export const PARTY_FIELDS: readonly PersonField[] = [
  { name: 'firstName', column: 'first_name', kind: line('first name'), required: true, empty: '' },
  { name: 'middleInitial', column: 'middle_initial', kind: line('middle initial'), empty: null },
  { name: 'lastName', column: 'last_name', kind: line('last name'), required: true, empty: '' },
  {
    name: 'domicile',
    column: 'domicile',
    kind: line('expected U.S. citizen, U.S. resident or non-resident; kept as sent'),
    empty: '',
  },
  {
    name: 'socialSecurityNumber',
    column: 'social_security_number',
    kind: socialSecurityNumber(),
    empty: '',
    sealed: true,
  },
  { name: 'dob', column: 'dob', kind: birthDate(), required: true, empty: '', sealed: true },
  ...address((sent) => !isNonResident(sent('domicile'))),
  { name: 'occupation', column: 'occupation', kind: line('occupation'), empty: '' },
  {
    name: 'associatedPerson',
    column: 'associated_person',
    kind: line('associated with a broker dealer: expected Yes or No; kept as sent'),
    empty: null,
  },
  {
    name: 'empStatus',
    column: 'emp_status',
    kind: line('for example Employed, Not Employed, Retired, Student; kept as sent'),
    empty: null,
  },
  { name: 'empName', column: 'emp_name', kind: line('employer'), empty: '' },
  { name: 'empCountry', column: 'emp_country', kind: line('country of the employer'), empty: '' },
  { name: 'empAddress1', column: 'emp_address1', kind: line('address of the employer'), empty: '' },
  { name: 'empAddress2', column: 'emp_address2', kind: line('address of the employer, second line'), empty: '' },
  { name: 'empCity', column: 'emp_city', kind: line('city of the employer'), empty: '' },
  { name: 'empState', column: 'emp_state', kind: line('state of the employer'), empty: '' },
  { name: 'empZip', column: 'emp_zip', kind: line('postal code of the employer'), empty: null },
  {
    name: 'invest_to',
    column: 'invest_to',
    kind: line('0: invests for oneself; 1: on behalf of another; kept as sent'),
    empty: null,
  },
  { name: 'currentAnnIncome', column: 'current_ann_income', kind: dollars, empty: null },
  { name: 'avgAnnIncome', column: 'avg_ann_income', kind: dollars, empty: null },
  { name: 'currentHouseholdIncome', column: 'current_household_income', kind: dollars, empty: null },
  { name: 'avgHouseholdIncome', column: 'avg_household_income', kind: dollars, empty: null },
  { name: 'householdNetworth', column: 'household_networth', kind: netWorth, empty: null },
  { name: 'KYCstatus', shown: 'kycStatus', column: 'kyc_status', kind: reviewStatus, empty: null },
  { name: 'AMLstatus', shown: 'amlStatus', column: 'aml_status', kind: reviewStatus, empty: null },
  { name: 'AMLdate', shown: 'amlDate', column: 'aml_date', kind: day, empty: null },
  { name: 'tags', column: 'tags', kind: tags(), empty: '' },
  { name: 'notes', column: 'notes', kind: text({ description: 'free text', keepEmpty: true }), empty: '' },
  { name: 'field1', column: 'field1', kind: customField(), empty: '' },
  { name: 'field2', column: 'field2', kind: customField(), empty: '' },
  { name: 'field3', column: 'field3', kind: customField(), empty: '' },
];

export const ENTITY_FIELDS: readonly PersonField[] = [
  {
    name: 'domicile',
    column: 'domicile',
    kind: line('expected U.S. citizen, U.S. resident or non-resident; kept as sent'),
    empty: '',
  },
  { name: 'entityName', column: 'entity_name', kind: line('name'), required: true, empty: '' },
  {
    name: 'entityType',
    column: 'entity_type',
    kind: line('expected Revocable Trust, Irrevocable Trust, Limited Partnership, LLC or Corporation; kept as sent'),
    empty: '',
  },
  { name: 'entityDesc', column: 'entity_desc', kind: line('description'), empty: '' },
  { name: 'ein', column: 'ein', kind: taxId(), empty: '', sealed: true },
  ...address(true),
  { name: 'totalAssets', column: 'total_assets', kind: dollars, empty: null },
  { name: 'ownersAI', column: 'owners_ai', kind: line('expected Yes or No; kept as sent'), empty: null },
  { name: 'KYCstatus', column: 'kyc_status', kind: reviewStatus, empty: null },
  { name: 'AMLstatus', column: 'aml_status', kind: reviewStatus, empty: null },
  { name: 'AMLdate', column: 'aml_date', kind: day, empty: null },
  { name: 'tags', column: 'tags', kind: tags(), empty: '' },
  { name: 'notes', column: 'notes', kind: text({ description: 'free text', keepEmpty: true }), empty: '' },
  { name: 'formationDate', column: 'formation_date', kind: day, empty: null },
];
