/** The fields of an individual party. */
import type { PartyRow } from '../../database/schema/index.ts';
import { text } from '../../http/parameters/index.ts';
import type { Field } from '../shared/record/index.ts';
import { birthDate, customField, line, socialSecurityNumber, tags } from '../shared/values/index.ts';
import { address, day, dollars, netWorth, reviewStatus } from './person-fields.ts';

/** Whether the domicile that was sent says non-resident, in any spelling of it. */
function isNonResident(domicile: unknown): boolean {
  return typeof domicile === 'string' && domicile.toLowerCase().replace(/[^a-z]/g, '') === 'nonresident';
}

export const PARTY_FIELDS = [
  { name: 'firstName', column: 'first_name', kind: line('first name'), required: true, empty: '', pii: 'pii_medium' },
  { name: 'middleInitial', column: 'middle_initial', kind: line('middle initial'), empty: null, pii: 'pii_medium' },
  { name: 'lastName', column: 'last_name', kind: line('last name'), required: true, empty: '', pii: 'pii_medium' },
  {
    name: 'domicile',
    column: 'domicile',
    kind: line('expected U.S. citizen, U.S. resident or non-resident; kept as sent'),
    empty: '',
    pii: 'none',
  },
  {
    name: 'socialSecurityNumber',
    column: 'social_security_number',
    kind: socialSecurityNumber(),
    empty: '',
    sealed: true,
    pii: 'pii_high',
  },
  { name: 'dob', column: 'dob', kind: birthDate(), required: true, empty: '', sealed: true, pii: 'pii_high' },
  ...address((sent) => !isNonResident(sent('domicile'))),
  { name: 'occupation', column: 'occupation', kind: line('occupation'), empty: '', pii: 'pii_medium' },
  {
    name: 'associatedPerson',
    column: 'associated_person',
    kind: line('associated with a broker dealer: expected Yes or No; kept as sent'),
    empty: null,
    pii: 'pii_low',
  },
  {
    name: 'empStatus',
    column: 'emp_status',
    kind: line('for example Employed, Not Employed, Retired, Student; kept as sent'),
    empty: null,
    pii: 'pii_low',
  },
  { name: 'empName', column: 'emp_name', kind: line('employer'), empty: '', pii: 'pii_medium' },
  { name: 'empCountry', column: 'emp_country', kind: line('country of the employer'), empty: '', pii: 'pii_low' },
  {
    name: 'empAddress1',
    column: 'emp_address1',
    kind: line('address of the employer'),
    empty: '',
    pii: 'pii_medium',
  },
  {
    name: 'empAddress2',
    column: 'emp_address2',
    kind: line('address of the employer, second line'),
    empty: '',
    pii: 'pii_medium',
  },
  { name: 'empCity', column: 'emp_city', kind: line('city of the employer'), empty: '', pii: 'pii_medium' },
  { name: 'empState', column: 'emp_state', kind: line('state of the employer'), empty: '', pii: 'pii_low' },
  { name: 'empZip', column: 'emp_zip', kind: line('postal code of the employer'), empty: null, pii: 'pii_medium' },
  {
    name: 'invest_to',
    column: 'invest_to',
    kind: line('0: invests for oneself; 1: on behalf of another; kept as sent'),
    empty: null,
    pii: 'pii_low',
  },
  { name: 'currentAnnIncome', column: 'current_ann_income', kind: dollars, empty: null, pii: 'pii_high' },
  { name: 'avgAnnIncome', column: 'avg_ann_income', kind: dollars, empty: null, pii: 'pii_high' },
  { name: 'currentHouseholdIncome', column: 'current_household_income', kind: dollars, empty: null, pii: 'pii_high' },
  { name: 'avgHouseholdIncome', column: 'avg_household_income', kind: dollars, empty: null, pii: 'pii_high' },
  { name: 'householdNetworth', column: 'household_networth', kind: netWorth, empty: null, pii: 'pii_high' },
  { name: 'KYCstatus', shown: 'kycStatus', column: 'kyc_status', kind: reviewStatus, empty: null, pii: 'none' },
  { name: 'AMLstatus', shown: 'amlStatus', column: 'aml_status', kind: reviewStatus, empty: null, pii: 'none' },
  { name: 'AMLdate', shown: 'amlDate', column: 'aml_date', kind: day, empty: null, pii: 'pii_low' },
  { name: 'tags', column: 'tags', kind: tags(), empty: '', pii: 'pii_low' },
  {
    name: 'notes',
    column: 'notes',
    kind: text({ description: 'free text', keepEmpty: true }),
    empty: '',
    pii: 'pii_medium',
  },
  { name: 'field1', column: 'field1', kind: customField(), empty: '', pii: 'pii_medium' },
  { name: 'field2', column: 'field2', kind: customField(), empty: '', pii: 'pii_medium' },
  { name: 'field3', column: 'field3', kind: customField(), empty: '', pii: 'pii_medium' },
] as const satisfies readonly Field<PartyRow>[];
