/** The nodes of the venue, how far each lags, and the handover to another one (O18). */
import type { Desk } from '../../data/index.ts';
import { messageOf, quantityText } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  Empty,
  type Node,
  Panel,
  Rows,
  type RowsColumn,
  useLoaded,
} from '../../parts/index.ts';

interface ClusterNode {
  readonly name: string;
  readonly role: string;
  readonly there: 'Yes' | 'No';
  readonly address: string;
  readonly version: string;
  readonly lastCommandSeq: number;
  readonly lagCommands: number;
  readonly lagMilliseconds: number;
  readonly clockMilliseconds: number;
  readonly reportedMilliseconds: number;
}

interface Cluster {
  readonly leader: string | null;
  readonly epoch: number;
  readonly lastCommandSeq: number;
  readonly handoverAsked: 'Yes' | 'No';
  readonly nodes: readonly ClusterNode[];
}

const EVERY_MS = 2000;

const stateOf = ({ there, role, reportedMilliseconds }: ClusterNode): string =>
  there === 'Yes'
    ? `${role === 'leader' ? '●' : '○'} ${role}`
    : `✕ gone, last seen ${quantityText(Math.round(reportedMilliseconds / 1000))} s ago`;

const COLUMNS: readonly RowsColumn<ClusterNode>[] = [
  {
    title: 'Node',
    cell: ({ name, address }) => (
      <>
        {name}
        <small class="below">{address}</small>
      </>
    ),
  },
  { title: 'Role', cell: stateOf },
  { title: 'Last command', isNumber: true, cell: ({ lastCommandSeq }) => quantityText(lastCommandSeq) },
  { title: 'Lag, commands', isNumber: true, cell: ({ lagCommands }) => quantityText(lagCommands) },
  { title: 'Lag, ms', isNumber: true, cell: ({ lagMilliseconds }) => quantityText(lagMilliseconds) },
  { title: 'Clock ahead, ms', isNumber: true, cell: ({ clockMilliseconds }) => quantityText(clockMilliseconds) },
  { title: 'Version', cell: ({ version }) => version },
];

export function Nodes({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  // While the venue changes its leader a call fails: the page goes on asking.
  const read = async () => {
    try {
      return { cluster: (await session.api.call('getCluster')).cluster as Cluster | null, failure: '' };
    } catch (error) {
      return { cluster: undefined, failure: messageOf(error) };
    }
  };
  const { value, again } = useLoaded(read, [], EVERY_MS);
  const hand = async () => {
    await attempt(desk, () => session.api.call('handOverVenue'), 'The leader hands the venue over.');
    again();
  };
  const cluster = value?.cluster;
  if (cluster === undefined || cluster === null) {
    const words =
      cluster === null ? 'One process: the venue has no other nodes (JOURNAL_URL is not set).' : 'Reading …';
    return (
      <Panel title="Nodes" name="nodes" wide>
        <Empty>{value?.failure || words}</Empty>
      </Panel>
    );
  }
  const { leader, epoch, nodes, handoverAsked } = cluster;
  const next = nodes.filter(({ name, role, there }) => name !== leader && role === 'standby' && there === 'Yes');
  const says =
    `${leader ?? 'The leader'} answers the calls in progress and becomes a standby; ` +
    `${next.map(({ name }) => name).join(' or ')} leads within seconds. Calls meanwhile wait or are repeated.`;
  return (
    <Panel title="Nodes" name="nodes" wide>
      <p>
        {leader === null ? '✕ No node leads' : `● ${leader} leads`}, epoch {quantityText(epoch)}
        {handoverAsked === 'Yes' ? '; a handover is asked for' : ''}.{' '}
        {session.may('handOverVenue') && next.length > 0 && handoverAsked === 'No' ? (
          <ConfirmedActions name="the venue" actions={[{ words: 'Hand over', says, does: hand }]} />
        ) : null}
      </p>
      <Rows label="Nodes" rows={nodes} keyOf={({ name }) => name} columns={COLUMNS} />
    </Panel>
  );
}
