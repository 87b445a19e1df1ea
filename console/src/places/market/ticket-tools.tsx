/** What makes a ticket quick: several tickets, sizes and prices by one click, and how it asks. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type Desk,
  decimalText,
  millionths,
  prefer,
  preferences,
  priced,
  priceText,
  quantityText,
  sharesOf,
} from '../../data/index.ts';
import { Menu, type Node, TextField } from '../../parts/index.ts';
import { START, type Values } from './order-draft.ts';

/** Keys 1 to 4 choose one. */
const TICKETS = [1, 2, 3, 4] as const;
const PRESETS_MAX = 6;

interface KeptTicket {
  readonly values: Values;
  readonly securityId: string;
}

interface Tickets {
  readonly values: Values;
  readonly set: (changes: Partial<Values>) => void;
  /** From 1 on. */
  readonly number: number;
  readonly choose: (number: number) => void;
}

/** Each ticket keeps what was written into it, and its security, while the place is shown. */
export function useTickets(desk: Desk): Tickets {
  const [number, setNumber] = useState(1);
  const [values, setValues] = useState<Values>(START);
  const [kept] = useState(() => new Map<number, KeptTicket>());
  const choose = (next: number) => {
    if (next === number) return;
    kept.set(number, { values, securityId: desk.selected });
    const { values: found = START, securityId = '' } = kept.get(next) ?? {};
    setNumber(next);
    setValues(found);
    if (securityId !== '') desk.select(securityId);
  };
  useFocusOn('#ticket-quantity', number);
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  return { values, set, number, choose };
}

/** After another ticket is drawn, before the next key. */
function useFocusOn(selector: string, number: number): void {
  const seen = useRef(number);
  useLayoutEffect(() => {
    if (seen.current === number) return;
    seen.current = number;
    const field = document.querySelector<HTMLInputElement>(selector);
    field?.focus();
    field?.select();
  }, [number]);
}

interface TabsProps {
  readonly number: number;
  readonly choose: (number: number) => void;
}

export function TicketTabs({ number, choose }: TabsProps): Node {
  return (
    <span class="tabs" role="group" aria-label="Ticket">
      {TICKETS.map((one) => (
        <button
          key={one}
          id={`ticket-${one}`}
          type="button"
          aria-pressed={one === number}
          title={`Ticket ${one} (key ${one})`}
          onClick={() => choose(one)}
        >
          {one}
        </button>
      ))}
    </span>
  );
}

interface PresetProps {
  readonly desk: Desk;
  readonly values: Values;
  readonly set: (changes: Partial<Values>) => void;
}

/** The best prices of the security and what is between them, in millionths. */
function bestOf({ market, selected }: Desk) {
  const top = market.tops.get(selected);
  const [bid, offer] = [top?.bid, top?.offer].map((side) => millionths(priced(side)?.price ?? ''));
  const mid = bid === undefined || offer === undefined ? undefined : Math.floor((bid + offer) / 20_000) * 10_000;
  return { bid, mid, offer };
}

/** As it is typed: `10.25`. */
const typed = (price: number): string => priceText(decimalText(price)).replaceAll(',', '');

export function Presets({ desk, values, set }: PresetProps): Node {
  const [, drawAgain] = useState(0);
  const best = bestOf(desk);
  const last = millionths(desk.market.days.get(desk.selected)?.last ?? '');
  const base = millionths(values.price) ?? (values.side === 'Buy' ? best.bid : best.offer) ?? last;
  const button = (title: string, price: number | undefined) => (
    <button
      key={title}
      type="button"
      disabled={price === undefined || price <= 0}
      title={price === undefined ? 'There is no such price now' : `Price ${priceText(decimalText(Math.max(0, price)))}`}
      onClick={() => price !== undefined && set({ price: typed(price) })}
    >
      {title}
    </button>
  );
  return (
    <>
      <div class="presets" role="group" aria-label="Presets of sizes">
        {preferences.sizes.map((size) => (
          <button
            key={size}
            type="button"
            aria-label={`${quantityText(size)} shares`}
            onClick={() => set({ quantity: String(size) })}
          >
            {quantityText(size)}
          </button>
        ))}
        <PresetMenu changed={() => drawAgain((count) => count + 1)} />
      </div>
      <div class="presets" role="group" aria-label="Presets of prices">
        {button('Bid', best.bid)}
        {button('Mid', best.mid)}
        {button('Offer', best.offer)}
        {preferences.offsets.map((offset) =>
          button(
            `${offset < 0 ? '−' : '+'}${priceText(decimalText(Math.abs(offset)))}`,
            base === undefined ? undefined : base + offset,
          ),
        )}
      </div>
    </>
  );
}

const splitAt = (text: string): string[] => text.split(/[\s;]+|,\s/).filter((part) => part !== '');

/** Whole shares with spaces between them; undefined: one of them is malformed. */
function sizesIn(text: string): number[] | undefined {
  const sizes = splitAt(text).map(sharesOf);
  return sizes.includes(undefined) ? undefined : sizes.slice(0, PRESETS_MAX).map(Number);
}

/** Dollars with a sign, in millionths; undefined: one of them is malformed. */
function offsetsIn(text: string): number[] | undefined {
  const offsets = splitAt(text.replaceAll('−', '-')).map((part) => {
    const amount = millionths(part.replace(/^[+-]/, ''));
    return amount === undefined ? undefined : part.startsWith('-') ? -amount : amount;
  });
  return offsets.includes(undefined) ? undefined : offsets.slice(0, PRESETS_MAX).map(Number);
}

function PresetMenu({ changed }: { readonly changed: () => void }): Node {
  const [sizes, setSizes] = useState(preferences.sizes.join(' '));
  const [offsets, setOffsets] = useState(preferences.offsets.map((one) => String(one / 1_000_000)).join(' '));
  const [asks, setAsks] = useState(preferences.confirmOrders);
  const found = { sizes: sizesIn(sizes), offsets: offsetsIn(offsets) };
  const isGood = found.sizes !== undefined && found.offsets !== undefined;
  const write = (text: string, into: 'sizes' | 'offsets') => {
    if (into === 'sizes') setSizes(text);
    else setOffsets(text);
    const read = into === 'sizes' ? sizesIn(text) : offsetsIn(text);
    if (read === undefined) return;
    prefer({ [into]: read });
    changed();
  };
  const switchAsks = () => {
    prefer({ confirmOrders: !asks });
    setAsks(!asks);
  };
  return (
    <Menu words="Presets …" isLeftward>
      <div class="narrow preset-form">
        <TextField
          label="Sizes, with spaces between them"
          id="preset-sizes"
          value={sizes}
          set={(text: string) => write(text, 'sizes')}
        />
        <TextField
          label="Steps of the price in dollars, such as -0.05 0.05"
          id="preset-offsets"
          value={offsets}
          set={(text: string) => write(text, 'offsets')}
        />
        {isGood ? null : (
          <p class="failed" role="alert">
            Enter whole shares, and dollars with a sign.
          </p>
        )}
        <label class="check">
          <input type="checkbox" checked={asks} onChange={switchAsks} /> Ask before every order
        </label>
      </div>
    </Menu>
  );
}
