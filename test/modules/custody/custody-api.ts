/** Custody accounts that several tests begin with. */
import { custodyModule as moduleOf } from '../../../src/modules/custody/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { TEST_ACH } from '../ach/means.ts';
import { type Answered, type Api, fieldsOf } from '../shared/api.ts';
import { MONEY } from '../trades/money.ts';

/** The module with the means of ACH in a sandbox. */
export const custodyModule = (services: ModuleServices) => moduleOf({ ...services, ach: TEST_ACH }, MONEY);

export const MASTER = { as: 'MASTER' };

/** Attests the custody agreement of an account. */
export async function attest(api: Api, accountId: string): Promise<void> {
  const documentUrl = 'https://documents.example.com/agreement.pdf';
  const fields = { accountId, isAttested: true, documentUrl };
  fieldsOf(await api.call('POST', 'createCustodyAgreementAttestation', fields));
}

/** Requests a custody account; what fired for it is forgotten. */
export async function aRequest(api: Api, accountId: string): Promise<string> {
  await attest(api, accountId);
  // Of several requests the newest counts.
  api.nowUs += 1_000_000;
  const { custodialAccountDetails } = fieldsOf(await api.call('POST', 'createCustodyAccountRequest', { accountId }));
  api.fired.length = 0;
  return (custodialAccountDetails as [{ custAccRequestID: string }])[0].custAccRequestID;
}

/** What the operator decides on a request. */
export function decide(
  api: Api,
  custAccRequestID: string,
  custAccStatus: string,
  more: Record<string, unknown> = {},
): Promise<Answered> {
  const fields = { custAccRequestID, custAccStatus, ...more };
  return api.call('POST', 'admin/reviewCustodyAccountRequest', fields, MASTER);
}
