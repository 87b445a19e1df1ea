import Type from 'typebox';
import type { TradeRow } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, optional, required, text, type ValuesOf } from '../../../http/parameters/index.ts';
import { holdOffering, NOTHING_HELD, OFFERING, requireAccepting, takeShares } from '../../offerings/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { nextId } from '../../shared/ids/index.ts';
import { creationParameters, found, insertRecord, newRow } from '../../shared/record/index.ts';
import {
  amount,
  ipAddress,
  positiveAmount,
  sixDecimals,
  textOrNull,
  timestamp,
  written,
  writtenSchema,
} from '../../shared/values/index.ts';
import { askForInvestor, requireInvestor, requireMinimum, requireWithinLimits, totalAmount } from '../money/index.ts';
import {
  approvalFields,
  approvalSchema,
  closeId,
  EDITABLE_FIELDS,
  eligibleWord,
  holdingOf,
  newTrade,
  TRADE,
  transactionType,
} from '../records/index.ts';
import type { TradeOptions } from './trade-options.ts';

const parameters = {
  offeringId: required(numericId({ description: 'offering id' })),
  accountId: required(text({ description: 'A and 6 to 10 digits; needs a primary party', maxLength: 100 })),
  transactionType: required(transactionType()),
  transactionUnits: required(positiveAmount('units, at most the remaining shares of the offering')),
  fees: optional(amount('added to the amount')),
  createdIpAddress: optional(ipAddress()),
  ...creationParameters(EDITABLE_FIELDS),
};

export function createTrade(deps: ModuleDeps, { enforcesLimits }: TradeOptions): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'createTrade',
    summary: 'Invests for an account in an offering; no money is moved',
    description:
      'The trade is CREATED and holds its units until it is canceled or unwound. The amount is the unit price of the ' +
      'offering times the units, plus fees. Investments that are not taken, units that do not remain, a price ' +
      'above what remains of maxAmount, parts of a unit unless fractionalUnits of the offering is Yes, and amounts ' +
      'below minAmount of the offering or above a limit of the account: 106.',
    refusals: [OFFERING.unknown, 148, 135],
    parameters,
    response: Type.Object({ purchaseDetails: writtenSchema(purchaseSchema) }),
    handler: change(deps, async ({ client, values, ip }, db) => {
      const { clientId } = client;
      const { offeringId, accountId } = values;
      // Read before the offering is held, for which other investments wait.
      const investor = await askForInvestor(db, clientId, accountId);
      const offering = found(OFFERING, await holdOffering(db, { clientId, offeringId }));
      const { party_id, ...limits } = requireInvestor(investor.rows[0]);
      requireAccepting(offering);
      const trade = {
        ...tradeOf(values, offering.unit_price),
        trade_id: await nextId(db, 'trade'),
        client_id: clientId,
      };
      if (enforcesLimits) {
        requireMinimum(trade, offering, 'transactionUnits');
        await requireWithinLimits(db, trade, limits, 'transactionUnits');
      }
      const row = newTrade({
        ...trade,
        party_id,
        created_ip_address: values.createdIpAddress ?? ip,
        created_at: nowUs(),
      });
      await takeShares(db, offering, { before: NOTHING_HELD, after: holdingOf(row) }, 'transactionUnits');
      await insertRecord(db, TRADE, row);
      const fields = purchaseFields(row);
      return { fields: { purchaseDetails: written(fields) }, webhook: { ...fields, ...closeId(row) } };
    }),
  });
}

/** What the call says of the trade. Throws ApiError 106 when the amount is too large. */
function tradeOf(values: ValuesOf<typeof parameters>, unitPrice: string) {
  const units = sixDecimals(values.transactionUnits);
  const fees = values.fees === undefined ? '0.000000' : sixDecimals(values.fees);
  return {
    offering_id: values.offeringId,
    account_id: values.accountId,
    transaction_type: values.transactionType,
    unit_price: unitPrice,
    total_shares: units,
    fees,
    total_amount: totalAmount({ unitPrice, units, fees }, 'transactionUnits'),
    ...newRow(EDITABLE_FIELDS, values),
  };
}

const purchaseSchema = Type.Object({
  tradeId: Type.String(),
  transactionId: Type.String({ description: 'id of the row' }),
  transactionAmount: Type.String(),
  transactionDate: Type.String(),
  transactionStatus: Type.String({ description: 'CREATED' }),
  ...approvalSchema,
  closeId: textOrNull(),
  eligibleToClose: Type.String({ enum: ['yes', 'no'] }),
});

function purchaseFields(trade: TradeRow) {
  return {
    tradeId: String(trade.trade_id),
    transactionId: String(trade.trade_id),
    transactionAmount: trade.total_amount,
    transactionDate: timestamp(trade.created_at),
    transactionStatus: trade.order_status,
    ...approvalFields(trade),
    closeId: trade.close_id,
    eligibleToClose: eligibleWord(trade),
  };
}
