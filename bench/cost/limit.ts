/** What an order costs. */
export interface Costs {
  /** CPU of an order, as a multiple of that of a request of the bare route. */
  readonly cpu: number;
  /** The same at a usual rate, where each order is often a group by itself. */
  readonly cpuAtRate: number;
  /** Bytes that the main thread allocates for an order. */
  readonly allocated: number;
}

/**
 * How much more than recorded each may be: what runs of one code differ by, and a little more. CPU takes longer where
 * others use the caches of the processor; the bytes are the same everywhere. What waking a thread, a write and a sync
 * cost differs between machines by more than that, so the recorded CPU is that of the dearest machine met.
 */
const TOLERANCE: Costs = { cpu: 0.2, cpuAtRate: 0.3, allocated: 0.05 };

/** One sentence for each cost that is too far above the recorded one. */
export function dearer(measured: Costs, recorded: Costs): string[] {
  return (['cpu', 'cpuAtRate', 'allocated'] as const).flatMap((name) => {
    const most = recorded[name] * (1 + TOLERANCE[name]);
    return measured[name] <= most
      ? []
      : [`${name} of an order is ${measured[name].toFixed(2)}, at most ${most.toFixed(2)}`];
  });
}
