/** M19, coded from the rule: parts, and how one displayed part after the other is used up. */
import { type ModelOrder, shownOf } from './model-order.ts';

export interface Fill {
  readonly contra: ModelOrder;
  readonly quantity: number;
}

/** A displayed part, or the reserves of a price, as if it were an order by itself. */
export interface Part extends ModelOrder {
  /** Of reserves: the first that has one. */
  readonly of: ModelOrder;
}

/** The fill of the order of a part. */
export function ofOrder({ contra, quantity }: Fill): Fill {
  return { contra: (contra as Part).of, quantity };
}

/** The parts of contras in the sequence of M4: at each price displayed parts first, then reserves. */
export function partsOf(contras: readonly ModelOrder[]): Part[] {
  const prices = [...new Set(contras.map(({ price }) => price))];
  return prices.flatMap((price) => {
    const here = contras.filter((order) => order.price === price);
    const displayed = here.map((of): Part => ({ ...of, of, remaining: of.displayed }));
    const parted = here.filter((of) => of.remaining > of.displayed);
    const reserves = parted.reduce((sum, of) => sum + of.remaining - of.displayed, 0);
    return [...displayed, ...parted.slice(0, 1).map((of): Part => ({ ...of, of, remaining: reserves }))];
  });
}

/** The fills of orders from those of their parts: a displayed part that is used up goes to the end of the queue. */
export function fillsOf(parts: readonly Fill[]): {
  readonly fills: Fill[];
  readonly refilled: Map<ModelOrder, number>;
} {
  const refilled = new Map<ModelOrder, number>();
  const prices = [...new Set(parts.map(({ contra }) => contra.price))];
  const fills = prices.flatMap((price) => {
    const here = parts.filter(({ contra }) => contra.price === price);
    const given = new Map<ModelOrder, number>();
    let fromReserves = 0;
    for (const { contra, quantity } of here) {
      const { of } = contra as Part;
      if (given.has(of)) fromReserves += quantity;
      else given.set(of, quantity);
    }
    const queue = [...given.keys()].filter((of) => given.get(of) === of.displayed && of.remaining > of.displayed);
    const left = (order: ModelOrder) => order.remaining - (given.get(order) as number);
    const displayed = new Map(queue.map((order) => [order, shownOf(order.display, left(order))]));
    while (fromReserves > 0) {
      const order = queue[0] as ModelOrder;
      const part = displayed.get(order) as number;
      const taken = Math.min(part, fromReserves);
      fromReserves -= taken;
      given.set(order, (given.get(order) as number) + taken);
      displayed.set(order, taken < part ? part - taken : shownOf(order.display, left(order)));
      if (taken < part) break;
      queue.shift();
      if (left(order) > 0) queue.push(order);
    }
    for (const order of queue) refilled.set(order, displayed.get(order) as number);
    const others = [...given.keys()].filter((order) => !refilled.has(order));
    return [...others, ...queue].map((contra): Fill => ({ contra, quantity: given.get(contra) as number }));
  });
  return { fills, refilled };
}
