/** The fields of an individual party. */
import type { PartyRow } from '../../database/schema/index.ts';
import { text } from '../../http/parameters/index.ts';
import type { Field } from '../shared/record/index.ts';
import {
  birthDate,
  customField,
  dollars,
  domicile,
  line,
  reviewStatus,
  sentDay,
  socialSecurityNumber,
  tags,
} from '../shared/values/index.ts';
import { address, netWorth } from './person-fields.ts';

/** Whether the domicile that was sent says non-resident, in any spelling of it. */
function isNonResident(domicile: unknown): boolean {
  return typeof domicile === 'string' && domicile.toLowerCase().replace(/[^a-z]/g, '') === 'nonresident';
}

export const PARTY_FIELDS = [
  { name: 'firstName', kind: line('first name'), required: true, empty: '', pii: 'pii_medium' },
  { name: 'middleInitial', kind: line('middle initial'), pii: 'pii_medium' },
  { name: 'lastName', kind: line('last name'), required: true, empty: '', pii: 'pii_medium' },
  {
    name: 'domicile',
    kind: domicile,
    empty: '',
    pii: 'none',
  },
  {
    name: 'socialSecurityNumber',
    kind: socialSecurityNumber(),
    empty: '',
    sealed: true,
    pii: 'pii_high',
    hiddenAs: 'end',
  },
  { name: 'dob', kind: birthDate(), required: true, empty: '', sealed: true, pii: 'pii_high' },
  ...address((sent) => !isNonResident(sent('domicile'))),
  { name: 'occupation', kind: line('occupation'), empty: '', pii: 'pii_medium' },
  {
    name: 'associatedPerson',
    kind: line('associated with a broker dealer: expected Yes or No; kept as sent'),
    pii: 'pii_low',
  },
  {
    name: 'empStatus',
    kind: line('for example Employed, Not Employed, Retired, Student; kept as sent'),
    pii: 'pii_low',
  },
  { name: 'empName', kind: line('employer'), empty: '', pii: 'pii_medium' },
  { name: 'empCountry', kind: line('country of the employer'), empty: '', pii: 'pii_low' },
  { name: 'empAddress1', kind: line('address of the employer'), empty: '', pii: 'pii_medium' },
  { name: 'empAddress2', kind: line('address of the employer, second line'), empty: '', pii: 'pii_medium' },
  { name: 'empCity', kind: line('city of the employer'), empty: '', pii: 'pii_medium' },
  { name: 'empState', kind: line('state of the employer'), empty: '', pii: 'pii_low' },
  { name: 'empZip', kind: line('postal code of the employer'), pii: 'pii_medium' },
  {
    name: 'invest_to',
    column: 'invest_to',
    kind: line('0: invests for oneself; 1: on behalf of another; kept as sent'),
    pii: 'pii_low',
  },
  { name: 'currentAnnIncome', kind: dollars, pii: 'pii_high' },
  { name: 'avgAnnIncome', kind: dollars, pii: 'pii_high' },
  { name: 'currentHouseholdIncome', kind: dollars, pii: 'pii_high' },
  { name: 'avgHouseholdIncome', kind: dollars, pii: 'pii_high' },
  { name: 'householdNetworth', kind: netWorth, pii: 'pii_high' },
  { name: 'KYCstatus', shown: 'kycStatus', column: 'kyc_status', kind: reviewStatus, pii: 'none' },
  { name: 'AMLstatus', shown: 'amlStatus', column: 'aml_status', kind: reviewStatus, pii: 'none' },
  { name: 'AMLdate', shown: 'amlDate', column: 'aml_date', kind: sentDay, pii: 'pii_low' },
  { name: 'tags', kind: tags(), empty: '', pii: 'pii_low' },
  { name: 'notes', kind: text({ description: 'free text', keepEmpty: true }), empty: '', pii: 'pii_medium' },
  { name: 'field1', kind: customField(), empty: '', pii: 'pii_medium' },
  { name: 'field2', kind: customField(), empty: '', pii: 'pii_medium' },
  { name: 'field3', kind: customField(), empty: '', pii: 'pii_medium' },
] as const satisfies readonly Field<PartyRow>[];
