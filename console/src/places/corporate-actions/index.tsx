/** Corporate actions of a security (R1): the list, the form that announces one, and the record of each. */
import type { Desk } from '../../data/index.ts';
import { DialogButton, type Node } from '../../parts/index.ts';
import { type Column, Table, times, usePages } from '../../table/index.ts';
import { OfSecurity } from '../../views/index.ts';
import { type CorporateAction, readActions, recordIdOf, statusText, termsText } from './action.ts';
import { Announce } from './announce.tsx';

export { Record } from './record.tsx';

const columnsOf = (desk: Desk): readonly Column<CorporateAction>[] => [
  {
    ...{ id: 'kind', title: 'Action', width: 120, kind: 'choice', value: ({ kind }: CorporateAction) => kind },
    below: (action) => termsText(desk, action),
  },
  { id: 'terms', title: 'Terms', width: 230, isWideOnly: true, value: (action) => termsText(desk, action) },
  { id: 'ex', title: 'Ex date', width: 84, value: ({ exDate }) => exDate },
  { id: 'record', title: 'Record date', width: 92, isWideOnly: true, value: ({ recordDate }) => recordDate },
  { id: 'pay', title: 'Pay date', width: 84, isWideOnly: true, value: ({ payDate }) => payDate },
  { id: 'status', title: 'State', width: 104, kind: 'choice', value: ({ status }) => status, view: statusText },
  { id: 'declared', title: 'Announced', width: 144, isWideOnly: true, ...times('declaredTime') },
  { id: 'note', title: 'Note', width: 130, isHidden: true, value: ({ note }) => note },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  return (
    <OfSecurity
      desk={desk}
      show={(securityId: string) => <Actions key={securityId} desk={desk} securityId={securityId} />}
    />
  );
}

function Actions({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node {
  const pages = usePages<CorporateAction>((before) => readActions(desk, securityId, before), [], 30_000);
  const tools = desk.session.may('createCorporateAction') ? (
    <DialogButton
      words="Announce an action"
      title={`Corporate action of ${desk.securities.titleOf(securityId)}`}
      isPrimary
      show={(close) => <Announce desk={desk} securityId={securityId} close={close} done={pages.again} />}
    />
  ) : null;
  return (
    <Table
      name="corporate-actions"
      label="Corporate actions"
      {...pages}
      columns={columnsOf(desk)}
      opens
      idOf={recordIdOf}
      tools={tools}
      empty="No corporate actions. Announced splits, dividends and other actions of the security appear here."
    />
  );
}
