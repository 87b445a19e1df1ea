/** Numbers of banks and bank accounts, as they are kept: sealed, each for its own record (A3). */
import type { Secrets } from '../../../shared/record/index.ts';

type Table = 'external_accounts' | 'ach_fund_moves' | 'custody_fund_moves' | 'refunds';

export interface BankNumbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
}

export interface SealedNumbers {
  readonly routing_number_sealed: string;
  readonly account_number_sealed: string;
}

export function sealDetails(secrets: Secrets, table: Table, id: number, numbers: BankNumbers): SealedNumbers {
  return {
    routing_number_sealed: secrets.seal(numbers.routingNumber, contextOf(table, 'routing_number', id)),
    account_number_sealed: secrets.seal(numbers.accountNumber, contextOf(table, 'account_number', id)),
  };
}

export function openDetails(secrets: Secrets, table: Table, id: number, sealed: SealedNumbers): BankNumbers {
  return {
    routingNumber: secrets.open(sealed.routing_number_sealed, contextOf(table, 'routing_number', id)),
    accountNumber: secrets.open(sealed.account_number_sealed, contextOf(table, 'account_number', id)),
  };
}

/** Binds a sealed number to the record it belongs to. */
function contextOf(table: Table, name: string, id: number): string {
  return `${table}.${name}:${id}`;
}

/** The numbers of an external account. */
export function openBankNumbers(
  secrets: Secrets,
  account: SealedNumbers & { readonly external_account_id: number },
): BankNumbers {
  return openDetails(secrets, 'external_accounts', account.external_account_id, account);
}
