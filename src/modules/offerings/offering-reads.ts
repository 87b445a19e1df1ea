import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { ACCOUNT_LEVELS } from '../accounts/index.ts';
import { findIssuer, ISSUER } from '../issuers/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { LONG_LIST_MAX } from '../shared/list/index.ts';
import { getMethod } from '../shared/methods/index.ts';
import {
  found,
  levelsIn,
  piiTable,
  readerOf,
  shownTo,
  shownToSchema,
  TRADE_PII,
  uniteLevels,
} from '../shared/record/index.ts';
import { line, textOrNull, textsSchema } from '../shared/values/index.ts';
import { custodianDetailsSchema, custodianFields, openDetails } from './custodian-details.ts';
import {
  listedOfferingFields,
  listedOfferingSchema,
  offeringFields,
  offeringSchema,
  offeringStatusFields,
  offeringStatusSchema,
  offeringWithCreationFields,
  offeringWithCreationSchema,
} from './offering-fields.ts';
import { allOfferings, findOffering, OFFERING, searchOfferings } from './offering-records.ts';
import { type Subscribed, withSubscribed } from './offering-subscriptions.ts';
import { PURCHASE_VIEW, PURCHASED, TRADE_VIEW } from './offering-trade-fields.ts';
import { listTrades, purchases, SUM_NAMES, tradeTotals } from './offering-trades.ts';

export function getOffering(deps: ModuleDeps): Method {
  return getMethod({
    deps,
    name: 'getOffering',
    summary: 'Reads an offering',
    description: 'Returns everything that is stored about the offering, with the remaining shares.',
    kind: OFFERING,
    id: { name: 'offeringId', kind: numericId({ description: 'offering id' }) },
    key: 'offeringDetails',
    schema: offeringSchema,
    show: async (row) => offeringFields(await withSubscribed(deps.db, row)),
  });
}

export function getOfferingStatus({ db }: ModuleDeps): Method {
  return defineMethod({
    name: 'getOfferingStatus',
    summary: 'Reads the status of an offering',
    description: 'Returns only the status, for callers that poll for its change.',
    refusals: [138],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ offeringDetails: Type.Array(offeringStatusSchema) }),
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(db, readerOf(client), values.offeringId));
      return { fields: { offeringDetails: [offeringStatusFields(row)] } };
    },
  });
}

export function getOfferingDetails(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getOfferingDetails',
    summary: 'Amounts and shares of the trades of an offering, added up by state',
    description: 'Has sums for trades under way, settled trades and canceled trades.',
    refusals: [138],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
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
      const row = found(OFFERING, await findOffering(deps.db, readerOf(client), values.offeringId));
      const { count, sums } = await tradeTotals(deps, row.offering_id);
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
  });
}

export function getAllOffers(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getAllOffers',
    summary: 'All offerings of the client, newest first, at most 10,000',
    description: 'Deleted offerings are left out.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ offeringDetails: Type.Array(shownToSchema(offeringWithCreationSchema)) }),
    handler: async ({ client }) => {
      const shown = (row: Subscribed) => shownTo(client, row, offeringWithCreationFields(row));
      return { fields: { offeringDetails: await allOfferings(deps, readerOf(client), shown) } };
    },
  });
}

export function searchOffering(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'searchOffering',
    summary: 'Offerings of an issuer by id, or by part of the name',
    description: 'Ignores case. Deleted offerings are left out.',
    refusals: [136],
    parameters: {
      searchKeyword: required(line('an offering id, or part of an offering name')),
      issuerId: required(numericId({ description: 'issuer id' })),
    },
    response: Type.Object({ offeringDetails: Type.Array(shownToSchema(listedOfferingSchema)) }),
    handler: async ({ client, values }) => {
      found(ISSUER, await findIssuer(deps.db, readerOf(client), values.issuerId));
      const which = { issuerId: values.issuerId, word: values.searchKeyword };
      const shown = (row: Subscribed) => shownTo(client, row, listedOfferingFields(row));
      return { fields: { offeringDetails: await searchOfferings(deps, readerOf(client), which, shown) } };
    },
  });
}

export function getCustodianDetailsforOffering({ db, secrets }: ModuleDeps): Method {
  return defineMethod({
    name: 'getCustodianDetailsforOffering',
    summary: 'Where investors send wires and checks for an offering',
    description: 'Refused (404) until the operator has entered the instructions.',
    refusals: [138, 404],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ custodianDetails: custodianDetailsSchema }),
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(db, readerOf(client), values.offeringId));
      const sealed = row.custodian_details_sealed;
      if (sealed === null) throw new ApiError(404, 'offeringId: no instructions have been entered for the offering');
      return { fields: { custodianDetails: custodianFields(openDetails(secrets, row.offering_id, sealed)) } };
    },
  });
}

export function getTradesForOffering(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getTradesForOffering',
    summary: `Trades of an offering, oldest first, at most ${LONG_LIST_MAX.toLocaleString('en')}`,
    description: 'Primary investments in the offering; the matches of the venue are read with getMatchedTrade.',
    refusals: [138],
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      tradeStatus: optional(line('only trades with this orderStatus, for example CREATED')),
    },
    response: Type.Object({ [PURCHASED]: Type.Array(TRADE_VIEW.schema) }),
    levels: TRADE_PII,
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(deps.db, readerOf(client), values.offeringId));
      const which = { offeringId: row.offering_id, state: values.tradeStatus };
      return { fields: { [PURCHASED]: await listTrades(deps, which, TRADE_VIEW.show) } };
    },
  });
}

/** A purchase is a trade, with the name of its account and figures of the offering. */
const PURCHASE_LEVELS = uniteLevels(
  TRADE_PII,
  levelsIn(ACCOUNT_LEVELS, 'accountName'),
  piiTable('issuer.read', { none: 'offeringTotalShares targetAmount' }),
);

const MOST = LONG_LIST_MAX.toLocaleString('en');

export function getOfferingPurchaseHistory(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getOfferingPurchaseHistory',
    summary: `Purchases of an offering that were not canceled, newest first, at most ${MOST}`,
    description: 'The purchases of investors, without canceled trades.',
    refusals: [138],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({
      [PURCHASED]: Type.Object({ offering_purchase_history: Type.Array(PURCHASE_VIEW.schema) }),
    }),
    levels: PURCHASE_LEVELS,
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(deps.db, readerOf(client), values.offeringId));
      const offering = await withSubscribed(deps.db, row);
      const offering_purchase_history = await purchases(deps, row.offering_id, (trade) =>
        PURCHASE_VIEW.show({ ...trade, offering }),
      );
      return { fields: { [PURCHASED]: { offering_purchase_history } } };
    },
  });
}
