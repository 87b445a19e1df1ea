import type { MethodName } from '../client/index.ts';
import { type Desk, dollarText, type Fields, NO_ADDRESS } from '../data/index.ts';
import { attempt, ConfirmedActions, type Node } from '../parts/index.ts';
import type { Investment } from './investment.ts';

interface Action {
  readonly method: MethodName;
  readonly words: string;
  readonly for: (investment: Investment) => boolean;
  readonly fields: (investment: Investment, reason: string, name: string) => Fields;
  readonly says: (investment: Investment) => string;
  readonly done: string;
  readonly reason?: string;
  /** Cannot be undone: its id is typed. */
  readonly isTyped?: boolean;
  /** Only of the client of the investment; the others are of the operator too. */
  readonly isClients: boolean;
}

const isOpen = ({ state }: Investment): boolean => state === 'CREATED' || state === 'FUNDED';
const ids = ({ tradeId, accountId }: Investment): Fields => ({ tradeId, accountId });
const money = ({ amount }: Investment): string => dollarText(amount);
const isByHand = ({ pays }: Investment): boolean => pays === 'WIRE' || pays === 'CHECK';

const ACTIONS: readonly Action[] = [
  {
    ...{ method: 'updateTrade', words: 'Approve as representative', isClients: true },
    for: (one) => isOpen(one) && one.fields.RRApprovalStatus !== 'Approved',
    fields: (one, _reason, name) => ({ ...ids(one), RRApprovalStatus: 'Approved', RRName: name }),
    says: ({ tradeId }) => `The registered representative approves investment ${tradeId}.`,
    done: 'The representative approved.',
  },
  {
    ...{ method: 'updateTrade', words: 'Approve as principal', isClients: true },
    for: (one) => isOpen(one) && one.fields.PrincipalApprovalStatus !== 'Approved',
    fields: (one, _reason, name) => ({ ...ids(one), PrincipalApprovalStatus: 'Approved', PrincipalName: name }),
    says: ({ tradeId }) => `The principal approves investment ${tradeId}.`,
    done: 'The principal approved.',
  },
  {
    ...{ method: 'sendSubscriptionDocument', words: 'Send to sign', isClients: true },
    for: (one) => isOpen(one) && one.fields.esignStatus !== 'SIGNED',
    fields: ({ offeringId, accountId, tradeId }) => ({ offeringId, accountId, tradeId }),
    says: () => 'The documents of the offering go to the primary party by e-mail, to be signed.',
    done: 'The documents are sent.',
  },
  {
    ...{ method: 'externalFundMove', words: 'Debit bank account', isClients: true },
    for: ({ state, pays }) => state === 'CREATED' && pays === 'ACH',
    fields: (one) => ({
      ...{ ...ids(one), offeringId: one.offeringId, amount: Number(one.amount).toFixed(2) },
      ...{ description: one.issueName, checkNumber: one.tradeId },
    }),
    says: (one) => `${money(one)} are debited from the bank account of ${one.accountName} with the next batch.`,
    done: 'The debit waits for the next batch.',
  },
  {
    ...{ method: 'ccFundMove', words: 'Charge the card', isClients: true },
    for: ({ state, pays }) => state === 'CREATED' && pays === 'CREDITCARD',
    fields: (one) => ({ ...ids(one), createdIpAddress: NO_ADDRESS }),
    says: (one) => `${money(one)} are charged to the card of ${one.accountName} by the processor, this evening.`,
    done: 'The payment by card waits for the processor.',
  },
  {
    ...{ method: 'updateTradeStatus', words: 'Record the money', isClients: false },
    for: (one) => one.state === 'CREATED' && isByHand(one),
    fields: (one) => ({ ...ids(one), orderStatus: 'FUNDED' }),
    says: (one) => `${money(one)} of ${one.accountName} have arrived by ${one.pays.toLowerCase()}.`,
    done: 'The money is recorded.',
  },
  {
    ...{ method: 'updateTradeStatus', words: 'Withdraw the record', isClients: false, reason: 'Reason' },
    for: (one) => one.state === 'FUNDED' && isByHand(one),
    fields: (one, reason) => ({ ...ids(one), orderStatus: 'CREATED', errDesc: reason }),
    says: (one) => `The money of ${one.accountName} that was recorded by hand did not arrive: it is due again.`,
    done: 'The record of the money is withdrawn.',
  },
  {
    ...{ method: 'updateTradeStatus', words: 'Settle', isClients: true },
    for: ({ state, fields }) => state === 'FUNDED' && fields.eligibleToClose === 'yes',
    fields: (one) => ({ ...ids(one), orderStatus: 'SETTLED' }),
    says: (one) => `The units are issued to ${one.accountName}: they are in the register from now on.`,
    done: 'It is settled.',
  },
  {
    ...{ method: 'updateTradeStatus', words: 'Record the refund', isClients: false },
    for: (one) => one.state === 'UNWIND PENDING' && isByHand(one),
    fields: (one) => ({ ...ids(one), orderStatus: 'UNWIND SETTLED' }),
    says: (one) => `${money(one)} are back at ${one.accountName}; the units go back to the offering.`,
    done: 'The refund is recorded.',
  },
  {
    ...{ method: 'cancelInvestment', words: 'Cancel', isClients: true, isTyped: true, reason: 'Reason' },
    for: isOpen,
    fields: ({ tradeId }, reason, name) => ({ tradeId, requestedBy: name, reason }),
    says: (one) =>
      one.state === 'FUNDED'
        ? `${money(one)} go back to ${one.accountName}. The units go back to the offering once the money is back.`
        : 'It is withdrawn, and its units go back to the offering. A payment that waits is voided.',
    done: 'The investment is cancelled.',
  },
];

interface Props {
  readonly desk: Desk;
  readonly investment: Investment;
  readonly again: () => void;
  /** Only these; absent: all. */
  readonly only?: readonly MethodName[];
}

/** What can be done in the state that it is in. */
export function InvestmentActions({ desk, investment, again, only }: Props): Node {
  const { session } = desk;
  const { operator, name } = session.capabilities;
  const shown = ACTIONS.filter(
    (one) =>
      session.may(one.method) &&
      !(one.isClients && operator) &&
      (only === undefined || only.includes(one.method)) &&
      one.for(investment),
  );
  const act = async (action: Action, reason: string) => {
    const fields = action.fields(investment, reason, name);
    await attempt(desk, () => session.api.call(action.method, fields), action.done);
    again();
  };
  const actions = shown.map((one) => ({
    ...one,
    says: one.says(investment),
    does: (reason: string) => act(one, reason),
  }));
  const { tradeId } = investment;
  return <ConfirmedActions name={`investment ${tradeId}`} actions={actions} />;
}
