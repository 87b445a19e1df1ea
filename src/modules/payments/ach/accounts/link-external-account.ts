import Type from 'typebox';
import { pageAddress } from '../../../../http/hosted-pages/index.ts';
import { ApiError, defineMethod, type Method } from '../../../../http/methods/index.ts';
import { required, text } from '../../../../http/parameters/index.ts';
import { requireActiveAccount } from '../../../accounts/index.ts';
import { change } from '../../../shared/change/index.ts';
import { makeHostedLink } from '../../../shared/hosted-links/index.ts';
import type { AchServices } from './ach-services.ts';
import { findExternalAccount } from './external-account-records.ts';
import { BANK_LINK_PAGE } from './link-page.ts';

export function linkExternalAccount(services: AchServices): Method {
  const { publicUrl, nowUs } = services;
  return defineMethod({
    name: 'linkExternalAccount',
    verb: 'POST',
    group: 'ACH',
    summary: 'Makes the address of a page on which the holder of an account links its bank account',
    description:
      'The page holds for 24 hours and one bank account. What its holder enters there is stored, and the webhook ' +
      'of this name fires then. An account that has a bank account is refused (116): see ' +
      'updateLinkExternalAccount.',
    refusals: [116, 148],
    parameters: { accountId: required(text({ description: 'account id', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.String({ description: 'the address of the page' }) }),
    handler: change(services, async ({ client: { clientId }, values: { accountId } }, db) => {
      const { account_id: ownerId } = await requireActiveAccount(db, clientId, accountId);
      if ((await findExternalAccount(db, clientId, ownerId)) !== undefined) throw new ApiError(116);
      const of = { clientId, purpose: 'linkExternalAccount', subject: ownerId };
      const params = await makeHostedLink(db, of, nowUs());
      return { fields: { accountDetails: pageAddress(publicUrl(), BANK_LINK_PAGE, params) } };
    }),
  });
}
