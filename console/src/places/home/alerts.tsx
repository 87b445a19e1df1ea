/** The open alerts of surveillance by severity, as the venue counts them. */
import { type Desk, instantOf, pathOf, quantityText } from '../../data/index.ts';
import { Empty, type Node, Panel, Scroll, useLoaded } from '../../parts/index.ts';
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
  const { value, failure } = useLoaded(read, [], EVERY_MS);
  const aside = <a href={pathOf('surveillance', '', 'f.state=Open')}>All open alerts</a>;
  return (
    <Panel title="Open alerts" name="alerts" wide aside={aside}>
      {value === undefined || value.length === 0 ? (
        <Empty>{failure ?? (value === undefined ? 'Reading …' : '✓ No alert is open.')}</Empty>
      ) : (
        <Scroll label="Open alerts">
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">Severity</th>
                <th scope="col">Rule</th>
                <th scope="col" class="number">
                  Open
                </th>
                <th scope="col" class="number">
                  Assigned to nobody
                </th>
                <th scope="col">Oldest waits</th>
              </tr>
            </thead>
            <tbody>
              {value.map(({ rule, severity, open, unassigned, oldestTime }) => (
                <tr key={rule}>
                  <th scope="row">{severityText(severity)}</th>
                  <td data-title="Rule">
                    <a href={listOf(rule)}>{rule}</a>
                  </td>
                  <td class="number" data-title="Open">
                    {quantityText(open)}
                  </td>
                  <td class="number" data-title="Assigned to nobody">
                    {quantityText(unassigned)}
                  </td>
                  <td data-title="Oldest waits">
                    <Age since={instantOf(oldestTime)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Panel>
  );
}

const listOf = (rule: string): string =>
  pathOf('surveillance', '', new URLSearchParams({ 'f.state': 'Open', 'f.rule': rule }).toString());
