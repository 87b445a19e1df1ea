/** The nodes of the venue, how far each lags, and the handover to another one (O18). */
import type { Desk } from '../../data/index.ts';
import { messageOf, quantityText } from '../../data/index.ts';
import { attempt, ConfirmedActions, Empty, type Node, Panel, Scroll, useLoaded } from '../../parts/index.ts';

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
      <Scroll label="Nodes">
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">Role</th>
              <th scope="col" class="number">
                Last command
              </th>
              <th scope="col" class="number">
                Lag, commands
              </th>
              <th scope="col" class="number">
                Lag, ms
              </th>
              <th scope="col" class="number">
                Clock ahead, ms
              </th>
              <th scope="col">Version</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <Row key={node.name} {...node} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

function Row(node: ClusterNode): Node {
  const { name, role, there, address, version, reportedMilliseconds } = node;
  const gone = `gone, last seen ${quantityText(Math.round(reportedMilliseconds / 1000))} s ago`;
  return (
    <tr>
      <th scope="row">
        {name}
        <small class="below">{address}</small>
      </th>
      <td data-title="Role">{there === 'Yes' ? `${role === 'leader' ? '●' : '○'} ${role}` : `✕ ${gone}`}</td>
      <td class="number" data-title="Last command">
        {quantityText(node.lastCommandSeq)}
      </td>
      <td class="number" data-title="Lag, commands">
        {quantityText(node.lagCommands)}
      </td>
      <td class="number" data-title="Lag, ms">
        {quantityText(node.lagMilliseconds)}
      </td>
      <td class="number" data-title="Clock ahead, ms">
        {quantityText(node.clockMilliseconds)}
      </td>
      <td data-title="Version">{version}</td>
    </tr>
  );
}
