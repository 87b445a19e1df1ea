import { expect } from 'vitest';
import type { Db } from '../../src/database/schema/index.ts';
import { ledgerProblems } from '../../src/modules/ledger/index.ts';
import { tradeProblems } from '../../src/modules/trades/money/check-trades.ts';
import { unitRowProblems } from '../../src/modules/units/index.ts';

/** What `npm run verify` says of the books, of trades and of their units: nothing. */
export async function booksAreWhole(db: Db): Promise<void> {
  expect([...(await ledgerProblems(db)), ...(await tradeProblems(db)), ...(await unitRowProblems(db))]).toEqual([]);
}
