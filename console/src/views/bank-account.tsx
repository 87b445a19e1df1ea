/** The bank account of an account or an issuer: entered here, or by its holder on a page of the venue. */
import { useState } from 'preact/hooks';
import type { MethodName } from '../client/index.ts';
import { type Desk, type Fields, instantOf, isNoRecord } from '../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Empty,
  Facts,
  FormButton,
  type FormField,
  type Node,
  Sealed,
  Section,
  useLoaded,
  When,
} from '../parts/index.ts';
import { HostedPageLink } from './hosted-page-link.tsx';

/** As the API names the holder. */
export type Holder =
  | { readonly types: 'Account'; readonly accountId: string }
  | { readonly types: 'Issuer'; readonly issuerId: string };

const FIELDS: readonly FormField[] = [
  { name: 'ExtAccountfullname', label: 'Name of the holder', required: true },
  {
    name: 'Extnickname',
    label: 'Name here',
    required: true,
    hint: 'By which the account is chosen, such as Main bank.',
  },
  { name: 'ExtBankname', label: 'Bank' },
  {
    ...{ name: 'ExtRoutingnumber', label: 'Routing number', required: true },
    hint: 'Nine digits. It is checked before the account is stored.',
  },
  { name: 'ExtAccountnumber', label: 'Account number', required: true, isSecret: true },
  {
    ...{ name: 'accountType', label: 'Kind', kind: 'choice' },
    choices: [
      ['Checking', 'Checking'],
      ['Savings', 'Savings'],
    ],
  },
];

/** undefined: none is stored. */
export async function readBankAccount({ session }: Desk, holder: Holder): Promise<Fields | undefined> {
  try {
    return (await session.api.call('getExternalAccount', holder)).statusDesc as Fields;
  } catch (error) {
    if (isNoRecord(error)) return undefined;
    throw error;
  }
}

interface Props {
  readonly desk: Desk;
  readonly holder: Holder;
  /** The name of the holder, for titles. */
  readonly name: string;
  readonly done?: (() => void) | undefined;
}

export function BankAccount({ desk, holder, name, done }: Props): Node | null {
  const may = desk.session.may('getExternalAccount');
  const id = idOf(holder);
  const loaded = useLoaded(async () => ({ bank: may ? await readBankAccount(desk, holder) : undefined }), [id], 30_000);
  const [link, setLink] = useState('');
  if (!may) return null;
  const again = () => {
    loaded.again();
    done?.();
  };
  const bank = loaded.value?.bank;
  const actions =
    loaded.value === undefined || desk.session.capabilities.operator ? null : (
      <Actions desk={desk} holder={holder} name={name} hasBank={bank !== undefined} again={again} show={setLink} />
    );
  return (
    <Section title="Bank account" aside={actions}>
      {link === '' ? null : <HostedPageLink words="Address of the page for the bank account" address={link} />}
      {loaded.value === undefined ? (
        <Empty>{loaded.failure ?? 'Reading …'}</Empty>
      ) : bank === undefined ? (
        <Empty>
          {holder.types === 'Account'
            ? 'No bank account. Enter one, or send its holder the address of a page to enter it.'
            : 'No bank account. Enter the one to which the issuer is paid.'}
        </Empty>
      ) : (
        <BankFacts bank={bank} />
      )}
    </Section>
  );
}

function BankFacts({ bank }: { readonly bank: Fields }): Node {
  const text = (field: string) => String(bank[field] ?? '');
  const sealed = (field: string) => (text(field) === '' ? '' : <Sealed text={text(field)} />);
  return (
    <Facts
      facts={[
        ['Holder', text('AccountName')],
        ['Name here', text('AccountNickName')],
        ['Kind', text('accountType')],
        ['Routing number', sealed('AccountRoutingNumber')],
        ['Account number', sealed('AccountNumber')],
        ['Since', <When at={instantOf(text('updatedDate'))} />],
      ]}
    />
  );
}

const idOf = (holder: Holder): string => (holder.types === 'Account' ? holder.accountId : `I${holder.issuerId}`);

interface ActionsProps extends Omit<Props, 'done'> {
  readonly hasBank: boolean;
  readonly again: () => void;
  readonly show: (address: string) => void;
}

function Actions({ desk, holder, name, hasBank, again, show }: ActionsProps): Node {
  const { session } = desk;
  const write: MethodName = hasBank ? 'updateExternalAccount' : 'createExternalAccount';
  const send = async (values: Fields) => {
    await session.api.call('validateABARoutingNumber', { routingNumber: values.ExtRoutingnumber });
    await session.api.call(write, { ...holder, ...values });
    desk.say('done', `The bank account of ${name} is stored.`);
    again();
  };
  const remove = async () => {
    await attempt(
      desk,
      () => session.api.call('deleteExternalAccount', holder),
      `The bank account of ${name} is deleted.`,
    );
    again();
  };
  const words = hasBank ? 'Replace' : 'Enter';
  const removal = {
    ...{ words: 'Delete the bank account', isDanger: true, does: remove },
    says: 'It can be debited no more. Payments that wait for the next batch keep its numbers.',
  };
  return (
    <div class="buttons">
      {holder.types === 'Account' ? (
        <PageButton desk={desk} accountId={holder.accountId} hasBank={hasBank} show={show} />
      ) : null}
      {session.may(write, 'validateABARoutingNumber') ? (
        <FormButton
          desk={desk}
          words={`${words} the bank account`}
          title={`Bank account of ${name}`}
          name={`bank-${idOf(holder)}`}
          fields={FIELDS}
          start={{ accountType: 'Checking' }}
          yes="Store"
          send={send}
        />
      ) : null}
      {hasBank && session.may('deleteExternalAccount') ? <ConfirmedActions name={name} actions={[removal]} /> : null}
    </div>
  );
}

interface PageProps {
  readonly desk: Desk;
  readonly accountId: string;
  readonly hasBank: boolean;
  readonly show: (address: string) => void;
}

/** Makes the address of the page on which the holder enters the bank account. */
function PageButton({ desk, accountId, hasBank, show }: PageProps): Node | null {
  const { session } = desk;
  const method: MethodName = hasBank ? 'updateLinkExternalAccount' : 'linkExternalAccount';
  if (!session.may(method)) return null;
  const make = () =>
    attempt(
      desk,
      async () => show(String((await session.api.call(method, { accountId })).accountDetails)),
      'The page is ready: send its address to the investor.',
    );
  return (
    <button type="button" onClick={make}>
      Make a page for the investor
    </button>
  );
}
