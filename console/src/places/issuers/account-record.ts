/** The fields of the legal record of an issuer, as its form has them (C48). */
import { americanDay, dayOf, type Fields } from '../../data/index.ts';
import type { FormField } from '../../parts/index.ts';

const yesNo = (name: string, label: string): FormField => ({
  ...{ name, label, kind: 'choice' },
  choices: [
    ['', 'Not said'],
    ['Yes', 'Yes'],
    ['No', 'No'],
  ],
});

export const recordFields: readonly FormField[] = [
  { name: 'companyName', label: 'Legal name', required: true },
  { name: 'entityType', label: 'Form', hint: 'Such as LLC, LP or Corp.' },
  { name: 'companyState', label: 'State', required: true, hint: 'Two letters.' },
  { name: 'companyTaxID', label: 'Company tax id', isSecret: true, hint: 'Nine digits.' },
  { name: 'addressline1', label: 'Address' },
  { name: 'addressline2', label: 'Address, second line' },
  { name: 'city', label: 'City' },
  { name: 'zip', label: 'Postal code' },
  { name: 'country', label: 'Country' },
  { name: 'issuingCountry', label: 'Issuing country', required: true, hint: 'Of the address.' },
  { name: 'accountType', label: 'Kind of account', hint: 'Such as checking.' },
  { name: 'socialSecurityNumber', label: 'Social security number of the holder', isSecret: true },
  { name: 'dob', label: 'Holder born', kind: 'date', isSecret: true },
  yesNo('residentUS', 'Resident of the United States'),
  yesNo('citizenUS', 'Citizen of the United States'),
  { name: 'additionalInfo', label: 'Notes', kind: 'long' },
];

/** As they are shown, where they have another name. */
const SHOWN: Readonly<Record<string, string>> = { addressline1: 'addressLine1', addressline2: 'addressLine2' };

/** What the form begins with; secrets are changed only when something is written into them. */
export function recordOf(record: Fields): Record<string, string> {
  return Object.fromEntries(
    recordFields
      .filter(({ isSecret }) => !isSecret)
      .map(({ name }) => [name, dayOf(String(record[SHOWN[name] ?? name] ?? ''))]),
  );
}

export const toSend = (values: Fields): Fields =>
  values.dob === undefined ? values : { ...values, dob: americanDay(String(values.dob)) };
