/** The register and the entries of a holder as CSV, whose columns add up (F14, F15). */
import { csvLine, csvTable } from '../../csv/index.ts';

type Cell = string | number | null;

interface ShownHolder {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly quantity: string;
  readonly settled: string;
  readonly averageCost: string | null;
  readonly cost: string | null;
  readonly costCarriedForward: string;
  readonly lotsBefore: number;
  readonly lots: readonly Readonly<Record<'date' | 'quantity' | 'origin' | 'entry' | 'cost', Cell>>[];
}

const HELD = ['quantity', 'settled', 'averageCost', 'cost', 'costCarriedForward'] as const;
const LOT = ['date', 'quantity', 'cost', 'origin', 'entry'] as const;
const LOT_COLUMNS = ['lotDate', 'lotQuantity', 'lotCost', 'lotOrigin', 'lotEntry'];

/** A line for each lot; what a holder has is in its first line alone, so that each column adds up. */
export function csvOfRegister(holders: readonly ShownHolder[]): string {
  const lines = holders.flatMap((holder) => {
    const { clientId, accountId, lotsBefore } = holder;
    const lots = holder.lots.length === 0 ? [undefined] : holder.lots;
    return lots.map((lot, index) => {
      const isFirst = lotsBefore === 0 && index === 0;
      const held = HELD.map((name) => (isFirst ? holder[name] : null));
      const number = lot === undefined ? null : lotsBefore + index + 1;
      return csvLine([clientId, accountId, ...held, number, ...LOT.map((name) => lot?.[name] ?? null)]);
    });
  });
  return [csvLine(['clientId', 'accountId', ...HELD, 'lot', ...LOT_COLUMNS]), ...lines].join('');
}

const ENTRY = [
  ...(['entry', 'date', 'cause', 'matchId', 'tradeId', 'actionId', 'quantity', 'price', 'cost'] as const),
  ...(['settlement', 'quantityAfter'] as const),
];

type ShownEntry = Readonly<Record<(typeof ENTRY)[number], Cell>>;

/** @param opening what the holder had before, in the first line; undefined: a page before had it */
export function csvOfEntries(
  entries: readonly ShownEntry[],
  opening: { readonly quantity: string; readonly cost: string | null } | undefined,
): string {
  const first = opening && {
    ...{ entry: null, date: null, cause: 'opening', matchId: null, tradeId: null, actionId: null },
    ...{ price: null, settlement: null },
    ...{ quantity: opening.quantity, cost: opening.cost, quantityAfter: opening.quantity },
  };
  const all: readonly ShownEntry[] = first === undefined ? entries : [first, ...entries];
  return csvTable(ENTRY, all);
}
