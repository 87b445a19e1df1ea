/** What the bank says of entries: returns and notifications of change, each file once (A17, A18). */
import { createHash } from 'node:crypto';
import type { Db } from '../../../../database/schema/index.ts';
import {
  type BankNotice,
  type CorrectedDetails,
  readBankNotices,
  returnText,
  takesEntryBack,
} from '../../../../providers/bank/index.ts';
import { holdAccount } from '../../../accounts/index.ts';
import { inOneTransaction } from '../../../shared/change/index.ts';
import { externalAccountFields, findExternalAccount, openDetails, putExternalAccount } from '../accounts/index.ts';
import { type BatchDeps, centsOf, type EntryRail, type HeldEntry } from '../batch/index.ts';

/** What a file came to: the number of its notices by outcome; undefined when the same content was read before. */
export type NoticeOutcomes = Readonly<Record<string, number>>;

/** The outcome of an entry that only a person may follow. */
export const NEEDS_A_PERSON = 'needs a person';
/** Outcomes of what was followed; of the others a person is shown what the bank wrote. */
const FOLLOWED: ReadonlySet<string> = new Set(['returned', 'corrected']);

/**
 * Does what a file of the bank says, all of it in one transaction: follows each entry that is certain and about one
 * of ours, and keeps the others for a person. Throws NachaFault, with nothing done, where the file is not whole or its
 * totals do not agree.
 */
export async function readNoticeFile(
  deps: BatchDeps,
  fileName: string,
  content: Buffer,
): Promise<NoticeOutcomes | undefined> {
  const notices = readBankNotices(content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return inOneTransaction(deps, async (db) => {
    const row = { sha256, file_name: fileName, read_at: deps.nowUs() };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('ach_notice_files')
      .values(row)
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return undefined;
    const outcomes: Record<string, number> = {};
    for (const notice of notices) {
      const { refNum, outcome } = await follow(deps, db, notice);
      const { line, code, originalTrace, problem = outcome, text } = notice;
      // Account numbers are in it.
      const sealed = () => deps.secrets.seal(`${problem}\n${text}`, noticeContext(sha256, line));
      const text_sealed = FOLLOWED.has(outcome) ? null : sealed();
      const about = { sha256, line, code, trace_number: originalTrace, ref_num: refNum, file_read_at: row.read_at };
      await db
        .insertInto('ach_notices')
        .values({ ...about, outcome, text_sealed })
        .execute();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    return outcomes;
  });
}

/** Binds the sealed text to its notice. */
export function noticeContext(sha256: string, line: number): string {
  return `ach_notices.text:${sha256}:${line}`;
}

interface Followed {
  readonly refNum: number | null;
  readonly outcome: string;
}

async function follow(deps: BatchDeps, db: Db, notice: BankNotice): Promise<Followed> {
  const entry = await entryOf(deps, db, notice);
  if (notice.problem !== undefined) return { refNum: entry?.number ?? null, outcome: NEEDS_A_PERSON };
  if (entry === undefined) return { refNum: null, outcome: 'no such debit' };
  const outcome = await (notice.kind === 'change'
    ? correctDetails(deps, db, entry, notice.corrected)
    : takeBack(entry, notice));
  return { refNum: entry.number, outcome };
}

/** The newest entry of all kinds that went out under the trace number: its digits restart after ten million. */
async function entryOf(deps: BatchDeps, db: Db, { originalTrace }: BankNotice): Promise<HeldEntry | undefined> {
  let newest: { readonly rail: EntryRail; readonly number: number } | undefined;
  for (const rail of deps.rails) {
    const number = await rail.withTrace(db, originalTrace);
    if (number !== undefined && number > (newest?.number ?? 0)) newest = { rail, number };
  }
  return newest?.rail.hold(deps, db, newest.number);
}

async function takeBack(entry: HeldEntry, { code, cents }: BankNotice): Promise<string> {
  if (!takesEntryBack(code)) return 'between banks';
  if (entry.status !== 'Submitted' && entry.status !== 'Settled') return `already ${entry.status}`;
  if (centsOf(entry.amount) !== cents) return 'another amount';
  await entry.takeBack(returnText(code));
  return 'returned';
}

/**
 * Writes what the bank asks for into the bank account that an entry was made of, unless that has other details by now;
 * the entry keeps those that it went out with. Answers what was done.
 */
async function correctDetails(deps: BatchDeps, db: Db, entry: HeldEntry, corrected: CorrectedDetails): Promise<string> {
  const { secrets } = deps;
  const { client_id: clientId, account_id: accountId } = entry;
  // Whoever changes the bank account holds its owner first.
  const isHeld = await holdAccount(db, { clientId, accountId });
  const account = isHeld ? await findExternalAccount(db, clientId, accountId) : undefined;
  if (account === undefined) return 'no bank account any more';
  const sent = entry.numbers;
  const kept = openDetails(secrets, 'external_accounts', account.external_account_id, account);
  const isSame = sent.routingNumber === kept.routingNumber && sent.accountNumber === kept.accountNumber;
  if (!isSame) return 'changed since';
  const values = {
    ...kept,
    accountType: account.account_type === 'Savings' ? ('Savings' as const) : ('Checking' as const),
    fullName: account.full_name,
    nickname: account.nickname,
    bankName: account.bank_name,
    linkedAt: account.linked_at,
    ip: account.updated_ip_address,
    ...corrected,
  };
  const owner = { types: 'Account' as const, ownerId: account.owner_id, clientId: account.client_id };
  const under = { id: account.external_account_id, owner, nowUs: deps.nowUs() };
  const row = await putExternalAccount(db, secrets, values, under);
  const fields = externalAccountFields(row, secrets);
  await deps.outbox.add(db, { clientId: row.client_id, method: 'updateExternalAccount', fields });
  return 'corrected';
}
