import { type Desk, dollarText, type Fields, instantOf, useTopic } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Empty,
  type Fact,
  FormButton,
  type FormField,
  Named,
  type Node,
  RecordLink,
  RecordView,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { BY_HAND, RAILS, type Refund, readRefund, sourceOf, stateText, titleOf } from './refund.ts';

/** What is to be given back, or a refund: whose money it is, and what can be done with it. */
export function RefundRecord({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  useTopic(desk.names.changed);
  const { value: refund, failure, again } = useLoaded(() => readRefund(desk, id), [id], 15_000);
  if (refund === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const Actions = refund.refundId === null ? GiveBack : Report;
  return (
    <RecordView
      title={titleOf(desk, refund)}
      about={refund.refundId === null ? 'To be given back' : `Refund ${refund.refundId}`}
      state={<strong>{stateText(refund)}</strong>}
      actions={<Actions desk={desk} refund={refund} again={again} />}
      facts={factsOf(desk, refund)}
    />
  );
}

function factsOf({ session }: Desk, refund: Refund): readonly Fact[] {
  const { rail, tradeId, accountId, offeringId, waitsUntil, createdDate, clientId } = refund;
  const source = sourceOf(refund);
  const mayOpen = !BY_HAND.includes(rail) || session.may('getReceipts');
  return [
    ['By', RAILS[rail] ?? rail],
    ['Gives back', source && (mayOpen ? <a href={source.path}>{source.words}</a> : source.words)],
    ['Waits until', waitsUntil],
    ['Investment', <RecordLink place="investments" id={tradeId} />],
    ['Account', <RecordLink place="accounts" id={accountId} />],
    ['Offering', <RecordLink place="offerings" id={offeringId} />],
    ['Reference', refund.reference],
    ['Reason', refund.reason],
    ['Why it ended', refund.errors],
    ['Batch of', refund.batchDay],
    ['Trace number', refund.traceNumber],
    ['Client', clientId && <Named id={clientId} />],
    ['Made', createdDate === null ? '' : <When at={instantOf(createdDate)} />],
  ];
}

interface ActionsProps {
  readonly desk: Desk;
  readonly refund: Refund;
  readonly again: () => void;
}

/** By the way in which it came, or by hand. */
function GiveBack({ desk, refund, again }: ActionsProps): Node | null {
  const { session } = desk;
  const { rail, paymentNumber, tradeId, amount, status } = refund;
  if (!session.may('performRefund') || status !== 'Due') return null;
  const rails = [rail, ...BY_HAND.filter((one) => one !== rail)];
  const fields: readonly FormField[] = [
    { name: 'rail', label: 'By', kind: 'choice', choices: rails.map((one) => [one, RAILS[one] ?? one] as const) },
    { name: 'amount', label: 'Amount in dollars', kind: 'number', hint: `Empty: all ${dollarText(amount)}.` },
    { name: 'reference', label: 'Reference', hint: 'Of the wire or the number of the check; otherwise your own.' },
    { name: 'reason', label: 'Reason' },
  ];
  const send = async (sent: Fields) => {
    const of = sent.rail === rail && paymentNumber !== null ? { paymentNumber } : {};
    const answer = await session.api.call('performRefund', { tradeId, ...of, ...sent });
    const made = answer.refund as Partial<Refund> | undefined;
    const words = `${dollarText(made?.amount ?? amount)} is given back: refund ${made?.refundId}.`;
    desk.say('done', made === undefined ? 'It waits for a second operator.' : words);
    again();
  };
  return (
    <FormButton
      desk={desk}
      words="Give back"
      title={`Give back ${dollarText(amount)} of investment ${tradeId}`}
      name={`refund-${tradeId}-${rail}-${paymentNumber ?? ''}`}
      fields={fields}
      start={{ rail }}
      yes="Give back"
      send={send}
      isPrimary
    />
  );
}

const STEPS: readonly (readonly [words: string, status: string, from: readonly string[], says: string])[] = [
  ['Void', 'Voided', ['Pending'], 'It does not go out. The money is due again.'],
  ['Record as settled', 'Settled', ['Submitted'], 'The investor has the money.'],
  ['Record a return', 'Returned', ['Submitted', 'Settled'], 'The money came back, and is due again.'],
];

/** What the operator knows of a refund. */
function Report({ desk, refund, again }: ActionsProps): Node | null {
  const { session } = desk;
  const { refundId, rail, status, amount } = refund;
  if (!session.may('updateRefundStatus')) return null;
  const isFinal = rail === 'CARD' && status === 'Settled';
  const actions = STEPS.filter(([, , from]) => from.includes(status) && !isFinal).map(([words, next, , says]) => ({
    words,
    says: `${dollarText(amount)}: ${says}`,
    reason: 'Reason',
    isDanger: next !== 'Settled',
    does: async (reason: string) => {
      const sent = { refundId, status: next, reason };
      await attempt(
        desk,
        () => session.api.call('updateRefundStatus', sent),
        `Refund ${refundId} is ${next.toLowerCase()}.`,
      );
      again();
    },
  }));
  return <ConfirmedActions name={`refund ${refundId}`} actions={actions} />;
}
