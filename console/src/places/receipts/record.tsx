import { type Desk, dollarText, type Fields, instantOf, useTopic } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Empty,
  type Fact,
  type Find,
  FormButton,
  type FormField,
  findIn,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Rows,
  Section,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { kindWords, type Receipt, readReceipt, stateText } from './receipt.ts';

/** A wire or a check: what of it is for which investments, and what can be done with it. */
export function ReceiptRecord({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  useTopic(desk.names.changed);
  const { value: receipt, failure, again } = useLoaded(() => readReceipt(desk, id), [id], 15_000);
  if (receipt === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  return (
    <RecordView
      title={`${kindWords(receipt)} of ${dollarText(receipt.amount)} from ${receipt.payer}`}
      about={`Receipt ${id}`}
      state={<strong>{stateText(receipt)}</strong>}
      actions={<Actions desk={desk} receipt={receipt} again={again} />}
      facts={factsOf(desk, receipt)}
    >
      <Section title="Investments">
        <Matches matches={receipt.matches} />
      </Section>
    </RecordView>
  );
}

function factsOf({ securities }: Desk, receipt: Receipt): readonly Fact[] {
  const { offeringId, matchedAmount, unmatchedAmount, receivedDate, reference, reason, createdDate, clientId } =
    receipt;
  return [
    [
      'Offering',
      <RecordLink place="offerings" id={offeringId}>
        {securities.fullTitleOf(offeringId)}
      </RecordLink>,
    ],
    ['For investments', dollarText(matchedAmount)],
    ['Unmatched', dollarText(unmatchedAmount)],
    ['Received on', receivedDate],
    [receipt.kind === 'WIRE' ? 'Reference' : 'Number', reference],
    ['Why it was returned', reason],
    ['Client', <Named id={clientId} />],
    ['Recorded', <When at={instantOf(createdDate)} />],
  ];
}

function Matches({ matches }: Pick<Receipt, 'matches'>): Node {
  const shown = matches.filter(({ amount }) => Number(amount) !== 0);
  if (shown.length === 0) return <Empty>None yet. Match the receipt with the investment that it pays.</Empty>;
  return (
    <Rows
      label="Investments"
      rows={shown}
      keyOf={({ tradeId }) => tradeId}
      columns={[
        { title: 'Investment', cell: ({ tradeId }) => <RecordLink place="investments" id={tradeId} /> },
        { title: 'Amount', isNumber: true, cell: ({ amount }) => dollarText(amount) },
      ]}
    />
  );
}

const FOUND_IN = 500;

/** The investments of the offering that are not ended, newest first, with what is due. */
function findInvestment({ session }: Desk, offeringId: string): Find {
  let read: Promise<readonly { readonly id: string; readonly name: string }[]> | undefined;
  return async (text) => {
    read ??= session.api
      .call('listTrades', {
        filter: JSON.stringify({ offeringId, orderStatus: ['CREATED', 'FUNDED'] }),
        limit: FOUND_IN,
      })
      .then(({ trades }) =>
        (trades as Fields[]).map(({ tradeId, accountName, accountId, totalAmount }) => ({
          id: String(tradeId),
          name: `${accountName || accountId}, ${dollarText(String(totalAmount))}`,
        })),
      );
    const found = await read;
    return findIn(() => found)(text);
  };
}

interface ActionsProps {
  readonly desk: Desk;
  readonly receipt: Receipt;
  readonly again: () => void;
}

function Actions({ desk, receipt, again }: ActionsProps): Node | null {
  const { session } = desk;
  const { receiptId, status, offeringId, unmatchedAmount, amount } = receipt;
  if (status === 'Returned') return null;
  const fields: readonly FormField[] = [
    { name: 'tradeId', label: 'Investment', kind: 'record', find: findInvestment(desk, offeringId), required: true },
    {
      ...{ name: 'amount', label: 'Amount in dollars', kind: 'number' },
      hint: `Of the receipt for this investment. Empty: the other ${dollarText(unmatchedAmount)}; 0 takes all back.`,
    },
    { name: 'reason', label: 'Reason', hint: 'Needed to take money from an investment.' },
  ];
  const match = async (sent: Fields) => {
    const answer = await session.api.call('matchReceipt', { receiptId, ...sent });
    const words = `The receipt is matched with investment ${sent.tradeId}.`;
    desk.say('done', answer.receipt === undefined ? 'It waits for a second operator.' : words);
    again();
  };
  const giveBack = async (reason: string) => {
    await attempt(desk, () => session.api.call('returnReceipt', { receiptId, reason }), 'The receipt is returned.');
    again();
  };
  const says = `${dollarText(amount)} went back, or never came. All of it is taken from its investments.`;
  const action = { words: 'Return', says, reason: 'Why it went back', isDanger: true, does: giveBack };
  return (
    <>
      {session.may('matchReceipt') ? (
        <FormButton
          desk={desk}
          words="Match"
          title={`Match ${kindWords(receipt).toLowerCase()} ${receiptId}`}
          name={`match-${receiptId}`}
          fields={fields}
          yes="Match"
          send={match}
          isPrimary
        />
      ) : null}
      {session.may('returnReceipt') ? (
        <ConfirmedActions name={`${kindWords(receipt)} ${receiptId}`} actions={[action]} />
      ) : null}
    </>
  );
}
