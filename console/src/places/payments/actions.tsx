import type { MethodName } from '../../client/index.ts';
import { type Desk, dollarText, type Fields } from '../../data/index.ts';
import { attempt, ConfirmedActions, type Node } from '../../parts/index.ts';
import type { Payment } from '../../views/index.ts';

interface Action {
  readonly words: string;
  readonly method: MethodName;
  readonly from: readonly string[];
  readonly fields: Fields;
  readonly says: string;
  /** The text that is asked for is sent under this name. */
  readonly asks?: string;
}

interface Rail {
  /** How its methods name a payment, and its state. */
  readonly number: string;
  readonly state: string;
  readonly toVoid: MethodName;
  readonly toReport: MethodName;
  /** Absent: its payments are not approved one by one. */
  readonly toApprove?: MethodName;
}

const RAILS: Readonly<Record<string, Rail>> = {
  ACH: {
    ...{ number: 'RefNum', state: 'fundStatus', toVoid: 'requestForVoidACH', toReport: 'updateExternalFundMoveStatus' },
    toApprove: 'updateExternalFundMoveApprovedStatus',
  },
  CARD: {
    ...{ number: 'RefNum', state: 'fundStatus', toVoid: 'requestForVoidCCTransaction' },
    ...{ toReport: 'updateCCFundMoveStatus', toApprove: 'updateCCFundMoveApprovedStatus' },
  },
  CUSTODY: {
    ...{ number: 'referenceNumber', state: 'status', toVoid: 'updateCustodyFundMove' },
    toReport: 'updateCustodyFundMoveStatus',
  },
};

function clientActions({ toVoid }: Rail, rail: string): readonly Action[] {
  const says = 'It is taken back before it goes to the bank or the card processor.';
  return [
    { words: 'Void', method: toVoid, from: ['Pending'], says, fields: rail === 'CUSTODY' ? { status: 'void' } : {} },
  ];
}

function operatorActions({ state, toReport, toApprove }: Rail): readonly Action[] {
  const report = (words: string, status: string, from: readonly string[], says: string): Action => ({
    ...{ words, method: toReport, from, says, fields: { [state]: status } },
    ...(status === 'Returned' ? { asks: 'errors' } : {}),
  });
  const approve = (words: string, transactionstatus: string, says: string): readonly Action[] =>
    toApprove === undefined
      ? []
      : [{ words, method: toApprove, from: ['Pending'], says, fields: { transactionstatus } }];
  return [
    ...approve('Approve', 'Approved', 'It goes out with the next batch.'),
    ...approve('Decline', 'Declined', 'It stays out of the batches until it is approved or voided.'),
    report('Record as submitted', 'Submitted', ['Pending'], 'It went out by hand, not with a batch.'),
    report('Record as settled', 'Settled', ['Submitted'], 'The money has arrived. Its investment becomes funded.'),
    report('Record a return', 'Returned', ['Submitted', 'Settled'], 'The money went back to the investor.'),
  ];
}

interface Props {
  readonly desk: Desk;
  readonly payment: Payment;
  readonly again: () => void;
}

/** What can be done in its state: the client voids it, the operator approves it and records what the bank did. */
export function Actions({ desk, payment, again }: Props): Node {
  const { session } = desk;
  const { rail, referenceNumber, status, amount, id } = payment;
  const of = RAILS[rail] as Rail;
  const all = session.capabilities.operator ? operatorActions(of) : clientActions(of, rail);
  const shown = all.filter(({ method, from }) => session.may(method) && from.includes(status));
  const act = async ({ method, fields, asks, words }: Action, reason: string) => {
    const sent = { [of.number]: referenceNumber, ...fields, ...(asks === undefined ? {} : { [asks]: reason }) };
    await attempt(desk, () => session.api.call(method, sent), `${words}: ${id} is done.`);
    again();
  };
  const actions = shown.map((one) => ({
    words: one.words,
    says: `${dollarText(amount)}: ${one.says}`,
    reason: one.asks === undefined ? undefined : 'Code and text of the bank',
    does: (reason: string) => act(one, reason),
  }));
  return <ConfirmedActions name={id} actions={actions} />;
}
