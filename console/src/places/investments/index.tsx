/** Investments: a list with what each lacks, and a record with its approvals, documents and money. */
import { type Desk, go, instantOf, pathOf } from '../../data/index.ts';
import { DialogButton, type Node } from '../../parts/index.ts';
import { type Column, dollars, shares, Table, useList } from '../../table/index.ts';
import {
  clientColumns,
  INVESTMENT_STATES,
  type Investment,
  InvestmentForm,
  investmentOf,
  investmentState,
  investmentStateText,
  investmentStateWords,
  lacksOf,
  useColumns,
} from '../../views/index.ts';

export { Record } from './record.tsx';

const COLUMNS: readonly Column<Investment>[] = [
  {
    id: 'investment',
    title: 'Investment',
    width: 78,
    field: 'tradeId',
    value: ({ tradeId }) => tradeId,
    below: ({ accountName }) => accountName,
  },
  { id: 'offering', title: 'Offering', width: 88, isWideOnly: true, value: ({ issueName }) => issueName },
  { id: 'investor', title: 'Account', width: 102, isWideOnly: true, value: ({ accountName }) => accountName },
  {
    ...{ id: 'account', title: 'Account id', width: 100, isHidden: true, field: 'accountId' },
    value: ({ accountId }) => accountId,
  },
  { id: 'units', title: 'Units', width: 56, isWideOnly: true, field: 'totalShares', ...shares('units') },
  { id: 'amount', title: 'Amount', width: 88, field: 'totalAmount', ...dollars('amount') },
  { id: 'pays', title: 'Pays by', width: 60, kind: 'choice', isWideOnly: true, value: ({ pays }) => pays },
  {
    ...{ id: 'state', title: 'State', width: 90, kind: 'choice', field: 'orderStatus', sends: INVESTMENT_STATES },
    ...{ choices: Object.keys(INVESTMENT_STATES), value: investmentState, view: investmentStateText },
  },
  {
    ...{ id: 'lacks', title: 'Lacks', width: 192, isWideOnly: true },
    value: (investment) => lacksOf(investment).join(', ') || null,
  },
  {
    ...{ id: 'created', title: 'Created', width: 84, kind: 'time', field: 'createdDate', isWideOnly: true },
    value: ({ fields }) => instantOf(String(fields.createdDate)),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const columns = useColumns(desk, () => [...COLUMNS, ...clientColumns<Investment>(desk)]);
  const sums = { by: 'orderStatus', amount: 'totalAmount', words: investmentStateWords };
  const list = useList(desk, { method: 'listTrades', key: 'trades', columns, read: investmentOf, sums }, 30_000);
  const may = session.may('createTrade', 'getAllOffers', 'listAccounts') && !session.capabilities.operator;
  const done = (tradeId: string) => {
    list.again();
    go(pathOf('investments', tradeId));
  };
  const form = (close: () => void) => <InvestmentForm desk={desk} done={done} close={close} />;
  const tools = may ? <DialogButton words="New investment" isPrimary show={form} /> : null;
  return (
    <Table
      name="investments"
      label="Investments"
      {...list}
      columns={columns}
      opens
      tools={tools}
      idOf={({ tradeId }: Investment) => tradeId}
      empty={`Investments of accounts in offerings appear here.${may ? ' Make one with “New investment …”.' : ''}`}
    />
  );
}
