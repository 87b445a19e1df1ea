/** What a fee of an order of the venue holds in the accounts of the ledger (B10). */
import type { Position } from './positions.ts';
import { POSITIONS_WITH_REFUNDS } from './refund-positions.ts';

export const FEES: Position = {
  source: 'fee_postings',
  name: (row) => `'FEE ' || ${row}.order_id`,
  columns: ['client_id', 'fee'],
  events: { insert: `'fee'`, update: `'correct'`, delete: `'correct'` },
  reason: (row) => `${row}.cause`,
  trade: () => 'null',
  // Not the security: its owner reads the books of the offering.
  offering: () => 'null',
  amounts: (row) => [
    { kind: 'charged', owner: `${row}.client_id`, amount: `${row}.fee` },
    { kind: 'charges', owner: `'venue'`, amount: `-(${row}.fee)` },
  ],
};

/** All positions, fees of the venue among them. */
export const POSITIONS_WITH_FEES: readonly Position[] = [...POSITIONS_WITH_REFUNDS, FEES];
