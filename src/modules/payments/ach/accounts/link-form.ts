/** What the holder of an account enters on the page of its bank account, and what is wrong with it. */
import type { PageForm } from '../../../../http/hosted-pages/index.ts';
import { isRoutingNumber, type RoutingDirectory } from '../../../../providers/bank/index.ts';
import type { NewExternalAccount } from './external-account-records.ts';

const FORM_FIELDS = [
  'bankName',
  'holder',
  'routingNumber',
  'accountNumber',
  'accountNumberAgain',
  'accountType',
] as const;

export type FormField = (typeof FORM_FIELDS)[number];

export type Faults = Readonly<Partial<Record<FormField, string>>>;

const NAME_LENGTH_MAX = 100;

/** What was sent of a field, without blanks around it. */
export function sentOf(form: PageForm, field: FormField): string {
  return (form.get(field) ?? '').trim();
}

/** What is wrong, by field; nothing where all of it can be stored. */
export function faultsOf(form: PageForm, banks: RoutingDirectory): Faults {
  const sent = (field: FormField) => sentOf(form, field);
  const faults: Partial<Record<FormField, string>> = {};
  const names: readonly FormField[] = ['bankName', 'holder'];
  for (const field of names) {
    if (sent(field) === '') faults[field] = 'Enter a name';
    else if (sent(field).length > NAME_LENGTH_MAX) faults[field] = `Enter at most ${NAME_LENGTH_MAX} characters`;
  }
  const routingNumber = sent('routingNumber');
  if (!isRoutingNumber(routingNumber)) faults.routingNumber = 'Enter the nine digits of a routing number';
  else if (banks.size > 0 && banks.bank(routingNumber) === undefined) faults.routingNumber = 'No bank has this number';
  if (!/^[0-9]{4,17}$/.test(sent('accountNumber'))) faults.accountNumber = 'Enter 4 to 17 digits';
  else if (sent('accountNumber') !== sent('accountNumberAgain')) {
    faults.accountNumberAgain = 'Enter the same account number again';
  }
  if (!['Checking', 'Savings'].includes(sent('accountType'))) faults.accountType = 'Choose Checking or Savings';
  return faults;
}

/** A form without faults, as it is stored. The bank has the name of the directory, where that knows it. */
export function linkedAccount(form: PageForm, banks: RoutingDirectory, nowUs: number, ip: string): NewExternalAccount {
  const sent = (field: FormField) => sentOf(form, field);
  const accountNumber = sent('accountNumber');
  return {
    fullName: sent('holder'),
    // Debits need one; updateExternalAccount gives it another.
    nickname: `Linked account ${accountNumber.slice(-4)}`,
    routingNumber: sent('routingNumber'),
    accountNumber,
    accountType: sent('accountType') === 'Savings' ? 'Savings' : 'Checking',
    bankName: banks.bank(sent('routingNumber'))?.name ?? sent('bankName'),
    linkedAt: nowUs,
    ip,
  };
}
