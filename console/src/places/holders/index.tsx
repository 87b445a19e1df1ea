/** The holders of a security by its register (F4): the cap table, its changes, and the transfer rules. */
import { useState } from 'preact/hooks';
import { type Desk, go, pathOf, quantityText, useTopic } from '../../data/index.ts';
import { Empty, findIn, Named, type Node, Picker, RecordLink } from '../../parts/index.ts';
import { type Column, Table, usePages } from '../../table/index.ts';
import { named, useColumns } from '../../views/index.ts';
import { Changes } from './changes.tsx';
import { type Placed, readRegister, sharesOf } from './register.ts';
import { TransferRules } from './rules.tsx';
import { Tools } from './tools.tsx';

const columnsOf = (desk: Desk): readonly Column<Placed>[] => [
  {
    ...named(desk, {
      ...{
        id: 'holder',
        title: 'Holder',
        width: 105,
        value: ({ accountId, clientId }: Placed) => accountId ?? clientId,
      },
    }),
    view: ({ accountId, clientId }) =>
      accountId === null ? <Named id={clientId} /> : <RecordLink place="accounts" id={accountId} />,
  },
  named(desk, {
    ...{ id: 'client', title: 'Client', width: 120, kind: 'choice', isWideOnly: true },
    value: ({ clientId }) => clientId,
  }),
  { id: 'since', title: 'Since', width: 110, value: ({ lots }) => lots[0]?.date ?? null, isWideOnly: true },
  { id: 'lots', title: 'Lots', width: 70, kind: 'number', value: ({ lots }) => lots.length, isWideOnly: true },
  {
    ...{ id: 'shares', title: 'Shares', width: 85, kind: 'number', value: sharesOf },
    sum: (rows) => quantityText(rows.reduce((sum, row) => sum + sharesOf(row), 0)),
  },
];

/** Of the security in the address; of the first own one without. */
export function Place({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { securities, session } = desk;
  useTopic(securities.changed);
  const own = securities.all.filter((one) => one.isOwn || session.capabilities.operator);
  const securityId = id === '' ? (own[0]?.securityId ?? '') : id;
  if (securityId === '')
    return <Empty>{securities.isRead ? 'This client owns no security of the venue.' : 'Reading …'}</Empty>;
  const find = findIn(() => own.map((one) => ({ id: one.securityId, name: one.title })));
  return (
    <>
      <div class="place-tools">
        <Picker
          label="Security"
          id="holders-security"
          value={securityId}
          find={find}
          set={(chosen: string) => go(pathOf('holders', chosen))}
        />
      </div>
      <Holders key={securityId} desk={desk} securityId={securityId} />
    </>
  );
}

function Holders({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node {
  const pages = usePages<Placed>((after) => readRegister(desk, securityId, after), [], 30_000);
  // Of all shares: known once all holders are read.
  const read = pages.more === undefined ? (pages.rows ?? []) : [];
  const total = read.reduce((sum, row) => sum + sharesOf(row), 0);
  const columns = useColumns<Placed>(
    desk,
    () => [
      ...columnsOf(desk),
      {
        ...{ id: 'part', title: 'Part', width: 75, kind: 'number' },
        value: (row) => (total === 0 ? null : (100 * sharesOf(row)) / total),
        text: (row) => (total === 0 ? '' : `${((100 * sharesOf(row)) / total).toFixed(2)} %`),
      },
    ],
    [total],
  );
  const [reports, setReports] = useState(0);
  const done = () => {
    pages.again();
    setReports(reports + 1);
  };
  const tools = <Tools desk={desk} securityId={securityId} done={done} />;
  return (
    <>
      <TransferRules desk={desk} securityId={securityId} />
      <Table
        name="holders"
        label="Holders"
        {...pages}
        columns={columns}
        tools={tools}
        idOf={({ place }: Placed) => place}
        empty="No holders. Import a CSV with clientId, accountId, date and quantity, or change a holder."
      />
      <Changes desk={desk} securityId={securityId} reports={reports} />
    </>
  );
}
