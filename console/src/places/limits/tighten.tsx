import type { Desk, Fields } from '../../data/index.ts';
import { FormButton, type FormField, type Node } from '../../parts/index.ts';
import type { LimitsUsed } from '../../views/index.ts';

const FIELDS: readonly FormField[] = [
  { name: 'maxOrderQuantity', label: 'Shares of an order, at most', kind: 'number' },
  { name: 'maxOrderValue', label: 'Value of an order, at most, $', kind: 'number' },
  { name: 'maxOpenOrders', label: 'Live orders, at most', kind: 'number' },
  { name: 'maxOpenValue', label: 'Value of live orders, at most, $', kind: 'number' },
  { name: 'priceBand', label: 'Price, % from the last price at most', kind: 'number' },
  { name: 'maxOrdersPerSecond', label: 'Orders a second, at most', kind: 'number' },
  {
    ...{ name: 'sides', label: 'Sides', kind: 'choice' },
    choices: [
      ['', 'as they are'],
      ['Buy', 'buy only'],
      ['Sell', 'sell only'],
    ],
  },
  {
    ...{ name: 'noShortSale', label: 'Short sales', kind: 'choice' },
    choices: [
      ['', 'as they are'],
      ['Yes', 'sells only what the position has'],
    ],
  },
];
const WHOLE = ['maxOrderQuantity', 'maxOpenOrders', 'maxOrdersPerSecond'];

interface Props {
  readonly desk: Desk;
  /** Empty: the client. */
  readonly account: string;
  readonly used: LimitsUsed;
  readonly again: () => void;
}

/** The client makes its own limits narrower, at once and without the operator (V53); only the operator widens them. */
export function Tighten({ desk, account, used, again }: Props): Node {
  const { version, limits } = used;
  const send = async (values: Fields) => {
    const numbers = Object.entries(values).map(([name, value]) => [name, WHOLE.includes(name) ? Number(value) : value]);
    const whose = account === '' ? {} : { accountid: account };
    const sent = { ...whose, limits: Object.fromEntries(numbers), expectedVersion: version };
    await desk.session.api.call('tightenLimits', sent);
    desk.say('done', `The limits of ${account === '' ? 'the client' : `account ${account}`} are tighter.`);
    again();
  };
  const start = FIELDS.flatMap(({ name }) => (limits[name] === undefined ? [] : [[name, String(limits[name])]]));
  return (
    <FormButton
      key={`${account} ${version}`}
      desk={desk}
      words="Tighten limits"
      name={`limits-${account}-${version}`}
      fields={FIELDS}
      start={Object.fromEntries(start)}
      yes="Tighten"
      send={send}
    />
  );
}
