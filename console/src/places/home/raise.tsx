/** What investors put into the reader's offerings, by state, as the venue adds it up over all investments. */
import { type Desk, dollarText, pathOf, quantityText, sentence } from '../../data/index.ts';
import { type Node, Panel, placeholder, useLoaded } from '../../parts/index.ts';
import { Figures } from './figure.tsx';

interface Sum {
  readonly value: string;
  readonly records: number;
  readonly amounts: Readonly<Record<string, string>>;
}

const EVERY_MS = 30_000;
/** In the order of a raise. */
const STATES = ['CREATED', 'FUNDED', 'SETTLED', 'UNWIND PENDING', 'UNWIND SETTLED', 'CANCELED'];

export function Raise({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const read = async () => (await session.api.call('listTrades', { limit: 1, sumBy: 'orderStatus' })).sums as Sum[];
  const loaded = useLoaded(read, [], EVERY_MS);
  const aside = session.may('getAllOffers') ? <a href={pathOf('offerings')}>Offerings</a> : null;
  return (
    <Panel title="Raise by state" name="raise" wide aside={aside}>
      {placeholder(loaded, 'No investment yet.') ?? (
        <Figures figures={(loaded.value ?? []).toSorted((one, other) => rank(one) - rank(other)).map(figureOf)} />
      )}
    </Panel>
  );
}

const rank = ({ value }: Sum): number => STATES.indexOf(value);

function figureOf({ value, records, amounts: { totalAmount } }: Sum) {
  const state = sentence(value.toLowerCase());
  const count = `${quantityText(records)} ${records === 1 ? 'investment' : 'investments'}`;
  return {
    words: state,
    value: totalAmount === undefined ? count : dollarText(totalAmount),
    path: pathOf('investments', '', new URLSearchParams({ 'f.state': state }).toString()),
    ...(totalAmount === undefined ? {} : { about: count }),
  };
}
