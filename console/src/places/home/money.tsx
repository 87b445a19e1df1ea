/** The money of the day by what became of it, over all payments (A22), and what does not agree. */
import { type Desk, dollarText, type Fields, pathOf, quantityText, sumText, venueToday } from '../../data/index.ts';
import { type Node, Panel, placeholder, useLoaded } from '../../parts/index.ts';
import { Figures } from './figure.tsx';

interface Sum {
  readonly payments: number;
  readonly amount: string;
}

const PARTS = [
  ['expected', 'Expected today'],
  ['settled', '✓ Settled'],
  ['underWay', '→ Under way'],
  ['returned', '↶ Returned'],
] as const;
const EVERY_MS = 30_000;

export function Money({ desk }: { readonly desk: Desk }): Node {
  const day = venueToday();
  const loaded = useLoaded(() => desk.session.api.call('getReconciliation', { day }), [day], EVERY_MS);
  const aside = <a href={pathOf('reconciliation', day)}>By rail</a>;
  return (
    <Panel title="Money of the day" name="money" wide aside={aside}>
      {placeholder(loaded) ?? <Figures figures={figuresOf(loaded.value as Fields)} />}
    </Panel>
  );
}

function figuresOf({ rails, differences }: Fields) {
  const all = rails as readonly Readonly<Record<string, Sum>>[];
  const open = differences as readonly { readonly open: number }[] | null | undefined;
  const figures = PARTS.map(([part, words]) => {
    const sums = all.flatMap((rail) => rail[part] ?? []);
    const payments = sums.reduce((sum, one) => sum + one.payments, 0);
    const about = `${quantityText(payments)} ${payments === 1 ? 'payment' : 'payments'}`;
    return { words, value: dollarText(sumText(sums.map(({ amount }) => amount))), about };
  });
  if (!open) return figures;
  const count = open.reduce((sum, one) => sum + one.open, 0);
  return [...figures, { words: 'Differences now', value: quantityText(count), path: pathOf('differences') }];
}
