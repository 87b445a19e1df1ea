/** The register of a security (F14, F15) as the place reads it, and as files. */
import type { Desk } from '../../data/index.ts';
import { download } from '../../parts/index.ts';
import { filePages, saveCsv } from '../../views/index.ts';

export interface Holder {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly quantity: string;
  readonly settled: string;
  readonly averageCost: string | null;
  readonly cost: string | null;
  readonly lotsBefore: number;
  readonly lots: readonly { readonly date: string | null }[];
}

export interface Sums {
  readonly holders: number;
  /** null: more than one call counts. */
  readonly holdersOfRecord: number | null;
  readonly issued: string;
  readonly fromOutside: string;
  readonly settled: string;
  readonly entries: number;
}

const PAGE = 100;

/** Of its page: the security, the client, the account. */
export const recordOf = (securityId: string, { clientId, accountId }: Pick<Holder, 'clientId' | 'accountId'>): string =>
  [securityId, clientId, accountId ?? ''].join(' ').trim();

export async function readPage({ session }: Desk, securityId: string, cursor: string | undefined) {
  const answer = await session.api.call('getRegister', { securityId, limit: PAGE, ...(cursor && { cursor }) });
  // A holder with many lots goes on at the next page: its shares are those of its first line.
  const rows = (answer.register as Holder[]).filter(({ lotsBefore }) => lotsBefore === 0);
  return { rows, sums: answer.sums as Sums, next: (answer.nextCursor ?? undefined) as string | undefined };
}

/** All holders, a line for each lot. */
export function saveLots(desk: Desk, securityId: string): Promise<void> {
  return saveCsv(desk, `register-${securityId}.csv`, { method: 'getRegister', asked: { securityId } });
}

/** The transactions of all holders as one file of the Open Cap Table Format. */
export async function saveTransactions(desk: Desk, securityId: string): Promise<void> {
  const pages = await filePages(desk, { method: 'getRegister', asked: { securityId }, key: 'ocf' });
  if (pages === undefined) return;
  const items = pages.flatMap((page) => (JSON.parse(page) as { readonly items: readonly unknown[] }).items);
  const file = JSON.stringify({ file_type: 'OCF_TRANSACTIONS_FILE', items }, null, 1);
  download(`register-${securityId}.ocf.json`, new Blob([file], { type: 'application/json' }));
}
