import Type from 'typebox';
import { pageAddress } from '../../../../http/hosted-pages/index.ts';
import { defineMethod, type Method } from '../../../../http/methods/index.ts';
import { required, text } from '../../../../http/parameters/index.ts';
import { requireActiveAccount } from '../../../accounts/index.ts';
import { change } from '../../../shared/change/index.ts';
import { makeHostedLink } from '../../../shared/hosted-links/index.ts';
import { found } from '../../../shared/record/index.ts';
import type { AchServices } from './ach-services.ts';
import { EXTERNAL_ACCOUNT } from './external-account-kind.ts';
import { findExternalAccount } from './external-account-records.ts';
import { BANK_LINK_PAGE } from './link-page.ts';

export function updateLinkExternalAccount(services: AchServices): Method {
  const { publicUrl, nowUs } = services;
  return defineMethod({
    name: 'updateLinkExternalAccount',
    verb: 'POST',
    group: 'ACH',
    summary: 'Makes the address of a page on which the holder of an account replaces its bank account',
    description:
      'As linkExternalAccount, for an account that has a bank account (149 without one). The webhook of this ' +
      'name fires when the holder has finished.',
    refusals: [148, 149],
    parameters: { accountId: required(text({ description: 'account id', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.String({ description: 'the address of the page' }) }),
    handler: change(services, async ({ client: { clientId }, values: { accountId } }, db) => {
      const { account_id: ownerId } = await requireActiveAccount(db, clientId, accountId);
      found(EXTERNAL_ACCOUNT, await findExternalAccount(db, clientId, ownerId));
      const of = { clientId, purpose: 'updateLinkExternalAccount', subject: ownerId };
      const params = await makeHostedLink(db, of, nowUs());
      return { fields: { accountDetails: pageAddress(publicUrl(), BANK_LINK_PAGE, params) } };
    }),
  });
}
