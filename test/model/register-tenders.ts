/** What the issuer buys in a tender, in the slow register: all parts at once, in exact arithmetic. */
import { least } from './register-lots.ts';
import type { RegisterModel } from './register-model.ts';

const MILLION = 1_000_000n;

interface ModelTender {
  readonly most: number;
  /** Millionths of a dollar. */
  readonly price: number;
  /** Whole shares by holder, in the order of the times of the answers. */
  readonly answers: ReadonlyMap<string, number>;
}

/** Returns the shares that are bought of each holder. */
export function buyTendered(model: RegisterModel, { most, price, answers }: ModelTender): ReadonlyMap<string, number> {
  const offered = [...answers].map(([holder, quantity]) => {
    return { holder, shares: least(BigInt(quantity), model.of(holder).held.units / MILLION) };
  });
  const bought = partsOf(
    offered.map(({ shares }) => shares),
    BigInt(most),
  );
  for (const [index, { holder }] of offered.entries()) {
    const shares = bought[index]!;
    if (shares === 0n) continue;
    model.entries++;
    model.of(holder).add({ matchId: 'tender', units: shares * MILLION, price: BigInt(price) });
  }
  return new Map(offered.map(({ holder }, index) => [holder, Number(bought[index])]));
}

/** Each gets its part rounded down; the first of those who lack a share get the shares that are left. */
function partsOf(offered: readonly bigint[], most: bigint): readonly bigint[] {
  const sum = offered.reduce((all, shares) => all + shares, 0n);
  if (sum <= most) return offered;
  const parts = offered.map((shares) => (shares * most) / sum);
  let left = most - parts.reduce((all, shares) => all + shares, 0n);
  return parts.map((part, index) => {
    if (left === 0n || part === offered[index]) return part;
    left--;
    return part + 1n;
  });
}
