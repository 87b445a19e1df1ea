import { accountTypeOf, type NewExternalAccount } from './external-account-records.ts';

/** What create and update send of a bank account. */
interface SentAccount {
  readonly ExtAccountfullname: string;
  readonly Extnickname: string;
  readonly ExtRoutingnumber: string;
  readonly ExtAccountnumber: string;
  readonly ExtBankname: string | undefined;
  readonly accountType: string | undefined;
  readonly updatedIpAddress: string | undefined;
}

export function sentAccount(values: SentAccount, ip: string): NewExternalAccount {
  return {
    fullName: values.ExtAccountfullname,
    nickname: values.Extnickname,
    routingNumber: values.ExtRoutingnumber,
    accountNumber: values.ExtAccountnumber,
    accountType: accountTypeOf(values.accountType),
    bankName: values.ExtBankname ?? null,
    linkedAt: null,
    ip: values.updatedIpAddress ?? ip,
  };
}
