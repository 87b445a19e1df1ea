import type { RecordKind } from '../shared/record/index.ts';

/** Ids are A and 6 to 10 digits. */
export const ACCOUNT = {
  table: 'accounts',
  id: 'account_id',
  form: /^A[0-9]{6,10}$/,
  unknown: 148,
} as const satisfies RecordKind<'accounts'>;

export function isAccountId(text: string): boolean {
  return ACCOUNT.form.test(text);
}
