/** The subjects of reviews: parties, entities and accounts, whose statuses are stored in their own modules. */
import type { Db } from '../../database/schema/index.ts';
import type { StatusCode } from '../../http/methods/index.ts';
import { ACCOUNT, changeAccount, findAccount } from '../accounts/index.ts';
import { findPerson, PERSON } from '../parties/index.ts';
import type { Reader } from '../shared/record/index.ts';
import type { KycDeps } from './kyc-deps.ts';
import { setPersonStatuses, today } from './person-statuses.ts';

export interface Investor {
  readonly id: string;
  readonly isAccount: boolean;
  readonly kycStatus: string | null;
  readonly amlStatus: string | null;
}

export type ReviewType = 'KYC' | 'AML';
export const REVIEW_TYPES = ['KYC', 'AML'] as const satisfies readonly ReviewType[];

export interface InvestorOf {
  readonly clientId: string;
  readonly investorId: string;
}

/** The reader's party, entity or account; undefined when it is unknown, deleted or another client's. */
export async function findInvestor(
  db: Db,
  of: { readonly clientId: Reader; readonly investorId: string },
): Promise<Investor | undefined> {
  const row = isAccountLike(of.investorId)
    ? await findAccount(db, of.clientId, of.investorId)
    : await findPerson(db, of.clientId, of.investorId);
  return row && investorOf(row, of.investorId);
}

/** Sets one of the statuses in a transaction and returns the investor after it; undefined as in findInvestor. */
export async function setStatus(
  deps: Pick<KycDeps, 'db' | 'secrets' | 'nowUs' | 'outbox'>,
  { clientId, investorId }: InvestorOf,
  change: { readonly type: ReviewType; readonly status: string; readonly ip: string },
): Promise<Investor | undefined> {
  const { db, secrets, outbox } = deps;
  const at = deps.nowUs();
  const { status } = change;
  if (!isAccountLike(investorId)) {
    const statuses = change.type === 'KYC' ? { kyc_status: status } : { aml_status: status, aml_date: today(at) };
    const of = { clientId, partyId: investorId };
    const row = await setPersonStatuses(deps, of, statuses, { nowUs: at, ip: change.ip });
    return row && investorOf(row, investorId);
  }
  const statuses =
    change.type === 'KYC' ? { kyc_status: status, kyc_date: today(at) } : { aml_status: status, aml_date: today(at) };
  const account = { clientId, accountId: investorId };
  const changed = await changeAccount({ db, secrets }, account, statuses, { nowUs: at, ip: change.ip });
  for (const webhook of changed?.webhooks ?? []) await outbox.add(db, webhook);
  return changed && investorOf(changed.row, investorId);
}

/** The kind of investor of an id, for the refusal of an unknown one. */
export function investorKind(investorId: string): { readonly unknown: StatusCode } {
  return isAccountLike(investorId) ? ACCOUNT : PERSON;
}

function isAccountLike(investorId: string): boolean {
  return investorId.startsWith('A');
}

function investorOf(row: { kyc_status: string | null; aml_status: string | null }, id: string): Investor {
  return { id, isAccount: isAccountLike(id), kycStatus: row.kyc_status, amlStatus: row.aml_status };
}
