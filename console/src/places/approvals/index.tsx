/** The queue of everything that needs a decision of this reader. */
import { type Desk, dollarText, NEEDS_MAX, type Need, pathOf } from '../../data/index.ts';
import { type Node, When } from '../../parts/index.ts';
import { type Column, Table } from '../../table/index.ts';
import { useNeeds } from './use-needs.ts';

export { Record } from './record.tsx';

const COLUMNS: readonly Column<Need>[] = [
  {
    ...{ id: 'what', title: 'What', width: 212, value: ({ what }: Need) => what },
    below: ({ kind, who }) => (who === '' ? kind : `${kind}, ${who}`),
  },
  { id: 'kind', title: 'Kind', width: 116, kind: 'choice', isWideOnly: true, value: ({ kind }) => kind },
  { id: 'who', title: 'Of', width: 116, isWideOnly: true, value: ({ who }) => who },
  {
    ...{ id: 'value', title: 'Value', width: 84, kind: 'number', value: ({ value }: Need) => value },
    text: ({ value }) => (value === null ? '' : dollarText(value.toFixed(2))),
  },
  {
    ...{ id: 'since', title: 'Since', width: 120, kind: 'time', value: ({ at }) => at, isWideOnly: true },
    view: ({ at }) => (at === null ? '' : <When at={at} />),
  },
  {
    ...{
      id: 'until',
      title: 'Until',
      width: 120,
      kind: 'time',
      value: ({ until }) => until,
      isWideOnly: true,
    },
    view: ({ until }) => (until === null ? '' : <When at={until} />),
  },
  {
    ...{ id: 'record', title: 'Record', width: 120, isWideOnly: true, value: ({ record }) => record },
    view: ({ place, record }) => (place === '' ? '' : <a href={pathOf(place, record)}>{record || 'Open'}</a>),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  useNeeds(desk);
  const { all, failure } = desk.needs;
  const isCut = Object.values(Object.groupBy(all ?? [], ({ kind }) => kind)).some(({ length }) => length >= NEEDS_MAX);
  const { operator, fourEyes } = desk.session.capabilities;
  return (
    <Table
      name="approvals"
      label="Needs you"
      rows={all}
      failure={failure}
      columns={COLUMNS}
      opens
      idOf={({ id }: Need) => id}
      stale={isCut ? `Of each kind the first ${NEEDS_MAX} are here; others follow once some are decided.` : undefined}
      empty={`Nothing needs you. ${
        operator
          ? `Alerts, checks, custody requests, disbursements and actions of another operator appear here${
              fourEyes ? '' : ' (two-person approval is off: FOUR_EYES)'
            }.`
          : 'Orders in a security of yours, investments to approve and returned payments appear here.'
      }`}
    />
  );
}
