import type { MethodName } from '../../client/index.ts';
import { type Desk, type Fields, quantityText } from '../../data/index.ts';
import { attempt, ConfirmedActions, type Node } from '../../parts/index.ts';
import { type Offering, offeringState, soldOf } from '../../views/index.ts';

interface Ending {
  readonly method: MethodName;
  readonly words: string;
  /** The states that it is for. */
  readonly from: readonly string[];
  readonly fields?: Fields;
  readonly done: string;
  readonly says: (offering: Offering) => string;
  /** It is asked for the id of the offering. */
  readonly isTyped?: boolean;
}

const ENDINGS: readonly Ending[] = [
  {
    ...{
      method: 'updateOffering',
      words: 'Approve',
      from: ['Pending', 'Denied'],
      fields: { offeringStatus: 'Approved' },
    },
    done: 'is approved: the venue has it as a security.',
    says: () => 'It becomes a security of the venue under its id, and its shares trade.',
  },
  {
    ...{ method: 'closeOffering', words: 'Close', from: ['Pending', 'Approved'], isTyped: true },
    done: 'is closed.',
    says: (offering) =>
      `${quantityText(soldOf(offering))} units are sold. It takes no more investments, live orders in it are ` +
      'cancelled, and pending payments are voided. All its investments must be paid, unwound or cancelled before.',
  },
  {
    ...{ method: 'admitOffering', words: 'Admit to trading', from: ['Closed'] },
    done: 'is admitted: its shares trade.',
    says: () => 'The venue trades its shares from now on. It takes no more investments.',
  },
  {
    ...{ method: 'reopenOffering', words: 'Reopen', from: ['Closed', 'Cancelled'] },
    done: 'is open again.',
    says: () => 'It has the state from before again. Orders that were cancelled stay cancelled.',
  },
  {
    ...{ method: 'cancelOffering', words: 'Cancel', from: ['Pending', 'Approved'], isTyped: true },
    done: 'is cancelled.',
    says: () => 'It takes no more investments, live orders in it are cancelled. Investors are not refunded by this.',
  },
];

interface EndingsProps {
  readonly desk: Desk;
  readonly offering: Offering;
  readonly again: () => void;
}

/** What can be done in the state that it is in. */
export function Endings({ desk, offering, again }: EndingsProps): Node {
  const { offeringId, issueName } = offering;
  const shown = ENDINGS.filter(
    ({ method, from }) => from.includes(offeringState(offering)) && desk.session.may(method),
  );
  const act = async ({ method, fields, done }: Ending) => {
    await attempt(desk, () => desk.session.api.call(method, { ...fields, offeringId }), `${issueName} ${done}`);
    again();
  };
  const actions = shown.map((one) => ({ ...one, says: one.says(offering), does: () => act(one) }));
  return <ConfirmedActions name={issueName} actions={actions} />;
}
