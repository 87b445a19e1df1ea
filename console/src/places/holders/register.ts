/** The register of a security (F4) as the place reads it, as a file, and read from one. */
import { csvLine } from '../../../../src/csv/index.ts';
import type { Desk, Fields } from '../../data/index.ts';

interface Lot {
  /** YYYY-MM-DD; null: not known since when. */
  readonly date: string | null;
  readonly quantity: string;
}

export interface Holding {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly lots: readonly Lot[];
}

export type Placed = Holding & { readonly place: string };

export const sharesOf = ({ lots }: Holding): number => lots.reduce((sum, lot) => sum + Number(lot.quantity), 0);

const PAGE = 100;

export async function readRegister({ session }: Desk, securityId: string, after?: string) {
  const fields = { securityId, limit: PAGE, ...(after === undefined ? {} : { after }) };
  const answer = await session.api.call('getHoldings', fields);
  const rows = answer.holdings as Placed[];
  return { rows, next: answer.moreHoldings === 'Yes' ? rows.at(-1)?.place : undefined };
}

const TITLES = ['clientId', 'accountId', 'date', 'quantity'];

/** A line for each lot; parseRegister reads it. */
export function registerText(holdings: readonly Holding[]): string {
  const lines = holdings.flatMap(({ clientId, accountId, lots }) =>
    lots.map(({ date, quantity }) => csvLine([clientId, accountId, date ?? '', quantity])),
  );
  return [csvLine(TITLES), ...lines].join('');
}

const LINES_MAX = 100_000;
/** Above 0. */
const SHARES = /^(?=.*[1-9])\d{1,10}(\.\d{1,6})?$/;

/** The holders of such a file, each with all of its lots. Throws an Error that names the line. */
export function parseRegister(text: string): readonly Holding[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const titles = cellsOf(head).map((title) => title.trim().toLowerCase());
  const at = TITLES.map((title) => titles.indexOf(title.toLowerCase()));
  const lacks = TITLES.filter((title, index) => title !== 'accountId' && at[index] === -1);
  if (lacks.length > 0) throw new Error(`The first line must name ${TITLES.join(', ')}: ${lacks.join(', ')} lacks.`);
  if (lines.length > LINES_MAX) throw new Error(`A file has at most ${LINES_MAX} lines.`);
  const found = new Map<string, { clientId: string; accountId: string | null; lots: Lot[] }>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line);
    const [clientId = '', accountId = '', date = '', quantity = ''] = at.map((one) => (cells[one] ?? '').trim());
    if (clientId === '') throw new Error(`Line ${index + 2}: clientId is missing.`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(`Line ${index + 2}: date must be YYYY-MM-DD.`);
    if (!SHARES.test(quantity)) throw new Error(`Line ${index + 2}: quantity must be shares, at most six decimals.`);
    const key = `${clientId} ${accountId}`;
    const holder = found.get(key) ?? { clientId, accountId: accountId || null, lots: [] };
    holder.lots.push({ date, quantity });
    found.set(key, holder);
  }
  return [...found.values()];
}

/** Ids, dates and numbers have no commas; quotes around them are taken off. */
const cellsOf = (line: string): readonly string[] => line.split(',').map((cell) => cell.replace(/^\s*"|"\s*$/g, ''));

const HOLDERS_A_CALL = 500;

/** What a holder had is replaced; other holders stay. Several calls, where there are many. */
export async function report(
  { session }: Desk,
  securityId: string,
  holdings: readonly Holding[],
  reason: string,
): Promise<Fields> {
  let answer: Fields = {};
  for (let from = 0; from < holdings.length; from += HOLDERS_A_CALL) {
    const sent = holdings.slice(from, from + HOLDERS_A_CALL).map(({ clientId, accountId, lots }) => ({
      ...{ clientId, lots },
      ...(accountId === null ? {} : { accountId }),
    }));
    answer = await session.api.call('setHoldings', { securityId, holdings: sent, reason });
  }
  return answer;
}
