import Type from 'typebox';
import { piiTable } from '../../shared/record/index.ts';
import {
  choicesSchema,
  says,
  signedText,
  textOrNull,
  timestamp,
  timestampOrNull,
  view,
} from '../../shared/values/index.ts';
import { DIFFERENCES, KINDS } from './difference.ts';
import { type Item, isDone } from './open-differences.ts';

const DAY_US = 86_400_000_000;

/** An item, and the moment at which it is shown. */
interface Shown extends Item {
  readonly nowUs: number;
}

const text = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value);
const done = (item: Shown) => (isDone(item) ? item.taken : undefined);

const DIFFERENCE_VIEW = view<Shown>('Difference')({
  kind: [choicesSchema(KINDS), ({ difference }) => difference.kind],
  record: says(({ difference }) => difference.record, 'names it among those of its kind'),
  means: says(({ difference }) => DIFFERENCES[difference.kind].means, 'the kind in words'),
  problem: [textOrNull('what is known of it'), ({ difference }) => text(difference.problem)],
  amount: [
    textOrNull('dollars; below 0 where money is missing; null: it has none'),
    ({ difference: { amount } }) => (amount === null ? null : signedText(amount)),
  ],
  clientId: [
    textOrNull('the client whose money it is; null: not known, or of all'),
    ({ difference }) => difference.client_id,
  ],
  accountId: [textOrNull(), ({ difference }) => text(difference.account_id)],
  offeringId: [textOrNull(), ({ difference }) => text(difference.offering_id)],
  tradeId: [textOrNull(), ({ difference }) => text(difference.trade_id)],
  receiptId: [textOrNull(), ({ difference }) => text(difference.receipt_id)],
  refundId: [textOrNull(), ({ difference }) => text(difference.refund_id)],
  rail: [textOrNull('of the payment or receipt'), ({ difference }) => text(difference.rail)],
  referenceNumber: [textOrNull('of the payment'), ({ difference }) => text(difference.number)],
  fileName: [textOrNull('of the bank'), ({ difference }) => text(difference.file_name)],
  line: [
    Type.Union([Type.Integer(), Type.Null()], { description: 'of the file' }),
    ({ difference: { line } }) => (line === null || line === undefined ? null : Number(line)),
  ],
  batchDay: [textOrNull('YYYY-MM-DD'), ({ difference }) => text(difference.batch_day)],
  since: says(({ difference }) => timestamp(difference.since), 'since when it is known'),
  ageDays: [
    Type.Integer({ description: 'whole days since then' }),
    ({ difference, nowUs }) => Math.max(0, Math.floor((nowUs - difference.since) / DAY_US)),
  ],
  owner: [textOrNull('who took it: a user, or a client; null: nobody'), ({ taken }) => taken?.owner || null],
  note: [textOrNull('what that person wrote'), ({ taken }) => taken?.note || null],
  takenDate: [textOrNull(), ({ taken }) => (taken === undefined ? null : timestamp(taken.taken_at))],
  doneBecause: [
    textOrNull('why nothing is to be done any more; null: it is open'),
    (item) => text(done(item)?.done_because),
  ],
  doneDate: [textOrNull(), (item) => timestampOrNull(done(item)?.done_at ?? null)],
});

export const differenceSchema = DIFFERENCE_VIEW.schema;

export function differenceFields(item: Item, nowUs: number) {
  return DIFFERENCE_VIEW.show({ ...item, nowUs });
}

export const DIFFERENCE_LEVELS = piiTable('trade.read', {
  none: `kind record means problem amount clientId accountId offeringId tradeId receiptId refundId rail referenceNumber
    fileName line batchDay since ageDays owner takenDate doneDate nextCursor`,
  pii_medium: 'note doneBecause',
});
