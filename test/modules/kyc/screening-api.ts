/** Screenings that the program makes by itself: a list that grows, their pieces, and what they store. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenPiece } from '../../../src/modules/kyc/screening-runs.ts';
import { SANDBOX_LIST_FOLDER } from '../../../src/providers/identity/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fieldsOf } from '../shared/api.ts';
import type { KycApi } from './kyc-api.ts';

export const MASTER = { as: 'MASTER' };
export const APPROVED = { AMLstatus: 'Auto Approved', KYCstatus: 'Auto Approved' };
export const LISTED = { firstName: 'Newly', middleInitial: '', lastName: 'Listed Specimen' };
const PIECES_MAX = 200;

/** A folder of the sandbox's list, and how it gains a name. */
export function listFolder() {
  const folder = temporaryFolder();
  cpSync(SANDBOX_LIST_FOLDER, folder, { recursive: true });
  const path = join(folder, 'sdn.csv');
  const rest = `"SANDBOX"${',-0- '.repeat(8)}`;
  const gain = (uid: number, name: string, type = '"individual"') => {
    const known = readFileSync(path, 'utf8').replace('\u001a', '');
    writeFileSync(path, `${known}${uid},"${name}",${type},${rest}\r\n`);
  };
  return { folder, gain };
}

/** One piece; `asksForInfo` as SCREENING_NEEDS_MORE_INFO. */
export function piece(
  api: KycApi,
  { stop = new AbortController().signal, asksForInfo = false } = {},
): Promise<boolean> {
  const { screening } = api;
  const log = { info: () => {}, error: () => {} };
  const rules = () => screening.watchLists.loaded?.digest;
  return screenPiece({ deps: { ...screening, asksForInfo }, rules, log }, stop);
}

/** All pieces; their number. */
export async function allPieces(api: KycApi, options?: { readonly asksForInfo?: boolean }): Promise<number> {
  for (let made = 1; made < PIECES_MAX; made += 1) if (!(await piece(api, options))) return made;
  throw new Error('it does not end');
}

export async function reload(api: KycApi): Promise<void> {
  fieldsOf(await api.call('POST', 'admin/reloadWatchList', {}, MASTER));
}

export async function queue(api: KycApi) {
  const { reviews } = fieldsOf(await api.call('POST', 'admin/getKycAmlReviews', {}, MASTER));
  return reviews as {
    requestId: string;
    investorId: string;
    kycStatus: string;
    amlStatus: string;
    cause: string | null;
  }[];
}

export const runsOf = (api: KycApi) =>
  api.database.db.selectFrom('screening_runs').selectAll().orderBy('run_id').execute();
export const dueOf = (api: KycApi) => api.database.db.selectFrom('screenings_due').selectAll().execute();

export async function responses(api: KycApi, partyId: string): Promise<number> {
  const rows = await api.database.db
    .selectFrom('kyc_responses')
    .select('response_id')
    .where('party_id', '=', partyId)
    .execute();
  return rows.length;
}

export async function response(api: KycApi, partyId: string, type: string, as = 'C1') {
  const fields = fieldsOf(await api.call('POST', 'getKycAmlResponse', { partyId, type }, { as }));
  return (fields.kycamlDetails as { kyc?: { amlstatus: string; response: Record<string, unknown> } }).kyc;
}
