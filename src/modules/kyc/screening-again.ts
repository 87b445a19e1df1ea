/** Screens an approved party or entity again, after a watch list or its own data changed (C98). */
import type { Db, KycReviewRow } from '../../database/schema/index.ts';
import type { ScreeningResult } from '../../providers/identity/index.ts';
import { comparedOf, findPerson, holdPerson, isApprovedStatus, LIST_CHANGED, type Person } from '../parties/index.ts';
import { inOneTransaction } from '../shared/change/index.ts';
import { amlStatusOf, subjectOf } from './check.ts';
import { type Investor, setStatus } from './investors.ts';
import { type KycDeps, NEEDS_MORE_INFO, PENDING } from './kyc-deps.ts';
import { requestWebhook, screenedAgainWebhook } from './kyc-webhooks.ts';
import { insertResponse, lastCheck, SCREENED_AGAIN, type StoredCheck } from './response-records.ts';
import { notesOf, queueScreened } from './review-records.ts';

export interface ScreeningDeps extends Pick<KycDeps, 'db' | 'secrets' | 'nowUs' | 'outbox' | 'identity'> {
  /** SCREENING_NEEDS_MORE_INFO. */
  readonly asksForInfo: boolean;
}

export interface ScreenedOf {
  readonly clientId: string;
  readonly partyId: string;
  /** LIST_CHANGED or INVESTOR_CHANGED. */
  readonly cause: string;
}

/**
 * unconcerned: it is deleted or not approved, or it changed meanwhile and is asked for once more; unchanged: the same
 * entries match; fewer: some no longer match; hit: an entry matches that did not.
 */
export type ScreenedOutcome = 'unconcerned' | 'unchanged' | 'fewer' | 'hit';

/** No caller waits. */
const NEVER = new AbortController().signal;

/** Rejects with ProviderFailed when the provider gives no answer. What it stores is one transaction. */
export async function screenAgain(deps: ScreeningDeps, of: ScreenedOf): Promise<ScreenedOutcome> {
  const { db, secrets, identity } = deps;
  const person = await findPerson(db, of.clientId, of.partyId);
  if (person === undefined || !isApprovedStatus(person.aml_status)) return 'unconcerned';
  const screened = await identity.screen(subjectOf(deps, person), NEVER);
  const outcome = differenceTo(await lastCheck(deps, of), screened);
  // A change of the investor is kept with its result: the one before is of another name.
  if (outcome === 'unchanged' && of.cause === LIST_CHANGED) return outcome;
  return inOneTransaction(deps, async (transaction) => {
    const within = { ...deps, db: transaction };
    await holdPerson(transaction, of);
    const now = await findPerson(transaction, of.clientId, of.partyId);
    if (now === undefined || !isApprovedStatus(now.aml_status)) return 'unconcerned';
    if (comparedOf(now, secrets) !== comparedOf(person, secrets)) return 'unconcerned';
    // A check of the client may have been stored meanwhile.
    const last = differenceTo(await lastCheck(within, of), screened);
    const check = { response: screened.response, kycstatus: null, amlstatus: amlStatusOf(screened) };
    await insertResponse(within, { ...of, type: SCREENED_AGAIN }, check, deps.nowUs());
    if (last === 'hit') await report(within, of, now, screened);
    return last;
  });
}

/** The place in the queue and the notice, and the status where the operator says so. */
async function report(
  deps: ScreeningDeps & { readonly db: Db },
  of: ScreenedOf,
  person: Person,
  screened: ScreeningResult,
): Promise<void> {
  const { db, secrets, outbox, nowUs, asksForInfo } = deps;
  const { clientId, partyId, cause } = of;
  const investorOf = { clientId, investorId: partyId };
  const aml = asksForInfo ? NEEDS_MORE_INFO : PENDING;
  const review = await queueScreened(db, investorOf, { kyc: person.kyc_status, aml, cause }, nowUs());
  const status = { type: 'AML', status: NEEDS_MORE_INFO, ip: person.updated_ip_address ?? '' } as const;
  const stored = asksForInfo ? await setStatus(deps, investorOf, status) : undefined;
  const investor = stored ?? investorOfPerson(person);
  await outbox.add(db, {
    clientId,
    method: 'screenedAgain',
    fields: screenedAgainWebhook(review, investor, { cause, screened }),
  });
  if (stored !== undefined) await askForInfo(deps, review, stored, notesOf(review, secrets));
}

function askForInfo(
  { db, outbox }: Pick<ScreeningDeps, 'db' | 'outbox'>,
  review: KycReviewRow,
  investor: Investor,
  notes: string | null,
): Promise<void> {
  const fields = requestWebhook(review, investor, notes);
  return outbox.add(db, { clientId: review.client_id, method: 'updateKycAmlRequest', fields });
}

function investorOfPerson({ party_id: id, kyc_status: kycStatus, aml_status: amlStatus }: Person): Investor {
  return { id, isAccount: false, kycStatus, amlStatus };
}

function differenceTo(last: StoredCheck | undefined, { matches }: ScreeningResult): ScreenedOutcome {
  const before = entriesOf(last);
  const after = new Set(matches.map(({ list, uid }) => keyOf(list, uid)));
  if ([...after].some((entry) => !before.has(entry))) return 'hit';
  return after.size < before.size ? 'fewer' : 'unchanged';
}

interface StoredMatches {
  readonly restriction?: {
    readonly list?: string;
    readonly matches?: readonly { readonly list?: string; readonly uid?: string }[];
  };
}

/** The entries of a stored screening; the matches of older ones do not name their list. */
function entriesOf(check: StoredCheck | undefined): ReadonlySet<string> {
  const { restriction } = (check?.response ?? {}) as StoredMatches;
  const matches = restriction?.matches ?? [];
  return new Set(matches.map(({ list = restriction?.list, uid }) => keyOf(list ?? '', uid ?? '')));
}

function keyOf(list: string, uid: string): string {
  return `${list} ${uid}`;
}
