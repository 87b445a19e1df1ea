/** A payment: where it is, what happened to it, and what can be done with it. */
import { type Desk, dollarText, useTopic } from '../../data/index.ts';
import {
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
} from '../../parts/index.ts';
import { type Payment, paymentOf, paymentState, RAILS } from '../../views/index.ts';
import { Actions } from './actions.tsx';

export function PaymentRecord({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  useTopic(desk.names.changed);
  const { value: payment, failure, again } = useLoaded(() => readPayment(desk, id), [id], 15_000);
  if (payment === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { rail, amount, accountId } = payment;
  const account = desk.names.titleOf(accountId);
  return (
    <RecordView
      title={`${dollarText(amount)} of account ${account}`}
      about={`${RAILS[rail]} ${id}`}
      state={<strong>{paymentState(payment)}</strong>}
      actions={<Actions desk={desk} payment={payment} again={again} />}
      facts={factsOf(payment)}
    >
      <Section title="What happened">
        <Timeline steps={stepsOf(payment)} />
      </Section>
    </RecordView>
  );
}

async function readPayment({ session }: Desk, id: string): Promise<Payment> {
  const [rail = '', referenceNumber = ''] = id.split('-');
  const { payments } = await session.api.call('getPayments', { rail, referenceNumber, limit: 1 });
  const [found] = payments as never[];
  if (found === undefined) throw new Error(`There is no payment ${id}.`);
  return paymentOf(found);
}

function factsOf({
  accountId,
  tradeId,
  approvalStatus,
  batchDay,
  traceNumber,
  errors,
  clientId,
}: Payment): readonly Fact[] {
  return [
    ['Account', <RecordLink place="accounts" id={accountId} />],
    ['Investment', tradeId === null ? '' : <RecordLink place="investments" id={tradeId} />],
    ['Approval', approvalStatus],
    ['Batch of', batchDay],
    ['Trace number', traceNumber],
    ['Why', errors],
    ['Client', clientId && <Named id={clientId} />],
  ];
}

/** The venue keeps when it was made and when it changed last. */
function stepsOf({ created, updated, status, errors, batchDay }: Payment): readonly Step[] {
  const made: Step = { at: created, title: 'Created' };
  if (status === 'Pending' || Number.isNaN(updated)) return [made];
  const text = errors ?? (batchDay === null ? '' : `With the batch of ${batchDay}`);
  const kind = status === 'Settled' ? 'good' : status === 'Submitted' ? undefined : 'bad';
  return [{ at: updated, title: status, text, ...(kind === undefined ? {} : { kind }) }, made];
}
