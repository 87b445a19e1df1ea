import { pageAddress } from '../../http/hosted-pages/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { makeHostedLink } from '../shared/hosted-links/index.ts';
import { findEnvelope } from './signature-records.ts';
import { SIGN, SIGN_PAGE } from './signing-page.ts';

/** The address of our signing page for an envelope; valid for 24 hours and for one signature. */
export async function signingLink(
  { db, nowUs, publicUrl }: Pick<ModuleDeps, 'db' | 'nowUs' | 'publicUrl'>,
  envelopeId: string,
): Promise<string> {
  const row = await findEnvelope(db, envelopeId);
  if (row === undefined) throw new Error('there is no such envelope');
  const params = await makeHostedLink(db, { clientId: row.client_id, purpose: SIGN, subject: envelopeId }, nowUs());
  return pageAddress(publicUrl(), SIGN_PAGE, params);
}
