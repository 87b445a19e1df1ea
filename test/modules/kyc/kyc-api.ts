/** The API of this module with the sandbox's provider. */
import type { Database } from '../../../src/database/database.ts';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { type KycDeps, kycModule } from '../../../src/modules/kyc/index.ts';
import type { ScreeningDeps } from '../../../src/modules/kyc/screening-again.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { SANDBOX_QUESTIONS } from '../../../src/providers/identity/sandbox-questions.ts';
import { identityChecks } from '../../support/identity-checks.ts';
import type { ManualTime } from '../../support/manual-time.ts';
import { type Api, fieldsOf, startApi } from '../shared/api.ts';

export interface KycApi extends Api {
  /** Moves the time limit of the provider. */
  readonly time: ManualTime;
  /** What screenings use that the program makes by itself. */
  readonly screening: Omit<ScreeningDeps, 'asksForInfo'> & Pick<KycDeps, 'watchLists'>;
}

export async function startKyc(database: Database, folders?: readonly string[]): Promise<KycApi> {
  const { identity, watchLists, time } = await identityChecks(folders);
  let screening: KycApi['screening'] | undefined;
  const modules = [
    partiesModule,
    linksModule,
    (deps: ModuleDeps) => accountsModule(deps),
    (deps: ModuleDeps) => {
      screening = { ...deps, identity, watchLists };
      return kycModule({ ...deps, identity, watchLists });
    },
  ];
  // A key below the levels of personal data.
  const keys = { LOW: { clientId: 'C1', scopes: ['party.read', 'account.read'] } };
  const api = await startApi(database, modules, { keys });
  if (screening === undefined) throw new Error('the module was not made');
  return Object.assign(api, { time, screening });
}

/** The fields of updateKycAml, with this number of right answers. */
export function answers(partyId: string, idNumber: string, right: number): Record<string, unknown> {
  const sent: Record<string, unknown> = { partyId, idNumber, noOfqns: 5 };
  for (const [index, question] of SANDBOX_QUESTIONS.entries()) {
    sent[`type${index + 1}`] = question.type;
    sent[`qns${index + 1}`] = index < right ? question.right : 'None of the above';
  }
  return sent;
}

/** Asks the questions and answers their id-number. */
export async function askedFor(api: Api, partyId: string): Promise<string> {
  const { kyc } = fieldsOf(await api.call('POST', 'performKycAml', { partyId }));
  return (kyc as { response: { 'id-number': string } }).response['id-number'];
}

export async function statusOf(api: Api, partyId: string): Promise<unknown[]> {
  const fields = fieldsOf(await api.call('POST', 'getKycAml', { partyId }));
  const party = fields['Party Status'] as Record<string, unknown>;
  return [fields['KYC Status'], party['AML status'], party['AML date']];
}
