/** One that waits: all that is known of it, and what can be decided. */
import { useState } from 'preact/hooks';
import type { MethodName } from '../../client/index.ts';
import {
  type Desk,
  dollarText,
  type Fields,
  labelOf,
  type Need,
  type NeedKind,
  pathOf,
  sentence,
  valueWords,
} from '../../data/index.ts';
import {
  attempt,
  CallText,
  ConfirmedActions,
  Empty,
  type Fact,
  Facts,
  type Node,
  RecordLink,
  RecordView,
  Section,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { CheckState } from '../../views/index.ts';
import { useNeeds } from './use-needs.ts';
import { WhatChanges } from './what-changes.tsx';

interface Decision {
  readonly words: string;
  readonly method: MethodName;
  readonly says: string;
  readonly fields: (need: Need, desk: Desk) => Fields;
  /** What the text that is asked for is; absent: none is. */
  readonly reason?: string;
  readonly done: string;
}

/** With the terms that the reader saw: a replaced order is refused (V15). */
function termsOf({ fields }: Need, desk: Desk): Fields {
  const { orderId, securityId, contingencies, number_shares, price_per_share } = fields;
  return {
    ...{ orderid: orderId, issuerid: desk.securities.find(String(securityId))?.issuerId ?? '' },
    ...{ quantity: Number(number_shares), contingencies },
    ...(price_per_share === 'RFQ' ? {} : { price: price_per_share }),
  };
}

const actionId = ({ fields }: Need): Fields => ({ actionId: fields.actionId });
const orderid = ({ fields }: Need): Fields => ({ orderid: fields.orderId });

const DECISIONS: Partial<Readonly<Record<NeedKind, readonly Decision[]>>> = {
  Order: [
    {
      ...{ words: 'Approve', method: 'updateOrder', says: 'It enters the book on these terms.', done: 'is approved.' },
      fields: (need, desk) => ({ ...termsOf(need, desk), orderStatus: 'Live' }),
    },
    {
      ...{
        words: 'Refuse',
        method: 'updateOrder',
        says: 'It ends, and its client gets the reason.',
        done: 'is refused.',
      },
      ...{ reason: 'Reason', fields: (need, desk) => ({ ...termsOf(need, desk), orderStatus: 'Not Approved' }) },
    },
  ],
  'First refusal': [
    {
      ...{ words: 'Waive', method: 'answerFirstRefusal', says: 'The right is not used: the order may trade.' },
      ...{ fields: (need) => ({ ...orderid(need), answer: 'Waive' }), done: 'may trade.' },
    },
    {
      ...{ words: 'Exercise', method: 'answerFirstRefusal', reason: 'Reason, shown to its client', done: 'has ended.' },
      says: 'The order ends, and the purchase happens outside of the venue.',
      fields: (need) => ({ ...orderid(need), answer: 'Exercise' }),
    },
  ],
  'Two-person action': [
    {
      ...{ words: 'Approve', method: 'approveAction', fields: actionId, done: 'is approved.' },
      says: 'It is done now, with these values.',
    },
    {
      ...{ words: 'Reject', method: 'rejectAction', fields: actionId, done: 'is rejected.' },
      says: 'It is not done.',
    },
  ],
};

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  useNeeds(desk);
  const { needs, session } = desk;
  const need = needs.all?.find((one) => one.id === id);
  if (need === undefined) {
    const words = needs.all === undefined ? 'Reading …' : 'It no longer waits: it was decided, or has ended.';
    return <Empty>{needs.failure ?? words}</Empty>;
  }
  // Whoever asked may withdraw it, and not approve it.
  const shown = (DECISIONS[need.kind] ?? [])
    .filter(({ method }) => session.may(method) && !(need.isOwn && method === 'approveAction'))
    .map((one) => (need.isOwn ? { ...one, words: 'Withdraw', done: 'is withdrawn.' } : one));
  const act = async ({ method, fields, done }: Decision, reason: string) => {
    const sent = { ...fields(need, desk), ...(reason === '' ? {} : { reason }) };
    await attempt(desk, () => session.api.call(method, sent), `${nameOf(need)} ${done}`);
    await needs.read();
  };
  const actions = shown.map((one) => ({ ...one, does: (reason: string) => act(one, reason) }));
  const buttons = (
    <>
      <ConfirmedActions name={nameOf(need)} actions={actions} />
      {need.place === '' ? null : (
        <a class="button" href={pathOf(need.place, need.record)}>
          Open the record
        </a>
      )}
    </>
  );
  return (
    <RecordView title={need.what} about={need.kind} actions={buttons} facts={factsOf(need)}>
      <AccountChecks desk={desk} fields={need.fields} />
      {need.kind === 'Two-person action' ? (
        <WhatChanges desk={desk} action={need.fields} />
      ) : (
        <Section title="What was asked">
          <Facts facts={wordsIn(desk, need.fields)} />
        </Section>
      )}
      <RawCall need={need} />
    </RecordView>
  );
}

/** The call that waits, or the record itself, once it is asked for. */
function RawCall({ need: { kind, fields } }: { readonly need: Need }): Node {
  const [isOpen, open] = useState(false);
  const isCall = kind === 'Two-person action';
  return (
    <details open={isOpen} onToggle={(event: Event) => open((event.target as HTMLDetailsElement).open)}>
      <summary>{isCall ? 'The call that waits' : 'As the API has it'}</summary>
      {!isOpen ? null : isCall ? (
        <CallText call={{ name: fields.method as MethodName, fields: fields.values as Fields }} />
      ) : (
        <Facts facts={factsIn(fields)} />
      )}
    </details>
  );
}

interface Checked extends Fields {
  readonly accountName?: string;
  readonly kycStatus: string;
  readonly amlStatus: string;
  readonly accreditedStatus: string;
}

/** The account and its checks: an own one is read; of that of another client, an order has the checks (V16). */
function AccountChecks({ desk, fields }: { readonly desk: Desk; readonly fields: Fields }): Node | null {
  const accountId = typeof fields.accountId === 'string' ? fields.accountId : '';
  const may = desk.session.may('readAccount') && accountId !== '';
  const { value, failure } = useLoaded(async () => {
    if (!may) return undefined;
    return (await desk.session.api.call('readAccount', { accountId })).account as Checked;
  }, [accountId]);
  const known = value ?? (typeof fields.kycStatus === 'string' ? (fields as Checked) : undefined);
  if (known === undefined) {
    if (failure === undefined) return null;
    return (
      <Section title="Account">
        <Empty>Account {accountId} is not one of yours: its checks are not shown.</Empty>
      </Section>
    );
  }
  const { accountName, kycStatus, amlStatus, accreditedStatus } = known;
  const link = (
    <RecordLink place="accounts" id={accountId}>
      {accountName ?? accountId}
    </RecordLink>
  );
  return (
    <Section title="Account">
      <Facts
        facts={[
          ['Account', value === undefined ? accountId : link],
          ['Identity (KYC)', <CheckState status={kycStatus} />],
          ['Watch list (AML)', <CheckState status={amlStatus} />],
          ['Accreditation', <CheckState status={accreditedStatus} />],
        ]}
      />
    </Section>
  );
}

const nameOf = ({ kind, id }: Need): string => `${kind.split(' ')[0]} ${id.slice(id.indexOf('-') + 1)}`;

/** A time of the venue with its zone; the title has the reader's own. */
const NewYork = ({ at }: { readonly at: number }): Node => (
  <>
    <When at={at} /> New York
  </>
);

const factsOf = ({ kind, who, value, at, until, isOwn }: Need): readonly Fact[] => [
  [kind === 'Two-person action' ? 'Asked by' : 'Of', who],
  ['Value', value === null ? '' : dollarText(value.toFixed(2))],
  ['Since', at === null ? '' : <NewYork at={at} />],
  ['Until', until === null ? '' : <NewYork at={until} />],
  ['Decides', isOwn ? 'Another operator: you asked for it.' : ''],
];

/** What was asked, with names, and with numbers and times as people read them. */
function wordsIn(desk: Desk, fields: Fields): readonly Fact[] {
  return Object.entries(fields).map(([name, value]) => [sentence(labelOf(name)), valueWords(desk, name, value)]);
}

/** All fields of the API. */
function factsIn(fields: Fields): readonly Fact[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
}
