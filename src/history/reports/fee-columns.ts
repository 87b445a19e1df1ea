import type { Selectable } from 'kysely';
import { formatInstant } from '../../calendar/format-time.ts';
import type { FeeChangeRow } from '../../database/schema/index.ts';
import { feeText } from '../../exchange/api/index.ts';
import type { CsvColumns } from './csv-file.ts';

/** fee: below 0 where it goes back. */
export const FEE_COLUMNS: CsvColumns<Selectable<FeeChangeRow>> = {
  eventSeq: (row) => row.seq,
  time: (row) => formatInstant(row.changed_at),
  cause: (row) => row.cause,
  orderId: (row) => row.order_id,
  matchId: (row) => row.match_id,
  clientId: (row) => row.client_id,
  accountId: (row) => row.account_id,
  securityId: (row) => row.security_id,
  role: (row) => row.role,
  fee: (row) => feeText(row.fee),
};
