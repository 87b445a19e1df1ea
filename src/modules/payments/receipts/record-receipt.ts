/** recordWire and recordCheck (A23). */
import Type from 'typebox';
import { easternDate } from '../../../calendar/eastern-time.ts';
import type { Db, OfferingRow, ReceiptRow } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { ApiError, type Method } from '../../../http/methods/index.ts';
import { date, numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { holdReceived } from '../../ledger/index.ts';
import { OFFERING } from '../../offerings/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { nextId } from '../../shared/ids/index.ts';
import { operatorMethod } from '../../shared/methods/index.ts';
import { newOwned, type Secrets } from '../../shared/record/index.ts';
import { positiveAmount, sixDecimals, toMillionths } from '../../shared/values/index.ts';
import { receiptFields, receiptSchema } from './receipt-fields.ts';
import { type ChangedReceipt, holdTradeOfReceipt, matchNewReceipt, requireTakesMoney } from './receipt-matches.ts';
import { matchesOf, payerOf, type ReceiptKind, sealPayer } from './receipt-records.ts';

/** Returned receipts of one reference and day that a call is compared with, newest first. */
const COMPARED_MAX = 100;

/** What a call says of a receipt. */
interface Said extends Pick<ReceiptRow, 'offering_id' | 'amount' | 'received_on' | 'reference' | 'trade_id'> {
  readonly kind: ReceiptKind;
  readonly payer: string;
}

/** What a repeated call must say again, with the name of its parameter. */
const REPEATED = { amount: 'amount', payer: 'payer', trade_id: 'tradeId' } as const;

export function recordWire(deps: ModuleDeps): Method {
  return recordMethod(deps, 'WIRE', {
    name: 'recordWire',
    summary: 'Records a wire that came to the escrow account of an offering',
    reference: 'reference of the bank',
  });
}

export function recordCheck(deps: ModuleDeps): Method {
  return recordMethod(deps, 'CHECK', {
    name: 'recordCheck',
    summary: 'Records a check that came for the escrow account of an offering',
    reference: 'number of the check',
  });
}

function recordMethod(
  deps: ModuleDeps,
  kind: ReceiptKind,
  { reference, ...names }: { readonly name: string; readonly summary: string; readonly reference: string },
): Method {
  return operatorMethod({
    ...names,
    description:
      'For operators. With tradeId all of it is for that trade, which becomes FUNDED when nothing is due any more; ' +
      'a trade that takes no payment refuses the call (T13, T14), without tradeId it waits for matchReceipt. A ' +
      'repeated call with the same offering, reference and date records nothing: with the same values it answers ' +
      'the first, other values are refused (190) until that one is Returned (A23).',
    amount: ({ amount }) => sixDecimals(amount),
    refusals: [OFFERING.unknown, 188, 190, 148, 135, 150],
    fourEyes: true,
    parameters: {
      offeringId: required(numericId({ description: 'the offering whose escrow account it came to' })),
      amount: required(positiveAmount('dollars that came')),
      receivedDate: required(date({ description: 'day on which it came, not in the future (US Eastern)' })),
      reference: required(text({ description: reference, maxLength: 100 })),
      payer: required(text({ description: 'name of the payer, as the bank has it', maxLength: 200 })),
      tradeId: optional(numericId({ description: 'the trade that all of it is for' })),
    },
    response: Type.Object({ receipt: receiptSchema }),
    handler: change(deps, async ({ client, values }, db) => {
      const nowUs = deps.nowUs();
      if (values.receivedDate > easternDate(nowUs)) {
        throw malformedCall('method', 'receivedDate', 'must not be in the future');
      }
      const said: Said = {
        ...{ kind, offering_id: values.offeringId, amount: sixDecimals(values.amount) },
        ...{ received_on: values.receivedDate, reference: values.reference.trim(), payer: values.payer.trim() },
        trade_id: values.tradeId ?? null,
      };
      const recorded = await record({ db, secrets: deps.secrets, nowUs }, said);
      return { fields: { receipt: receiptFields(deps.secrets, client, recorded) }, alsoFires: recorded.webhooks };
    }),
  });
}

interface Recording {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly nowUs: number;
}

async function record(recording: Recording, said: Said): Promise<ChangedReceipt> {
  const { db, secrets, nowUs } = recording;
  const { client_id } = await offeringOf(db, said.offering_id);
  const known = await recordedBefore(recording, said);
  if (known !== undefined) return known;
  const { trade_id, amount } = said;
  const of = { client_id, offering_id: said.offering_id };
  const trade = trade_id === null ? undefined : await holdTradeOfReceipt(db, of, trade_id);
  if (trade !== undefined) {
    // A call at the same moment may have held the trade before.
    const first = await recordedBefore(recording, said);
    if (first !== undefined) return first;
    await requireTakesMoney(db, trade, toMillionths(amount));
    await holdReceived(db, said.offering_id);
  }
  const receipt_id = await nextId(db, 'receipt');
  const { payer, ...columns } = said;
  const row: ReceiptRow = {
    ...columns,
    ...newOwned(client_id, nowUs),
    ...{ receipt_id, payer_sealed: sealPayer(secrets, receipt_id, payer), status: 'Unmatched', reason: null },
  };
  const stored = db
    .insertInto('receipts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  if ((await stored.returning('receipt_id').executeTakeFirst()) === undefined) {
    // A call at the same moment was first.
    const first = await recordedBefore(recording, said);
    if (first === undefined) throw new ApiError(190, 'reference: another call is recording it');
    return first;
  }
  return trade === undefined ? { receipt: row, matches: [], webhooks: [] } : matchNewReceipt(db, row, trade);
}

/** Money comes to the account of an offering that was deleted, too. Throws 138 for an unknown one. */
async function offeringOf(db: Db, offeringId: number): Promise<Pick<OfferingRow, 'client_id'>> {
  const offering = db.selectFrom('offerings').select('client_id').where('offering_id', '=', offeringId);
  const found = await offering.executeTakeFirst();
  if (found === undefined) throw new ApiError(OFFERING.unknown);
  return found;
}

/**
 * The receipt that an earlier call recorded with the same values; undefined: the call is the first, or corrects one
 * that was returned. Throws 190 naming the value that is another one.
 */
async function recordedBefore({ db, secrets }: Recording, said: Said): Promise<ChangedReceipt | undefined> {
  const rows = db
    .selectFrom('receipts')
    .selectAll()
    .where('offering_id', '=', said.offering_id)
    .where('reference', '=', said.reference)
    .where('received_on', '=', said.received_on)
    .where('kind', '=', said.kind);
  const live = await rows.where('status', '<>', 'Returned').executeTakeFirst();
  const returned = () => rows.where('status', '=', 'Returned').orderBy('receipt_id', 'desc').limit(COMPARED_MAX);
  const same = live ?? (await returned().execute()).find((row) => differing(secrets, row, said) === undefined);
  if (same === undefined) return undefined;
  const other = differing(secrets, same, said);
  if (other !== undefined) {
    throw new ApiError(
      190,
      `${REPEATED[other]}: receipt ${same.receipt_id} has another one for this reference and day`,
    );
  }
  return { receipt: same, matches: await matchesOf(db, [same.receipt_id]), webhooks: [] };
}

function differing(secrets: Secrets, row: ReceiptRow, said: Said): keyof typeof REPEATED | undefined {
  const stored = { amount: row.amount, trade_id: row.trade_id, payer: payerOf(secrets, row) };
  return (Object.keys(REPEATED) as (keyof typeof REPEATED)[]).find((name) => stored[name] !== said[name]);
}
