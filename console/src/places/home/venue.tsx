/** Whether the venue serves, its nodes, and what traded today. */
import { type Desk, pathOf, quantityText, useTopic } from '../../data/index.ts';
import { type Node, Panel, placeholder, useLoaded } from '../../parts/index.ts';
import { type Figure, Figures } from './figure.tsx';

interface Health {
  readonly serves: 'Yes' | 'No';
  readonly reason: string | null;
  readonly figures: readonly { readonly name: string; readonly value: number }[];
}

interface Cluster {
  readonly leader: string | null;
  readonly nodes: readonly { readonly there: 'Yes' | 'No' }[];
}

const EVERY_MS = 5000;
const GIB = 1024 ** 3;

export function Venue({ desk }: { readonly desk: Desk }): Node {
  const { api, may } = desk.session;
  const { market } = desk;
  useTopic(market.looked);
  const health = useLoaded(async () => (await api.call('getVenueHealth')).health as Health, [], EVERY_MS);
  const readNodes = async () => (may('getCluster') ? ((await api.call('getCluster')).cluster as Cluster | null) : null);
  const nodes = useLoaded(readNodes, [], EVERY_MS);
  const days = [...market.days.values()];
  const matches = days.reduce((sum, { trades }) => sum + trades, 0);
  const shares = days.reduce((sum, { volume }) => sum + Number(volume), 0);
  const today: Figure = {
    ...{ words: 'Matches today', value: quantityText(matches), about: `${quantityText(shares)} shares` },
    ...(may('listAtsTrades') ? { path: pathOf('trades') } : {}),
  };
  const aside = <a href={pathOf('health')}>Health and nodes</a>;
  const { value, failure } = health;
  return (
    <Panel title="Venue" name="venue" wide aside={aside} stale={value && failure}>
      {placeholder(health) ?? (
        <Figures figures={[...healthFigures(value as Health), nodesFigure(nodes.value ?? null), today]} />
      )}
    </Panel>
  );
}

function healthFigures({ serves, reason, figures }: Health): readonly Figure[] {
  const figure = (name: string) => figures.find((one) => one.name === name)?.value ?? 0;
  return [
    { words: 'Serves', value: serves === 'Yes' ? '✓ yes' : '✕ no', ...(reason === null ? {} : { about: reason }) },
    { words: 'Live orders', value: quantityText(figure('openats_venue_live_orders')), path: pathOf('orders') },
    { words: 'History lag, events', value: quantityText(figure('openats_history_lag_events')) },
    { words: 'Disk free', value: `${quantityText(Math.round(figure('openats_disk_free_bytes') / GIB))} GiB` },
  ];
}

function nodesFigure(cluster: Cluster | null): Figure {
  if (cluster === null) return { words: 'Nodes', value: '1', about: 'one process' };
  const there = cluster.nodes.filter((node) => node.there === 'Yes').length;
  const about = cluster.leader === null ? '✕ no node leads' : `${cluster.leader} leads`;
  return { words: 'Nodes', value: `${there} of ${cluster.nodes.length}`, about };
}
