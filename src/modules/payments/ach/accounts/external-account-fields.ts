import Type, { type TObject } from 'typebox';
import type { ExternalAccountRow } from '../../../../database/schema/index.ts';
import { namedObject } from '../../../../http/methods/index.ts';
import { choice, numericId, optional, required, requiredWhen, text } from '../../../../http/parameters/index.ts';
import type { Secrets } from '../../../shared/record/index.ts';
import { ipAddress, line, textsSchema } from '../../../shared/values/index.ts';
import { openDetails } from './bank-details.ts';

/** Digits as they are sent, leading zeros included. */
function digits(description: string, most: number) {
  return text({
    description,
    pattern: new RegExp(`^[0-9]{1,${most}}$`),
    patternReason: `must be a whole number of at most ${most} digits`,
  });
}

/** Letters of Latin-1, digits, blanks, hyphens, underscores and slashes (A2). */
const NICKNAME = /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff0-9 _/-]+$/;

const nickname = text({
  description: 'letters, digits, spaces, hyphens, underscores and slashes; in the sandbox some simulate outcomes',
  maxLength: 100,
  pattern: NICKNAME,
  patternReason: 'must be letters, digits, spaces, hyphens, underscores and slashes',
});

/** Whose bank account it is. */
export const ownerParameters = {
  types: required(choice(['Account', 'Issuer'], { description: 'Account or Issuer, exactly', caseInsensitive: false })),
  accountId: requiredWhen(
    text({ description: 'account id, when types is Account', maxLength: 100 }),
    (sent) => sent('types') !== 'Issuer',
  ),
  issuerId: requiredWhen(
    numericId({ description: 'issuer id, when types is Issuer' }),
    (sent) => sent('types') === 'Issuer',
  ),
};

export const externalAccountParameters = {
  ...ownerParameters,
  ExtAccountfullname: required(line('name of the holder')),
  Extnickname: required(nickname),
  ExtRoutingnumber: required(digits('routing number of the bank', 9)),
  ExtAccountnumber: required(digits('account number', 17)),
  ExtBankname: optional(line('name of the bank')),
  accountType: optional(line('Checking or Savings; anything else is Checking')),
  updatedIpAddress: optional(ipAddress()),
};

/** The key of the answers, by whose account it is. */
export const CREATED_KEY = { Account: 'External Account Details', Issuer: 'Issuer External Account Details' } as const;
export const WRITTEN_KEY = {
  Account: 'Account External Account Details',
  Issuer: 'Issuer External Account Details',
} as const;

const WRITTEN = ['ExtAccountfullname', 'Extnickname', 'ExtRoutingnumber', 'ExtAccountnumber', 'types', 'accountType'];

export const externalAccountSchema: TObject = namedObject('ExternalAccount', {
  accountId: Type.Optional(Type.String({ description: 'when types is Account' })),
  issuerId: Type.Optional(Type.String({ description: 'when types is Issuer' })),
  ...textsSchema(...WRITTEN).properties,
});

/** As create and update answer it: its numbers in base64. */
export function externalAccountFields(row: ExternalAccountRow, secrets: Secrets) {
  const { routingNumber, accountNumber } = openDetails(secrets, 'external_accounts', row.external_account_id, row);
  return {
    ...ownerField(row),
    ExtAccountfullname: row.full_name,
    Extnickname: row.nickname,
    ExtRoutingnumber: base64(routingNumber),
    ExtAccountnumber: base64(accountNumber),
    types: row.types,
    accountType: row.account_type,
  };
}

export function ownerField({ types, owner_id }: Pick<ExternalAccountRow, 'types' | 'owner_id'>) {
  return types === 'Issuer' ? { issuerId: owner_id } : { accountId: owner_id };
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
