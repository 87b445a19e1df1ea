/** Offerings: their progress, documents, subscriptions, escrow and close. */
import { centsText, type Desk, dayOf, go, issuerKey, pathOf, quantityText } from '../../data/index.ts';
import { DialogButton, type Node, useLoaded } from '../../parts/index.ts';
import { type Column, dollars, Table } from '../../table/index.ts';
import {
  named,
  type Offering,
  OfferingForm,
  offeringState,
  offeringStateText,
  percentText,
  raisedOf,
  readOfferings,
  shareSold,
  soldOf,
  useColumns,
} from '../../views/index.ts';

export { Record } from './record.tsx';

const sumOf = (rows: readonly Offering[]): string => centsText(rows.reduce((sum, row) => sum + raisedOf(row), 0n));

const columnsOf = (desk: Desk): readonly Column<Offering>[] => [
  { id: 'name', title: 'Offering', width: 130, value: ({ issueName }) => issueName, below: offeringStateText },
  { id: 'id', title: 'Id', width: 50, value: ({ offeringId }) => offeringId, isWideOnly: true },
  named(desk, {
    ...{ id: 'issuer', title: 'Issuer', width: 100, isHidden: true },
    value: ({ issuerId }: Offering) => issuerKey(issuerId),
  }),
  {
    id: 'state',
    title: 'State',
    width: 88,
    kind: 'choice',
    isWideOnly: true,
    value: offeringState,
    view: offeringStateText,
  },
  {
    ...{ id: 'subscribed', title: 'Subscribed', width: 104, value: shareSold, kind: 'number' },
    text: (row) => percentText(shareSold(row)),
    view: (row) => <Progress share={shareSold(row)} />,
    below: (row) => centsText(raisedOf(row)),
  },
  {
    ...{ id: 'shares', title: 'Units', width: 66, kind: 'number', isWideOnly: true, value: soldOf },
    text: (row) => quantityText(soldOf(row)),
  },
  {
    ...{ id: 'offered', title: 'Offered', width: 70, kind: 'number', isWideOnly: true },
    value: ({ totalShares }) => Number(totalShares),
  },
  { id: 'price', title: 'Price', width: 70, isWideOnly: true, ...dollars('unitPrice') },
  {
    ...{ id: 'raised', title: 'Raised', width: 96, kind: 'number', isWideOnly: true, sum: sumOf },
    value: (row) => Number(raisedOf(row)) / 1_000_000,
    text: (row) => centsText(raisedOf(row)),
  },
  { id: 'target', title: 'Target', width: 100, isWideOnly: true, ...dollars('targetAmount') },
  { id: 'ends', title: 'Ends', width: 84, isWideOnly: true, value: ({ endDate }) => dayOf(endDate) },
];

export function Progress({ share }: { readonly share: number }): Node {
  const percent = percentText(share);
  return (
    <span class="progress-line">
      <span
        class="progress"
        style={{ '--fill': percent.replace(' ', '') }}
        role="img"
        aria-label={`${percent} subscribed`}
      >
        <span></span>
      </span>
      <small>{percent}</small>
    </span>
  );
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const { value, failure, again } = useLoaded(() => readOfferings(desk), [], 30_000);
  const columns = useColumns(desk, () => columnsOf(desk));
  const may = session.may('createOffering') && !session.capabilities.operator;
  const made = (offeringId: string) => {
    again();
    go(pathOf('offerings', offeringId));
  };
  const form = (close: () => void) => <OfferingForm desk={desk} done={made} close={close} />;
  const tools = may ? <DialogButton words="New offering" isPrimary show={form} /> : null;
  return (
    <Table
      name="offerings"
      label="Offerings"
      rows={value}
      failure={failure}
      columns={columns}
      opens
      tools={tools}
      idOf={({ offeringId }: Offering) => offeringId}
      empty="No offerings. Create one for an issuer: it takes investments until it is closed."
    />
  );
}
