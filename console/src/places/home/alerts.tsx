/** The open alerts of surveillance by severity, as the venue counts them. */
import { type Desk, instantOf, pathOf, quantityText } from '../../data/index.ts';
import { type Node, Panel, placeholder, Rows, useLoaded } from '../../parts/index.ts';
import { severityText } from '../../views/index.ts';
import { Age } from './figure.tsx';

interface Count {
  readonly rule: string;
  readonly severity: string;
  readonly open: number;
  readonly unassigned: number;
  readonly oldestTime: string;
}

const EVERY_MS = 10_000;

export function Alerts({ desk }: { readonly desk: Desk }): Node {
  const read = async () => (await desk.session.api.call('getAlertCounts')).alertCounts as readonly Count[];
  const loaded = useLoaded(read, [], EVERY_MS);
  const aside = <a href={pathOf('surveillance', '', 'f.state=Open')}>All open alerts</a>;
  return (
    <Panel title="Open alerts" name="alerts" wide aside={aside}>
      {placeholder(loaded, '✓ No alert is open.') ?? (
        <Rows
          label="Open alerts"
          rows={loaded.value ?? []}
          keyOf={({ rule }) => rule}
          columns={[
            { title: 'Severity', cell: ({ severity }) => severityText(severity) },
            { title: 'Rule', cell: ({ rule }) => <a href={listOf(rule)}>{rule}</a> },
            { title: 'Open', isNumber: true, cell: ({ open }) => quantityText(open) },
            { title: 'Assigned to nobody', isNumber: true, cell: ({ unassigned }) => quantityText(unassigned) },
            { title: 'Oldest waits', cell: ({ oldestTime }) => <Age since={instantOf(oldestTime)} /> },
          ]}
        />
      )}
    </Panel>
  );
}

const listOf = (rule: string): string =>
  pathOf('surveillance', '', new URLSearchParams({ 'f.state': 'Open', 'f.rule': rule }).toString());
