import { type ApiSession, firstOf, Refused } from './api-session.ts';
import { aDocument } from './document.ts';
import type { Investor } from './investor.ts';

/** A request with a document, the operator's decision with a letter, and what the account then says. */
export async function accredit(api: ApiSession, operator: ApiSession, { accountId }: Investor): Promise<void> {
  const asked = await api.call(
    'requestAiVerification',
    { accountId, aiMethod: 'Upload' },
    'is the investor accredited?',
  );
  const { airequestId } = firstOf(asked.accreditedDetails);
  const shown = { accountId, documentTitle: 'Letter of a bank' };
  await api.send('uploadVerificationDocument', shown, aDocument('bank.pdf'), 'a letter of a bank');
  const decision = { airequestId, aiRequestStatus: 'Approved', reviewedBy: 'Example Reviewer', allow: 'Income' };
  await operator.send('updateAiVerification', decision, aDocument('letter.pdf'), 'approved, by the operator');
  const { accreditedDetails } = await api.call('getAiRequest', { accountId }, 'what has become of it');
  const { accreditedStatus, aiDate } = firstOf((accreditedDetails as { request: unknown }).request);
  console.log(`    ${accreditedStatus} until ${aiDate}`);
  if (accreditedStatus !== 'Verified Accredited') throw new Refused(`the investor is ${accreditedStatus}`);
}
