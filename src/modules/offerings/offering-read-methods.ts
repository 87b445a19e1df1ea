import Type from 'typebox';
import type { OfferingRow } from '../../database/tables/reference.ts';
import type { TradeRow } from '../../database/tables/trades.ts';
import type { Client } from '../../http/client.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional, required } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import { findIssuer } from '../issuers/index.ts';
import { textOrNull, textsSchema } from '../shared/answers.ts';
import { line } from '../shared/parameters.ts';
import type { ModuleServices } from '../shared/services.ts';
import { timestamp } from '../shared/times.ts';
import { custodianDetailsSchema, custodianFields, openDetails } from './custodian-details.ts';
import {
  listedOfferingFields,
  listedOfferingSchema,
  offeringStatusFields,
  offeringStatusSchema,
  offeringWithCreationFields,
  offeringWithCreationSchema,
  remainingShares,
} from './offering-fields.ts';
import { allOfferings, findOffering, searchOfferings } from './offering-records.ts';
import { listTrades, type Purchase, purchases, SUM_NAMES, TRADES_MAX, tradeTotals } from './offering-trades.ts';

const GROUP = 'Offerings';
const PURCHASED = 'Offering purchased details';
const offeringId = required(numericId({ description: 'offering id' }));

/** Reads of offerings, and of what was sold of them. None sends a webhook. */
export function offeringReadMethods({ db, secrets }: ModuleServices): Method[] {
  const offeringOf = async (client: Client, id: number): Promise<OfferingRow> => {
    const row = await findOffering(db, client.clientId, id);
    if (row === undefined) throw new ApiError(138);
    return row;
  };
  return [
    defineMethod({
      name: 'getOfferingStatus',
      verb: 'POST',
      group: GROUP,
      summary: 'Reads the status of an offering',
      source: 'spec/4 2',
      parameters: { offeringId },
      response: Type.Object({ offeringDetails: Type.Array(offeringStatusSchema) }),
      handler: async ({ client, values }) => {
        const row = await offeringOf(client, values.offeringId);
        return { fields: { offeringDetails: [offeringStatusFields(row)] } };
      },
    }),

    defineMethod({
      name: 'getOfferingDetails',
      verb: 'POST',
      group: GROUP,
      summary: 'Amounts and shares of the trades of an offering, added up by state',
      source: 'spec/2 Offerings, spec/4 2',
      parameters: { offeringId },
      response: Type.Object({
        [PURCHASED]: Type.Array(
          Type.Object({
            ...textsSchema('offeringId', 'issueName').properties,
            escrowAccountNumber: textOrNull(),
            targetAmount: Type.String(),
            totalTrades: Type.String(),
            ...textsSchema(...SUM_NAMES).properties,
          }),
        ),
      }),
      handler: async ({ client, values }) => {
        const row = await offeringOf(client, values.offeringId);
        const { count, sums } = await tradeTotals(db, row.offering_id);
        const details = {
          offeringId: String(row.offering_id),
          issueName: row.issue_name,
          escrowAccountNumber: row.escrow_account_number,
          targetAmount: row.target_amount,
          totalTrades: String(count),
          ...sums,
        };
        return { fields: { [PURCHASED]: [details] } };
      },
    }),

    defineMethod({
      name: 'getAllOffers',
      verb: 'POST',
      group: GROUP,
      summary: 'All offerings of the client, newest first, at most 10,000',
      source: 'spec/2 Offerings',
      deprecated: true,
      parameters: {},
      response: Type.Object({ offeringDetails: Type.Array(offeringWithCreationSchema) }),
      handler: async ({ client }) => {
        const rows = await allOfferings(db, client.clientId);
        return { fields: { offeringDetails: rows.map(offeringWithCreationFields) } };
      },
    }),

    defineMethod({
      name: 'searchOffering',
      verb: 'POST',
      group: GROUP,
      summary: 'Offerings of an issuer by id, or by part of the name',
      source: 'spec/2 Offerings',
      parameters: {
        searchKeyword: required(line('an offering id, or part of an offering name')),
        issuerId: required(numericId({ description: 'issuer id' })),
      },
      response: Type.Object({ offeringDetails: Type.Array(listedOfferingSchema) }),
      handler: async ({ client, values }) => {
        if ((await findIssuer(db, client.clientId, values.issuerId)) === undefined) throw new ApiError(136);
        const rows = await searchOfferings(db, client.clientId, values.issuerId, values.searchKeyword);
        return { fields: { offeringDetails: rows.map(listedOfferingFields) } };
      },
    }),

    defineMethod({
      name: 'getCustodianDetailsforOffering',
      verb: 'POST',
      group: GROUP,
      summary: 'Where investors send wires and checks for an offering',
      source: 'spec/2 Offerings',
      parameters: { offeringId },
      response: Type.Object({ custodianDetails: custodianDetailsSchema }),
      handler: async ({ client, values }) => {
        const row = await offeringOf(client, values.offeringId);
        const sealed = row.custodian_details_sealed;
        if (sealed === null) throw new ApiError(404, 'offeringId: no instructions have been entered for the offering');
        return { fields: { custodianDetails: custodianFields(openDetails(secrets, row.offering_id, sealed)) } };
      },
    }),

    defineMethod({
      name: 'getTradesForOffering',
      verb: 'POST',
      group: GROUP,
      summary: `Trades of an offering, oldest first, at most ${TRADES_MAX.toLocaleString('en')}`,
      source: 'spec/4 2',
      parameters: {
        offeringId,
        tradeStatus: optional(line('only trades with this orderStatus, for example CREATED')),
      },
      response: Type.Object({ [PURCHASED]: Type.Array(tradeSchema) }),
      handler: async ({ client, values }) => {
        const row = await offeringOf(client, values.offeringId);
        const trades = await listTrades(db, row.offering_id, values.tradeStatus);
        return { fields: { [PURCHASED]: trades.map(tradeFields) } };
      },
    }),

    defineMethod({
      name: 'getOfferingPurchaseHistory',
      verb: 'POST',
      group: GROUP,
      summary: `Purchases of an offering that were not canceled, newest first, at most ${TRADES_MAX.toLocaleString('en')}`,
      source: 'spec/4 2',
      parameters: { offeringId },
      response: Type.Object({ [PURCHASED]: Type.Object({ offering_purchase_history: Type.Array(purchaseSchema) }) }),
      handler: async ({ client, values }) => {
        const row = await offeringOf(client, values.offeringId);
        const history = await purchases(db, row.offering_id);
        return {
          fields: { [PURCHASED]: { offering_purchase_history: history.map((trade) => purchaseFields(row, trade)) } },
        };
      },
    }),
  ];
}

const tradeSchema = textsSchema(
  'orderId',
  'accountId',
  'transactionType',
  'totalShares',
  'unitPrice',
  'totalAmount',
  'orderStatus',
  'field1',
  'field2',
  'field3',
  'RRApprovalStatus',
  'PrincipalApprovalStatus',
  'esignStatus',
);

function tradeFields(trade: TradeRow): Record<string, string> {
  return {
    orderId: String(trade.trade_id),
    accountId: trade.account_id,
    transactionType: trade.transaction_type,
    totalShares: trade.total_shares,
    unitPrice: trade.unit_price,
    totalAmount: trade.total_amount,
    orderStatus: trade.order_status,
    field1: trade.field1,
    field2: trade.field2,
    field3: trade.field3,
    RRApprovalStatus: trade.rr_approval_status,
    PrincipalApprovalStatus: trade.principal_approval_status,
    esignStatus: trade.esign_status,
  };
}

const purchaseSchema = Type.Object({
  ...textsSchema('tradeId', 'accountId', 'offeringId', 'totalAmount', 'totalShares', 'purchaseDate').properties,
  accountName: textOrNull(),
  ...textsSchema('offeringTotalShares', 'targetAmount', 'remainingShares').properties,
});

function purchaseFields(offering: OfferingRow, trade: Purchase): Record<string, string | null> {
  return {
    tradeId: String(trade.trade_id),
    accountId: trade.account_id,
    offeringId: String(trade.offering_id),
    totalAmount: trade.total_amount,
    totalShares: trade.total_shares,
    purchaseDate: timestamp(trade.created_at),
    accountName: trade.account_name,
    offeringTotalShares: offering.total_shares,
    targetAmount: offering.target_amount,
    remainingShares: remainingShares(offering),
  };
}
