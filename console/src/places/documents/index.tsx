/** Documents that investors sign: those that were sent, a record of each, and the templates that they are made from. */
import { type Desk, pathOf } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { type Column, Table, useList } from '../../table/index.ts';
import {
  accountColumn,
  clientColumns,
  SIGNATURE_STATES,
  type Signature,
  signatureOf,
  signatureState,
  signatureWords,
  useColumns,
} from '../../views/index.ts';
import { SentDocument } from './sent-document.tsx';
import { TEMPLATES_PAGE, Templates } from './templates.tsx';

const KINDS = { Subscription: 'subscription', NDA: 'nda' };

const signerOf = ({ fields, partyId }: Signature): string => String(fields.signerName ?? partyId);

const columnsOf = (desk: Desk): readonly Column<Signature>[] => [
  { id: 'document', title: 'Document', width: 150, value: ({ name }) => name, below: signerOf },
  {
    ...{ id: 'state', title: 'State', width: 90, kind: 'choice', field: 'status', sends: SIGNATURE_STATES },
    ...{ choices: Object.keys(SIGNATURE_STATES), value: signatureWords, view: signatureState },
  },
  {
    ...{ id: 'signer', title: 'Signer', width: 120, isWideOnly: true },
    value: signerOf,
  },
  {
    ...{ id: 'kind', title: 'Kind', width: 84, kind: 'choice', field: 'kind', sends: KINDS, isWideOnly: true },
    ...{ choices: Object.keys(KINDS), value: ({ kind }: Signature) => kind },
  },
  accountColumn(desk, { field: 'accountId' }),
  {
    ...{ id: 'investment', title: 'Investment', width: 76, field: 'tradeId', isWideOnly: true },
    value: ({ tradeId }) => tradeId,
  },
  {
    ...{ id: 'offering', title: 'Offering', width: 80, field: 'offeringId', isHidden: true },
    value: ({ offeringId }) => offeringId,
    text: ({ offeringId }) => desk.securities.fullTitleOf(offeringId),
  },
  {
    ...{ id: 'sent', title: 'Sent', width: 146, kind: 'time', field: 'createdDate', isWideOnly: true },
    value: ({ created }) => created,
  },
  {
    ...{ id: 'changed', title: 'Changed', width: 150, kind: 'time', field: 'updatedDate', isHidden: true },
    value: ({ updated }) => (Number.isNaN(updated) ? null : updated),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const columns = useColumns(desk, () => [...columnsOf(desk), ...clientColumns<Signature>(desk)]);
  const list = useList(desk, { method: 'listSignatures', key: 'signatures', columns, read: signatureOf }, 30_000);
  const tools = session.may('fetchSubscriptionDocuments') ? (
    <a class="button" href={pathOf('documents', TEMPLATES_PAGE)}>
      Templates
    </a>
  ) : null;
  return (
    <Table
      name="documents"
      label="Documents"
      {...list}
      columns={columns}
      opens
      tools={tools}
      idOf={({ signatureId }: Signature) => signatureId}
      empty="No documents. Add a template to an offering, then send it to sign from an investment."
    />
  );
}

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return id === TEMPLATES_PAGE ? <Templates desk={desk} /> : <SentDocument desk={desk} id={id} />;
}
