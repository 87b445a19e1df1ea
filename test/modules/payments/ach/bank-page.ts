/** The page on which the holder of an account enters a bank account. */
import { fieldsOf } from '../../shared/api.ts';
import type { AchApi } from './fixture.ts';

export const FORM = {
  bankName: 'Example Bank',
  holder: 'First <Last>',
  routingNumber: '123456780',
  accountNumber: '40005000601',
  accountNumberAgain: '40005000601',
  accountType: 'Savings',
};

export async function addressOf({ api, accountId }: AchApi, method = 'linkExternalAccount'): Promise<string> {
  return fieldsOf(await api.call('POST', method, { accountId })).accountDetails as string;
}
