/** The register of a security (F14): who has which shares, traded and settled, with every entry of each holder. */
import { useState } from 'preact/hooks';
import { type Desk, quantityText } from '../../data/index.ts';
import { Named, type Node, RecordLink } from '../../parts/index.ts';
import { type Column, dollars, prices, shares, Table, usePages } from '../../table/index.ts';
import { named, OfSecurity, useColumns } from '../../views/index.ts';
import { HolderRecord } from './record.tsx';
import { type Holder, readPage, recordOf, type Sums, saveLots, saveTransactions } from './register.ts';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return <HolderRecord key={id} desk={desk} id={id} />;
}

const columnsOf = (desk: Desk): readonly Column<Holder>[] => [
  {
    ...named(desk, {
      ...{
        id: 'holder',
        title: 'Holder',
        width: 120,
        value: ({ accountId, clientId }: Holder) => accountId ?? clientId,
      },
    }),
    view: ({ accountId, clientId }) =>
      accountId === null ? <Named id={clientId} /> : <RecordLink place="accounts" id={accountId} />,
  },
  named(desk, {
    ...{ id: 'client', title: 'Client', width: 120, kind: 'choice', isWideOnly: true },
    value: ({ clientId }) => clientId,
  }),
  { id: 'shares', title: 'Shares', width: 90, ...shares('quantity') },
  { id: 'settled', title: 'Settled', width: 90, isWideOnly: true, ...shares('settled') },
  { id: 'average', title: 'Average cost', width: 100, isWideOnly: true, ...prices('averageCost') },
  { id: 'cost', title: 'Cost', width: 110, isWideOnly: true, ...dollars('cost') },
  { id: 'since', title: 'Since', width: 100, value: ({ lots }) => lots[0]?.date ?? null, isWideOnly: true },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const show = (securityId: string) => <Register key={securityId} desk={desk} securityId={securityId} />;
  return <OfSecurity desk={desk} show={show} />;
}

function Register({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node {
  const [sums, setSums] = useState<Sums | undefined>(undefined);
  const pages = usePages<Holder>(
    async (cursor) => {
      const page = await readPage(desk, securityId, cursor);
      // Later pages count no holders of record.
      setSums((first) =>
        cursor === undefined || first === undefined
          ? page.sums
          : { ...page.sums, holdersOfRecord: first.holdersOfRecord },
      );
      return page;
    },
    [],
    30_000,
  );
  const columns = useColumns<Holder>(desk, () => columnsOf(desk));
  const tools = (
    <>
      <button type="button" onClick={() => saveLots(desk, securityId)}>
        Export lots
      </button>
      <button type="button" onClick={() => saveTransactions(desk, securityId)}>
        Export for cap tables (OCF)
      </button>
    </>
  );
  return (
    <>
      {sums === undefined ? null : (
        <div class="place-tools">
          <p class="hint">{wordsOf(sums)}</p>
        </div>
      )}
      <Table
        name="register"
        label="Register"
        {...pages}
        columns={columns}
        opens
        tools={tools}
        idOf={(holder: Holder) => recordOf(securityId, holder)}
        empty="No holders. They appear with the first closed investment, trade or report of holders."
      />
    </>
  );
}

/** Of all holders, as the venue adds them up. */
function wordsOf({ holders, holdersOfRecord, issued, fromOutside, settled }: Sums): string {
  const parts = [`${quantityText(holders)} holders`];
  if (holdersOfRecord !== null) parts.push(`${quantityText(holdersOfRecord)} holders of record`);
  parts.push(`${quantityText(settled)} settled shares`);
  if (Number(issued) !== 0) parts.push(`${quantityText(issued)} issued by closed investments`);
  if (Number(fromOutside) !== 0) parts.push(`${quantityText(fromOutside)} by reports`);
  return `${parts.join(', ')}.`;
}
