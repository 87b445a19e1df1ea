import { useState } from 'preact/hooks';
import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, instantOf } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Dialog,
  Empty,
  type Fact,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Section,
  type Step,
  Timeline,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { FileLink, type Signature, signatureOf, signatureState } from '../../views/index.ts';

interface Props {
  readonly desk: Desk;
  readonly id: string;
}

/** A document that was sent: its files, its events, and what can be done until it is signed. */
/** Absent or null: the file is not there, or this key may not read it. */
interface Addresses {
  readonly sourceUrl?: string | null;
  readonly documentUrl?: string | null;
}

export function SentDocument({ desk, id }: Props): Node {
  const loaded = useLoaded(
    async () => signatureOf((await desk.session.api.call('readSignature', { signatureId: id })).signature as Fields),
    [id],
    15_000,
  );
  const { value: one, failure, again } = loaded;
  if (one === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { sourceUrl, documentUrl } = one.fields as Addresses;
  return (
    <RecordView
      title={one.name}
      about={`${one.kind} document ${id}`}
      state={<strong>{signatureState(one)}</strong>}
      facts={factsOf(one, desk.securities.fullTitleOf(one.offeringId))}
      actions={<Actions desk={desk} one={one} again={again} />}
    >
      <Section title="Files">
        <ul class="plain-list flush">
          {sourceUrl ? (
            <li>
              <FileLink href={sourceUrl}>As it was sent</FileLink>
            </li>
          ) : null}
          {documentUrl ? (
            <li>
              <FileLink href={documentUrl}>Signed, with its certificate</FileLink>
            </li>
          ) : null}
          {sourceUrl || documentUrl ? null : <li>This key may not read the files.</li>}
        </ul>
      </Section>
      <Section title="What happened">
        <Timeline steps={stepsOf(one)} />
      </Section>
    </RecordView>
  );
}

function factsOf(one: Signature, offering: string): readonly Fact[] {
  const { offeringId, accountId, tradeId, partyId, fields, clientId } = one;
  return [
    [
      'Signer',
      <RecordLink place="people" id={partyId}>
        {String(fields.signerName ?? partyId)}
      </RecordLink>,
    ],
    ['Account', <RecordLink place="accounts" id={accountId} />],
    ['Investment', tradeId === null ? '' : <RecordLink place="investments" id={tradeId} />],
    [
      'Offering',
      <RecordLink place="offerings" id={offeringId}>
        {offering}
      </RecordLink>,
    ],
    ['Why declined', String(fields.declineReason ?? '')],
    ['Envelope', String(fields.documentKey)],
    ['Client', clientId && <Named id={clientId} />],
    ['Sent', <When at={one.created} />],
  ];
}

const EVENTS: Readonly<Record<string, string>> = {
  created: 'Made from its template',
  sent: 'Sent to the signer',
  viewed: 'Opened by the signer',
  signed: 'Signed',
  declined: 'Declined',
  voided: 'Voided',
  reported: 'Reported by the provider',
};

function stepsOf({ fields }: Signature): readonly Step[] {
  const events = fields.events as { name: string; happenedDate: string }[];
  return events.toReversed().map(({ name, happenedDate }) => {
    const kind = name === 'signed' ? 'good' : name === 'declined' || name === 'voided' ? 'bad' : undefined;
    return { at: instantOf(happenedDate), title: EVENTS[name] ?? name, ...(kind === undefined ? {} : { kind }) };
  });
}

interface ActionsProps {
  readonly desk: Desk;
  readonly one: Signature;
  readonly again: () => void;
}

/** Of the client alone: the address of the signer is nobody else's. */
function Actions({ desk, one, again }: ActionsProps): Node | null {
  const { session } = desk;
  const [address, show] = useState('');
  const { offeringId, accountId, tradeId, status } = one;
  if (session.capabilities.operator) return null;
  const ids: Fields = { offeringId, accountId, ...(tradeId === null ? {} : { tradeId }) };
  const isWaiting = status === 'CREATED' || status === 'NOTSIGNED';
  const isAgain = status === 'DECLINED' || status === 'VOIDED';
  const send = async (method: MethodName, done: string) => {
    await attempt(desk, () => session.api.call(method, ids), done);
    again();
  };
  const open = async () => {
    const method = tradeId === null ? 'sendNda' : 'sendSubscriptionDocumentClient';
    await attempt(
      desk,
      async () => {
        const sent = (await session.api.call(method, ids)).document_details as Fields[];
        const found = sent.find(({ documentKey }) => documentKey === one.fields.documentKey) ?? sent[0];
        show(String(found?.signingUrl ?? ''));
      },
      '',
    );
    again();
  };
  const actions = [
    ...(isWaiting && tradeId !== null && session.may('resendSubscriptionDocuments')
      ? [
          {
            words: 'Send again',
            says: 'The signer is asked again for every document of the investment that is not signed.',
            does: () => send('resendSubscriptionDocuments', 'The documents are sent again.'),
          },
        ]
      : []),
    ...(isAgain && session.may(tradeId === null ? 'sendNda' : 'sendSubscriptionDocument')
      ? [
          {
            words: 'Send a new one',
            says: 'A new document is made from the template and sent. This one stays as it is.',
            does: () => send(tradeId === null ? 'sendNda' : 'sendSubscriptionDocument', 'A new document is sent.'),
          },
        ]
      : []),
  ];
  return (
    <>
      {status === 'CREATED' && session.may('sendSubscriptionDocumentClient', 'sendNda') ? (
        <button type="button" onClick={open}>
          Address to sign
        </button>
      ) : null}
      <ConfirmedActions name={one.name} actions={actions} />
      {address === '' ? null : (
        <Dialog title="Address to sign" close={() => show('')}>
          <p>Give it to the signer. It holds for 24 hours and for one signature.</p>
          <p class="address">
            <FileLink href={address}>{address}</FileLink>
          </p>
        </Dialog>
      )}
    </>
  );
}
