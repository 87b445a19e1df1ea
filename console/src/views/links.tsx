/** Links between accounts and people, as records of investors have them. */
import { useState } from 'preact/hooks';
import { type Desk, type Fields, useTopic } from '../data/index.ts';
import {
  attempt,
  Confirm,
  DialogButton,
  Form,
  type FormField,
  type Node,
  placeholder,
  RecordLink,
  Section,
  useLoaded,
} from '../parts/index.ts';
import { findAccount, findPerson } from './investors.tsx';

interface Link {
  readonly id: string;
  readonly firstEntry: string;
  readonly relatedEntry: string;
  readonly linkType: string;
}

const LINKS_READ = 500;

interface Props {
  readonly desk: Desk;
  /** One of the two. */
  readonly partyId?: string | undefined;
  readonly accountId?: string | undefined;
  /** Called once a link was made or deleted. */
  readonly changed?: (() => void) | undefined;
}

/** Who is linked to an account, or the accounts that a person or company is linked to; links are added and deleted. */
export function LinkList({ desk, partyId, accountId, changed }: Props): Node {
  const { session, names } = desk;
  useTopic(names.changed);
  const loaded = useLoaded(() => readLinks(desk, { partyId, accountId }), [partyId, accountId]);
  const [asked, ask] = useState<Link | undefined>(undefined);
  const again = () => {
    loaded.again();
    changed?.();
  };
  const isOwn = !session.capabilities.operator;
  const form = (close: () => void) => (
    <LinkForm desk={desk} partyId={partyId} accountId={accountId} done={again} close={close} />
  );
  const aside = isOwn && session.may('createLink') ? <DialogButton words="Link" show={form} /> : null;
  const remove = async ({ id }: Link) => {
    await attempt(desk, () => session.api.call('deleteLink', { id }), 'The link is deleted.');
    again();
  };
  const title = partyId === undefined ? 'People and companies' : 'Accounts';
  return (
    <>
      <Section title={title} aside={aside}>
        {placeholder(loaded, 'No links. An account needs a primary owner before it can invest.') ?? (
          <ul class="plain-list flush">
            {loaded.value?.map((link) => (
              <li key={link.id}>
                {partyId === undefined ? (
                  <RecordLink
                    place={link.relatedEntry.startsWith('A') ? 'accounts' : 'people'}
                    id={link.relatedEntry}
                  />
                ) : (
                  <RecordLink place="accounts" id={link.firstEntry} />
                )}{' '}
                <small>{link.linkType}</small>{' '}
                {isOwn && session.may('deleteLink') ? (
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Delete the link to ${names.titleOf(
                      partyId === undefined ? link.relatedEntry : link.firstEntry,
                    )}`}
                    onClick={() => ask(link)}
                  >
                    Delete …
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {asked === undefined ? null : (
        <Confirm
          title={`Delete the link of ${names.titleOf(asked.relatedEntry)}`}
          yes="Delete"
          isDanger
          text={`${names.titleOf(asked.relatedEntry)} is no longer ${asked.linkType} of
            ${names.titleOf(asked.firstEntry)}. Both records stay.`}
          close={() => ask(undefined)}
          does={() => remove(asked)}
        />
      )}
    </>
  );
}

async function readLinks({ session }: Desk, { partyId, accountId }: Omit<Props, 'desk'>): Promise<readonly Link[]> {
  const filter = partyId === undefined ? { firstEntry: accountId } : { relatedEntry: partyId };
  const { links } = await session.api.call('listLinks', { filter: JSON.stringify(filter), limit: LINKS_READ });
  return links as Link[];
}

const TYPES = ['owner', 'secondary', 'manager', 'member', 'officer', 'beneficiary', 'trustee', 'grantor'];
const LINK_FIELDS: readonly FormField[] = [
  { name: 'linkType', label: 'Is its', kind: 'choice', choices: TYPES.map((type) => [type, type]) },
  {
    ...{ name: 'primary_value', label: 'Primary', kind: 'choice' },
    choices: [
      ['0', 'No'],
      ['1', 'Yes: invests for the account'],
    ],
  },
  { name: 'notes', label: 'Notes' },
];

const kindOf = (id: string): string =>
  id.startsWith('A') ? 'Account' : id.startsWith('E') ? 'EntityACParty' : 'IndivACParty';

interface FormProps extends Props {
  readonly done: () => void;
  readonly close: () => void;
}

function LinkForm({ desk, partyId, accountId, done, close }: FormProps): Node {
  const other: FormField =
    partyId === undefined
      ? { name: 'relatedEntry', label: 'Person or company', kind: 'record', find: findPerson(desk), required: true }
      : { name: 'firstEntry', label: 'Account', kind: 'record', find: findAccount(desk), required: true };
  const send = async (values: Fields) => {
    const ends = { firstEntry: accountId, relatedEntry: partyId, ...values };
    const kinds = { firstEntryType: 'Account', relatedEntryType: kindOf(String(ends.relatedEntry)) };
    await desk.session.api.call('createLink', { ...ends, ...kinds });
    desk.say('done', `${ends.relatedEntry} and ${ends.firstEntry} are linked.`);
    done();
  };
  return (
    <Form
      desk={desk}
      name={`link-${partyId ?? accountId}`}
      fields={[other, ...LINK_FIELDS]}
      start={{ linkType: 'owner', primary_value: '0' }}
      yes="Link"
      send={send}
      close={close}
    />
  );
}
