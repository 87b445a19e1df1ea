/** What createOffering and updateOffering take (C49), and what it is stored as. */
import {
  choice,
  date,
  numericId,
  optional,
  required,
  text,
  type ValuesOf,
  wholeNumber,
} from '../../http/parameters/index.ts';
import { amount, positiveAmount, sixDecimals } from '../shared/amounts.ts';
import { asSent, customField, ipAddress, line } from '../shared/parameters.ts';
import type { NewOffering, OfferingChanges } from './offering-records.ts';

const issueName = line('offering name');
const targetAmount = positiveAmount('must be below maxAmount');
const minAmount = amount('smallest single investment');
const maxAmount = positiveAmount('cap of the offering');
const unitPrice = positiveAmount('price of one unit; totalShares is maxAmount / unitPrice');
const day = date({ description: 'answers show it as MM-DD-YYYY' });
const offeringText = text({ description: 'short description' });
const stampingText = text({ description: 'watermark text of offering documents' });
const escrowAccountNumber = text({ description: 'ignored: set by operations staff only' });

export const creationParameters = {
  issuerId: required(numericId({ description: 'issuer id' })),
  issueName: required(issueName),
  issueType: required(line('expected Equity, Debt, Hybrid or Fund; kept as sent')),
  targetAmount: required(targetAmount),
  minAmount: required(minAmount),
  maxAmount: required(maxAmount),
  unitPrice: required(unitPrice),
  startDate: required(day),
  endDate: required(day),
  offeringText: required(offeringText),
  stampingText: required(stampingText),
  createIPAddress: optional(ipAddress()),
  createdIPAddress: optional(ipAddress()),
  escrowAccountNumber: optional(escrowAccountNumber),
  field1: optional(customField()),
  field2: optional(customField()),
  field3: optional(customField()),
};

/** `ip` is the caller's address, for a call that names none. */
export function newOfferingOf(values: ValuesOf<typeof creationParameters>, ip: string): NewOffering {
  return {
    issuer_id: values.issuerId,
    issue_name: values.issueName,
    issue_type: values.issueType,
    target_amount: sixDecimals(values.targetAmount),
    min_amount: sixDecimals(values.minAmount),
    max_amount: sixDecimals(values.maxAmount),
    unit_price: sixDecimals(values.unitPrice),
    start_date: values.startDate,
    end_date: values.endDate,
    offering_text: values.offeringText,
    stamping_text: values.stampingText,
    field1: values.field1 ?? null,
    field2: values.field2 ?? null,
    field3: values.field3 ?? null,
    created_ip_address: values.createIPAddress ?? values.createdIPAddress ?? ip,
  };
}

export const updateParameters = {
  offeringId: required(numericId({ description: 'offering id' })),
  issueName: optional(issueName),
  issueType: optional(asSent(choice(['Equity', 'Debt', 'Hybrid', 'Fund'], { description: 'in any case' }))),
  targetAmount: optional(targetAmount),
  minAmount: optional(minAmount),
  maxAmount: optional(maxAmount),
  unitPrice: optional(unitPrice),
  startDate: optional(day),
  endDate: optional(day),
  offeringStatus: optional(line('expected Pending, Approved or Denied; kept as sent')),
  offeringText: optional(offeringText),
  providerId: optional(wholeNumber({ description: 'id of the escrow institution', minimum: 0 })),
  stampingText: optional(stampingText),
  updatedIPAddress: optional(ipAddress()),
  escrowAccountNumber: optional(escrowAccountNumber),
  field1: optional(customField()),
  field2: optional(customField()),
  field3: optional(customField()),
};

export function offeringChangesOf(values: ValuesOf<typeof updateParameters>): OfferingChanges {
  return {
    issue_name: values.issueName,
    issue_type: values.issueType,
    target_amount: values.targetAmount && sixDecimals(values.targetAmount),
    min_amount: values.minAmount && sixDecimals(values.minAmount),
    max_amount: values.maxAmount && sixDecimals(values.maxAmount),
    unit_price: values.unitPrice && sixDecimals(values.unitPrice),
    start_date: values.startDate,
    end_date: values.endDate,
    offering_status: values.offeringStatus,
    offering_text: values.offeringText,
    provider_id: values.providerId,
    stamping_text: values.stampingText,
    updated_ip_address: values.updatedIPAddress,
    field1: values.field1,
    field2: values.field2,
    field3: values.field3,
  };
}
