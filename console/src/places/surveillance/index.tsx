/** Alerts of surveillance: what the rules noticed, who looks into it, and the orders and trades that show it. */
import { type Desk, pathOf, useAddress } from '../../data/index.ts';
import { Named, type Node } from '../../parts/index.ts';
import { type Column, Table, times, usePages } from '../../table/index.ts';
import { accountColumn, clientColumns, named, SEVERITIES, severityText, useColumns } from '../../views/index.ts';
import { type Alert, RULES, stateText } from './alert.ts';
import { AlertRecord } from './record.tsx';
import { RulesRecord } from './rules.tsx';

const RULES_RECORD = 'rules';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return id === RULES_RECORD ? <RulesRecord desk={desk} /> : <AlertRecord key={id} desk={desk} id={id} />;
}

const PAGE = 100;
const EVERY_MS = 10_000;

function columnsOf(desk: Desk): readonly Column<Alert>[] {
  const { securities } = desk;
  return [
    { id: 'raised', title: 'Raised', width: 146, ...times('raisedTime'), below: ({ rule }) => rule },
    {
      ...{ id: 'rule', title: 'Rule', width: 110, kind: 'choice', choices: RULES, isWideOnly: true },
      value: ({ rule }) => rule,
    },
    {
      ...{ id: 'severity', title: 'Severity', width: 84, kind: 'choice', choices: SEVERITIES, isWideOnly: true },
      value: ({ severity }) => severity,
      view: ({ severity }) => severityText(severity),
    },
    {
      ...{ id: 'state', title: 'State', width: 80, kind: 'choice', choices: ['Open', 'Closed'] },
      value: ({ status }) => status,
      view: ({ status }) => stateText(status),
      below: ({ clientId }) => <Named id={clientId} />,
    },
    {
      ...{ id: 'security', title: 'Security', width: 130, isWideOnly: true },
      value: ({ securityId }) => securities.titleOf(securityId),
    },
    ...clientColumns<Alert>(desk),
    accountColumn(desk, { isHidden: true, isWideOnly: false }),
    named(desk, {
      ...{ id: 'other', title: 'Other side', width: 84, isWideOnly: true },
      value: ({ otherClientId }: Alert) => otherClientId,
    }),
    {
      ...{ id: 'times', title: 'Times', width: 50, kind: 'number', isWideOnly: true },
      value: ({ occurrences }) => occurrences,
    },
    { id: 'last', title: 'Last', width: 146, isWideOnly: true, isHidden: true, ...times('lastTime') },
    { id: 'assigned', title: 'Assigned to', width: 90, isWideOnly: true, value: ({ assignedTo }) => assignedTo },
    { id: 'alert', title: 'Alert', width: 130, isHidden: true, value: ({ alertId }) => alertId },
  ];
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session, securities } = desk;
  const columns = useColumns(desk, () => columnsOf(desk), [securities.all]);
  const { query } = useAddress();
  const asked = {
    ...oneOf('status', query.get('f.state')),
    ...oneOf('rule', query.get('f.rule')),
    ...oneOf('severity', query.get('f.severity')),
  };
  const list = usePages<Alert>(
    async (cursor) => {
      const answer = await session.api.call('getAlerts', { ...asked, limit: PAGE, ...(cursor && { cursor }) });
      return { rows: answer.alerts as Alert[], next: (answer.nextCursor as string | null) ?? undefined };
    },
    [JSON.stringify(asked)],
    EVERY_MS,
  );
  const tools = session.may('getSurveillanceRules') ? (
    <a class="button" href={pathOf('surveillance', RULES_RECORD)}>
      Rules
    </a>
  ) : null;
  return (
    <Table
      name="surveillance"
      label="Alerts"
      {...list}
      columns={columns}
      opens
      tools={tools}
      idOf={({ alertId }: Alert) => alertId}
      empty="No alerts. One appears here when a rule notices something in the orders and trades of any client."
    />
  );
}

/** The venue filters by one choice; of several the table leaves the rows that it has. */
function oneOf(name: string, filter: string | null): Readonly<Record<string, string>> {
  return filter === null || filter.includes(',') ? {} : { [name]: filter };
}
