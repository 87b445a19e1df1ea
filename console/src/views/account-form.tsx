import type { Desk, Fields } from '../data/index.ts';
import { Form, type FormField, type Node } from '../parts/index.ts';
import type { Account } from './account.ts';
import { findPerson } from './investors.tsx';

const TYPES = ['Individual', 'Entity', 'Joint', 'JTWROS', 'TIC', 'IRA', 'SepIRA', 'ROTH'];
const FIELDS: readonly FormField[] = [
  { name: 'accountRegistration', label: 'Registration', required: true, hint: 'The exact name, also of a trust.' },
  { name: 'type', label: 'Type', kind: 'choice', choices: TYPES.map((type) => [type, type]) },
  {
    ...{ name: 'domesticYN', label: 'Residence', kind: 'choice' },
    choices: [
      ['domestic_account', 'Domestic'],
      ['international_account', 'International'],
    ],
  },
  { name: 'streetAddress1', label: 'Address', required: true },
  { name: 'streetAddress2', label: 'Address, second line' },
  { name: 'city', label: 'City', required: true },
  { name: 'state', label: 'State', required: true, hint: 'Two letters; NOUS outside of the U.S.' },
  { name: 'zip', label: 'Postal code', required: true },
  { name: 'country', label: 'Country', required: true },
  { name: 'email', label: 'E-mail' },
  { name: 'phone', label: 'Phone' },
  { name: 'taxID', label: 'Tax id', isSecret: true },
  { name: 'accountTotalLimit', label: 'Limit of all investments, dollars', kind: 'number' },
  { name: 'singleInvestmentLimit', label: 'Limit of one investment, dollars', kind: 'number' },
  { name: 'tags', label: 'Tags', hint: 'Separated by commas.' },
  { name: 'notes', label: 'Notes', kind: 'long' },
];
/** As it is shown, where it has another name. */
const SHOWN: Readonly<Record<string, string>> = {
  accountRegistration: 'accountName',
  domesticYN: 'residentType',
  streetAddress1: 'address1',
  streetAddress2: 'address2',
};

interface Props {
  readonly desk: Desk;
  /** That is changed; absent: a new one. */
  readonly account?: Account;
  /** Of a new one: its primary owner; absent: the reader chooses. */
  readonly owner?: string;
  readonly done: (accountId: string) => void;
  readonly close?: () => void;
}

/** A new account is linked to its primary owner at once. */
export function AccountForm({ desk, account, owner, done, close }: Props): Node {
  const { session } = desk;
  const mayLink =
    account === undefined && owner === undefined && session.may('createLink', 'listParties', 'listEntities');
  const ownerField: FormField = {
    ...{ name: 'owner', label: 'Primary owner', kind: 'record', find: findPerson(desk) },
    hint: 'A person or company; can be linked later.',
  };
  const send = async ({ owner: chosen, ...values }: Fields) => {
    const partyId = owner ?? chosen;
    if (account !== undefined) {
      await session.api.call('updateAccount', { ...values, accountId: account.accountId });
      desk.say('done', `${account.name} is changed.`);
      return done(account.accountId);
    }
    const answer = await session.api.call('createAccount', values);
    const [made] = answer.accountDetails as [{ accountId: string }];
    desk.say('done', `Account ${made.accountId} is created.`);
    if (partyId !== undefined) await linkOwner(desk, made.accountId, String(partyId));
    done(made.accountId);
  };
  const start: Record<string, string> =
    account === undefined ? { type: 'Individual', domesticYN: 'domestic_account' } : startOf(account);
  const fields = account === undefined ? FIELDS : FIELDS.map((field) => ({ ...field, required: false }));
  return (
    <Form
      desk={desk}
      name={`account-${account?.accountId ?? `new${owner ?? ''}`}`}
      send={send}
      {...(close && { close })}
      start={start}
      fields={mayLink ? [ownerField, ...fields] : fields}
      yes={account === undefined ? 'Create' : 'Change'}
    />
  );
}

/** The account exists by now: a refusal is said, and the link can be made on its record. */
async function linkOwner(desk: Desk, accountId: string, partyId: string): Promise<void> {
  const relatedEntryType = partyId.startsWith('E') ? 'EntityACParty' : 'IndivACParty';
  const ends = { firstEntryType: 'Account', firstEntry: accountId, relatedEntryType, relatedEntry: partyId };
  try {
    await desk.session.api.call('createLink', { ...ends, linkType: 'owner', primary_value: '1' });
  } catch (error) {
    desk.sayFailure(error);
  }
}

function startOf({ fields }: Account): Record<string, string> {
  return Object.fromEntries(
    FIELDS.filter(({ isSecret }) => !isSecret).map(({ name }) => [name, String(fields[SHOWN[name] ?? name] ?? '')]),
  );
}
