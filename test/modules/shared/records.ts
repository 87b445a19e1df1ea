/** Records that several tests begin with. */
import type { Db, OfferingRow, TradeRow } from '../../../src/database/schema/index.ts';
import { insertIssuer } from '../../../src/modules/issuers/issuer-records.ts';
import { OFFERING_FIELDS } from '../../../src/modules/offerings/offering-fields.ts';
import { insertOffering, type NewOffering } from '../../../src/modules/offerings/offering-records.ts';
import { nextId } from '../../../src/modules/shared/ids/ids.ts';
import { newRow } from '../../../src/modules/shared/record/index.ts';

export const NOW = Date.UTC(2030, 0, 2, 3, 4, 5) * 1000;

export async function anIssuer(db: Db, clientId: string): Promise<number> {
  const issuer = {
    issuerName: 'Example Issuer',
    firstName: 'Ada',
    lastName: 'Example',
    email: 'ada@example.com',
  };
  return (await insertIssuer(db, clientId, issuer, NOW)).issuer_id;
}

export async function anOffering(
  db: Db,
  clientId: string,
  issuerId: number,
  other: Partial<NewOffering> = {},
): Promise<OfferingRow> {
  const offering: NewOffering = {
    ...newRow(OFFERING_FIELDS, {}),
    issuer_id: issuerId,
    issue_name: 'Example Offering',
    issue_type: 'Equity',
    target_amount: '50000.000000',
    min_amount: '100.000000',
    max_amount: '100000.000000',
    unit_price: '10.000000',
    start_date: '2030-01-01',
    end_date: '2030-12-31',
    offering_text: 'an example',
    stamping_text: 'confidential',
    created_ip_address: null,
    ...other,
  };
  return insertOffering(db, { clientId, offeringId: await nextId(db, 'offering') }, offering, NOW);
}

/** A trade of 10 shares at 10 dollars, CREATED. */
export async function aTrade(
  db: Db,
  clientId: string,
  offeringId: number,
  other: Partial<TradeRow> = {},
): Promise<TradeRow> {
  const trade: TradeRow = {
    trade_id: await nextId(db, 'trade'),
    client_id: clientId,
    offering_id: offeringId,
    account_id: 'A10000001',
    party_id: 'P10000001',
    transaction_type: 'WIRE',
    unit_price: '10.000000',
    total_shares: '10.000000',
    fees: '0.000000',
    total_amount: '100.000000',
    order_status: 'CREATED',
    errors: null,
    document_key: null,
    esign_status: 'NOTSIGNED',
    field1: '',
    field2: '',
    field3: '',
    rr_approval_status: 'Pending',
    rr_name: null,
    rr_approval_date: null,
    principal_approval_status: 'Pending',
    principal_name: null,
    principal_date: null,
    close_id: null,
    eligible_to_close: 0,
    archived: 0,
    created_ip_address: null,
    created_at: NOW,
    updated_at: null,
    updated_ip_address: null,
    deleted_at: null,
    recorded_amount: null,
    ...other,
  };
  await db.insertInto('trades').values(trade).execute();
  return trade;
}
