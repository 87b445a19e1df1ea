/** Wires and checks (A26): those that wait for an investment, and what became of others. */
import type { MethodName } from '../../client/index.ts';
import { type Desk, dollarText, type Fields, pathOf, useAddress } from '../../data/index.ts';
import { FormButton, type FormField, type Node } from '../../parts/index.ts';
import { type Column, dollars, Table, usePages } from '../../table/index.ts';
import { clientColumns, findOffering, useColumns } from '../../views/index.ts';
import { KINDS, kindWords, type Receipt, STATES, stateText, stateWords } from './receipt.ts';
import { ReceiptRecord } from './record.tsx';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return <ReceiptRecord key={id} desk={desk} id={id} />;
}

const PAGE = 100;

const columnsOf = (desk: Desk): readonly Column<Receipt>[] => [
  {
    ...{ id: 'receipt', title: 'Receipt', width: 84, value: ({ receiptId }: Receipt) => receiptId },
    below: (receipt) => kindWords(receipt),
  },
  {
    ...{ id: 'kind', title: 'Kind', width: 70, kind: 'choice', choices: Object.keys(KINDS), isWideOnly: true },
    value: kindWords,
  },
  { id: 'received', title: 'Received', width: 90, value: ({ receivedDate }) => receivedDate, isWideOnly: true },
  {
    ...{ id: 'offering', title: 'Offering', width: 140, isWideOnly: true },
    value: ({ offeringId }) => desk.securities.titleOf(offeringId),
  },
  { id: 'payer', title: 'Payer', width: 130, value: ({ payer }) => payer, isWideOnly: true },
  { id: 'reference', title: 'Reference', width: 130, value: ({ reference }) => reference, isWideOnly: true },
  { id: 'amount', title: 'Amount', width: 90, ...dollars('amount') },
  {
    ...{ id: 'waits', title: 'Unmatched', width: 90, isWideOnly: true, ...dollars('unmatchedAmount') },
  },
  {
    ...{ id: 'state', title: 'State', width: 130, kind: 'choice', choices: Object.keys(STATES) },
    value: stateWords,
    view: stateText,
  },
];

/** The venue filters by one kind and one state; the table by the rest. */
function askedIn(query: URLSearchParams): Readonly<Record<string, string>> {
  const [kind, status] = [KINDS[query.get('f.kind') ?? ''], STATES[query.get('f.state') ?? '']];
  return { ...(kind === undefined ? {} : { kind }), ...(status === undefined ? {} : { status }) };
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const asked = askedIn(useAddress().query);
  const pages = usePages<Receipt>(
    async (cursor) => {
      const answer = await desk.session.api.call('getReceipts', { ...asked, limit: PAGE, ...(cursor && { cursor }) });
      return { rows: answer.receipts as Receipt[], next: (answer.nextCursor ?? undefined) as string | undefined };
    },
    [JSON.stringify(asked)],
    30_000,
  );
  const columns = useColumns(desk, () => [...columnsOf(desk), ...clientColumns<Receipt>(desk)]);
  const waiting = new URLSearchParams({ 'f.state': 'Waits for an investment' }).toString();
  const tools = (
    <>
      <a class="button" href={pathOf('receipts', '', waiting)}>
        Waiting
      </a>
      <Recording desk={desk} words="Record a wire" method="recordWire" again={pages.again} />
      <Recording desk={desk} words="Record a check" method="recordCheck" again={pages.again} />
    </>
  );
  return (
    <Table
      name="receipts"
      label="Wires and checks"
      {...pages}
      columns={columns}
      opens
      tools={tools}
      idOf={({ receiptId }: Receipt) => receiptId}
      empty="No wires or checks. Record what came to the escrow account of an offering with a button above."
    />
  );
}

interface RecordingProps {
  readonly desk: Desk;
  readonly words: string;
  readonly method: MethodName & ('recordWire' | 'recordCheck');
  readonly again: () => void;
}

function Recording({ desk, words, method, again }: RecordingProps): Node | null {
  if (!desk.session.may(method)) return null;
  const isWire = method === 'recordWire';
  const fields: readonly FormField[] = [
    { name: 'offeringId', label: 'Offering', kind: 'record', find: findOffering(desk), required: true },
    { name: 'amount', label: 'Amount in dollars', kind: 'number', required: true },
    { name: 'receivedDate', label: 'Received on', kind: 'date', required: true },
    { name: 'reference', label: isWire ? 'Reference of the bank' : 'Number of the check', required: true },
    { name: 'payer', label: 'Payer, as the bank has it', required: true },
    { name: 'tradeId', label: 'Investment', hint: 'That all of it is for. Empty: it waits, and is matched later.' },
  ];
  const send = async (sent: Fields) => {
    const { receipt } = await desk.session.api.call(method, sent);
    const { receiptId, amount } = (receipt ?? {}) as Partial<Receipt>;
    const done = `${isWire ? 'Wire' : 'Check'} ${receiptId} of ${dollarText(amount ?? '')} is recorded.`;
    desk.say('done', receipt === undefined ? 'It waits for a second operator.' : done);
    again();
  };
  return <FormButton desk={desk} words={words} name={method} fields={fields} yes="Record" send={send} />;
}
