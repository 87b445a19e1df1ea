/** The records that wait for investors: of whom they are, and whether they still wait. */
import type { Db, TradeRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { ACCREDITATION_REQUEST } from '../accreditation/index.ts';
import { primaryPartyOf } from '../links/index.ts';
import { findRecord, found, ownedBy } from '../shared/record/index.ts';
import { SIGNATURE } from '../signatures/index.ts';
import { findTrade, TRADE } from '../trades/index.ts';
import type { WorkKind } from './work-fields.ts';

export interface Subject {
  readonly accountId: string | null;
  /** The person or company to remind; null: the account has no primary owner. */
  readonly partyId: string | null;
  readonly offeringId: number | null;
  readonly tradeId: number | null;
  readonly waits: boolean;
  /** Of a signature. */
  readonly envelopeId?: string;
}

const DECIDED = ['approved', 'rejected', 'expired'];
const NONE = { accountId: null, partyId: null, offeringId: null, tradeId: null } as const;

type Find = (db: Db, clientId: string, record: string) => Promise<Subject>;

const primaryOf = async (db: Db, clientId: string, accountId: string) =>
  (await primaryPartyOf(db, clientId, accountId)) ?? null;

async function findCheck(db: Db, clientId: string, requestId: string): Promise<Subject> {
  const query = db.selectFrom('kyc_reviews').select(['investor_id', 'open']).where('request_id', '=', requestId);
  const row = await query.where(ownedBy(clientId)).executeTakeFirst();
  if (row === undefined) throw new ApiError(404, 'There is no such check');
  const { investor_id: id, open } = row;
  const isAccount = id.startsWith('A');
  const partyId = isAccount ? await primaryOf(db, clientId, id) : id;
  return { ...NONE, accountId: isAccount ? id : null, partyId, waits: open === 1 };
}

async function findAccreditation(db: Db, clientId: string, requestId: string): Promise<Subject> {
  const row = found(ACCREDITATION_REQUEST, await findRecord(db, ACCREDITATION_REQUEST, clientId, requestId));
  const { account_id: accountId, request_status: status } = row;
  const partyId = await primaryOf(db, clientId, accountId);
  return { ...NONE, accountId, partyId, waits: !DECIDED.includes(status.toLowerCase()) };
}

async function findSignature(db: Db, clientId: string, signatureId: string): Promise<Subject> {
  const row = found(SIGNATURE, await findRecord(db, SIGNATURE, clientId, numberOf(signatureId)));
  return {
    ...{ accountId: row.account_id, partyId: row.party_id, offeringId: row.offering_id, tradeId: row.trade_id },
    ...{ waits: row.status === 'CREATED', envelopeId: row.envelope_id },
  };
}

const findTradeThat =
  (waits: (row: TradeRow) => boolean): Find =>
  async (db, clientId, tradeId) => {
    const row = found(TRADE, await findTrade(db, clientId, numberOf(tradeId)));
    return {
      ...{ accountId: row.account_id, partyId: row.party_id, offeringId: row.offering_id, tradeId: row.trade_id },
      waits: waits(row),
    };
  };

/** 0, which no record has, for a text that is no id. */
const numberOf = (record: string): number => (/^[0-9]{1,15}$/.test(record) ? Number(record) : 0);

const isOpen = ({ order_status: state }: TradeRow) => state === 'CREATED' || state === 'FUNDED';

const FINDS: Readonly<Record<WorkKind, Find>> = {
  check: findCheck,
  accreditation: findAccreditation,
  signature: findSignature,
  representative: findTradeThat((row) => isOpen(row) && row.rr_approval_status !== 'Approved'),
  principal: findTradeThat((row) => isOpen(row) && row.principal_approval_status !== 'Approved'),
  payment: findTradeThat(({ order_status: state }) => state === 'CREATED'),
  settlement: findTradeThat((row) => row.order_status === 'FUNDED' && row.eligible_to_close === 1),
  refund: findTradeThat(({ order_status: state }) => state === 'UNWIND PENDING'),
};

/** Throws 404, of trades 189, for one that the client does not have. */
export const findSubject = (db: Db, clientId: string, kind: WorkKind, record: string): Promise<Subject> =>
  FINDS[kind](db, clientId, record);
