/**
 * Own open orders as lines of the chart. A line that is dragged to another price asks, as any change of an order does;
 * the keyboard moves it by the buttons below the chart.
 */
import type { IPriceLine } from 'lightweight-charts';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type Desk,
  decimalText,
  millionths,
  type OwnOrder,
  priceText,
  quantityText,
  useTopic,
} from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Replace } from '../../views/index.ts';
import type { Drawn } from './chart-drawing.ts';

/** The newest of a security: more would cover the bars. */
const LINES_MAX = 20;
/** Of the pointer from the line that it takes. */
const NEAR_PX = 7;
const MILLION = 1_000_000;

/** Whole cents; of prices below a dollar hundredths of them. In millionths. */
const tickOf = (price: number): number => (price < MILLION ? 100 : 10_000);

const roundedTo = (price: number, tick: number): number => Math.max(tick, Math.round(price / tick) * tick);

/** A price that is not sent yet. */
interface Moved {
  readonly orderId: string;
  /** In millionths. */
  readonly price: number;
}

/** Those of the security that is looked at with a price, newest first. */
function ordersOf({ orders, selected, session }: Desk): readonly OwnOrder[] {
  if (session.capabilities.operator || !session.may('replaceOrder')) return [];
  const own = orders.open.filter(({ securityId, type }) => securityId === selected && type !== 'RFQ');
  return own.slice(0, LINES_MAX);
}

interface Props {
  readonly desk: Desk;
  readonly drawn: Drawn | undefined;
  readonly place: HTMLElement | null;
}

export function ChartOrders({ desk, drawn, place }: Props): Node | null {
  useTopic(desk.orders.changed, desk.selection);
  const [moved, move] = useState<Moved | undefined>(undefined);
  const [asked, ask] = useState<Moved | undefined>(undefined);
  const orders = ordersOf(desk);
  useLines(drawn, orders, moved ?? asked);
  useDragging({ drawn, place, orders, move, ask });
  const found = asked && orders.find(({ orderId }) => orderId === asked.orderId);
  if (orders.length === 0) return null;
  const close = () => {
    ask(undefined);
    move(undefined);
  };
  return (
    <div class="chart-orders" role="group" aria-label="Own orders on the chart: arrow up and down move, Enter asks">
      {orders.map((order) => (
        <OrderButton key={order.orderId} order={order} moved={moved} move={move} ask={ask} />
      ))}
      {found && asked ? <Replace desk={desk} order={found} proposed={decimalText(asked.price)} close={close} /> : null}
    </div>
  );
}

interface ButtonProps {
  readonly order: OwnOrder;
  readonly moved: Moved | undefined;
  readonly move: (moved: Moved | undefined) => void;
  readonly ask: (moved: Moved) => void;
}

function OrderButton({ order, moved, move, ask }: ButtonProps): Node {
  const { orderId, side, remaining } = order;
  const before = millionths(order.price) ?? 0;
  const price = moved?.orderId === orderId ? moved.price : before;
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (event.key === 'Escape') move(undefined);
    if (step === 0) return;
    event.preventDefault();
    const tick = tickOf(price);
    move({ orderId, price: roundedTo(price + step * tick, tick) });
  };
  const at = priceText(decimalText(price));
  const words = `${side} ${quantityText(remaining)} at ${at}`;
  return (
    <button
      type="button"
      class={side === 'Buy' ? 'bid' : 'offer'}
      aria-label={`Move order ${orderId}: ${words}`}
      title="Arrow up and down move it; Enter asks"
      onKeyDown={press}
      onBlur={() => moved?.orderId === orderId && move(undefined)}
      onClick={() => ask({ orderId, price })}
    >
      <span aria-hidden="true">{side === 'Buy' ? '▲' : '▼'}</span> {quantityText(remaining)} at {at}
    </button>
  );
}

/** One line for each order, where it is or where it is being moved to. */
function useLines(drawn: Drawn | undefined, orders: readonly OwnOrder[], moved: Moved | undefined): void {
  const lines = useRef(new Map<string, IPriceLine>());
  useEffect(() => {
    // Another chart has none of the lines yet.
    lines.current = new Map();
  }, [drawn]);
  useEffect(() => {
    if (drawn === undefined) return;
    const wanted = new Set(orders.map(({ orderId }) => orderId));
    for (const [orderId, line] of lines.current) {
      if (wanted.has(orderId)) continue;
      drawn.prices.removePriceLine(line);
      lines.current.delete(orderId);
    }
    for (const { orderId, side, remaining, price: text } of orders) {
      const price = (moved?.orderId === orderId ? moved.price : (millionths(text) ?? 0)) / MILLION;
      const title = `${side} ${quantityText(remaining)}`;
      const color = drawn.colours[side === 'Buy' ? 'bid' : 'offer'];
      const line = lines.current.get(orderId);
      const before = line?.options();
      if (line === undefined) {
        // Dotted, unlike the lines of the chart itself.
        const look = { lineWidth: 1, lineStyle: 1, axisLabelVisible: true } as const;
        lines.current.set(orderId, drawn.prices.createPriceLine({ ...look, price, title, color }));
      } else if (before?.price !== price || before.title !== title || before.color !== color) {
        line.applyOptions({ price, title, color });
      }
    }
  });
}

interface Dragging extends Pick<Props, 'drawn' | 'place'>, Pick<ButtonProps, 'move'> {
  readonly orders: readonly OwnOrder[];
  readonly ask: (moved: Moved) => void;
}

/** The chart stays where it is while a line is dragged. */
function useDragging({ drawn, place, orders, move, ask }: Dragging): void {
  const shown = useRef(orders);
  shown.current = orders;
  useEffect(() => {
    if (drawn === undefined || place === null) return undefined;
    let dragged: (Moved & { readonly before: number }) | undefined;
    const yOf = ({ clientY }: PointerEvent) => clientY - place.getBoundingClientRect().top;
    const nearest = (event: PointerEvent): OwnOrder | undefined => {
      const y = yOf(event);
      const all = shown.current.map((order) => {
        const at = drawn.prices.priceToCoordinate(Number(order.price));
        return { order, distance: at === null ? Number.POSITIVE_INFINITY : Math.abs(at - y) };
      });
      const [first] = all.sort((one, other) => one.distance - other.distance);
      return first !== undefined && first.distance <= NEAR_PX ? first.order : undefined;
    };
    const hold = (isHeld: boolean) => drawn.chart.applyOptions({ handleScroll: !isHeld, handleScale: !isHeld });
    const down = (event: PointerEvent) => {
      const order = event.button === 0 ? nearest(event) : undefined;
      if (order === undefined) return;
      const before = millionths(order.price) ?? 0;
      dragged = { orderId: order.orderId, price: before, before };
      hold(true);
      place.setPointerCapture(event.pointerId);
      event.preventDefault();
    };
    const drag = (event: PointerEvent) => {
      if (dragged === undefined) {
        place.style.cursor = nearest(event) === undefined ? '' : 'ns-resize';
        return;
      }
      const found = drawn.prices.coordinateToPrice(yOf(event));
      if (found === null) return;
      const price = Math.round(Number(found) * MILLION);
      dragged = { ...dragged, price: roundedTo(price, tickOf(price)) };
      move(dragged);
    };
    const up = () => {
      if (dragged === undefined) return;
      const { before, ...now } = dragged;
      dragged = undefined;
      hold(false);
      if (now.price === before) move(undefined);
      else ask(now);
    };
    const listeners = { pointerdown: down, pointermove: drag, pointerup: up, pointercancel: up } as const;
    for (const [name, listener] of Object.entries(listeners))
      place.addEventListener(name as 'pointerdown', listener, { capture: true });
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        place.removeEventListener(name as 'pointerdown', listener, { capture: true });
    };
  }, [drawn, place]);
}
