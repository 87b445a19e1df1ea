/** Parameters of createIssuerAccount and updateIssuerAccount (C48). */
import type { IssuerAccountRow } from '../../database/tables/issuer-accounts.ts';
import {
  type Kind,
  numericId,
  optional,
  required,
  requiredByPermission,
  text,
  type ValuesOf,
  yesNo,
} from '../../http/parameters/index.ts';
import { asSent, ipAddress, line } from '../shared/parameters.ts';
import { birthDate, socialSecurityNumber } from '../shared/personal-numbers.ts';

function companyTaxId(): Kind<string> {
  return text({ description: '9 digits', pattern: /^[0-9]{9}$/, patternReason: 'must be 9 digits, without hyphens' });
}

const details = {
  accountType: optional(line('for example checking or savings')),
  entityType: optional(line('for example LLC, LP, Corp, GP, Soleprop')),
  companyTaxID: optional(companyTaxId()),
  accountMiddleInitial: optional(line('middle initial of the account holder')),
  socialSecurityNumber: optional(socialSecurityNumber()),
  dob: optional(birthDate()),
  residentUS: optional(asSent(yesNo({ description: 'resident of the United States' }))),
  citizenUS: optional(asSent(yesNo({ description: 'citizen of the United States' }))),
  addressline1: optional(line('address')),
  addressline2: optional(line('address, second line')),
  city: optional(line('city')),
  zip: optional(line('postal code')),
  country: optional(line('country')),
  additionalInfo: optional(text({ description: 'free text' })),
} as const;

const issuerId = required(numericId({ description: 'issuer id' }));

export const issuerAccountCreation = {
  issuerId,
  ...details,
  companyName: requiredByPermission(line('legal name')),
  companyState: requiredByPermission(line('two-letter abbreviation')),
  issuingCountry: requiredByPermission(line('issuing country of the address')),
  createdIpAddress: requiredByPermission(ipAddress()),
} as const;

export const issuerAccountUpdate = {
  issuerId,
  ...details,
  companyName: optional(line('legal name')),
  companyState: optional(line('two-letter abbreviation')),
  issuingCountry: optional(line('issuing country of the address')),
  createdIpAddress: optional(ipAddress()),
  updatedIpAddress: optional(ipAddress()),
} as const;

/** The numbers that are encrypted at rest; absent ones keep their value. */
export interface IssuerAccountSecrets {
  readonly company_tax_id: string | undefined;
  readonly social_security_number: string | undefined;
  readonly dob: string | undefined;
}

/** What a call sets; undefined keeps the stored value. */
export interface IssuerAccountChange {
  readonly plain: { readonly [K in keyof IssuerAccountRow]?: IssuerAccountRow[K] | undefined };
  readonly secret: IssuerAccountSecrets;
}

export function issuerAccountChangeOf(values: ValuesOf<typeof issuerAccountUpdate>): IssuerAccountChange {
  return {
    plain: {
      account_type: values.accountType,
      company_name: values.companyName,
      company_state: values.companyState,
      entity_type: values.entityType,
      account_middle_initial: values.accountMiddleInitial,
      resident_us: values.residentUS,
      citizen_us: values.citizenUS,
      address1: values.addressline1,
      address2: values.addressline2,
      city: values.city,
      zip: values.zip,
      country: values.country,
      issuing_country: values.issuingCountry,
      additional_info: values.additionalInfo,
      created_ip_address: values.createdIpAddress,
      updated_ip_address: values.updatedIpAddress,
    },
    secret: {
      company_tax_id: values.companyTaxID,
      social_security_number: values.socialSecurityNumber,
      dob: values.dob,
    },
  };
}
