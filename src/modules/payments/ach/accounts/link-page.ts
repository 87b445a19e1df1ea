/** The page on which the holder of an account links its bank account (A6). */
import type { Transaction } from 'kysely';
import type { Db, HostedLinkRow, Schema } from '../../../../database/schema/index.ts';
import type { HostedPage, PageForm, PageView } from '../../../../http/hosted-pages/index.ts';
import { ApiError } from '../../../../http/methods/index.ts';
import { inOneTransaction } from '../../../shared/change/index.ts';
import { findHostedLink, useHostedLink } from '../../../shared/hosted-links/index.ts';
import type { AchServices } from './ach-services.ts';
import { holdOwner } from './external-account-owner.ts';
import { findExternalAccount, putExternalAccount } from './external-account-records.ts';
import { faultsOf, linkedAccount } from './link-form.ts';
import { formView, linkedView, refusedView } from './link-view.ts';
import { linkedWebhook } from './link-webhook.ts';

export const BANK_LINK_PAGE = 'bank-link';

/** Methods that make a link to the page, whose webhooks fire when its holder has finished. */
const PURPOSES = ['linkExternalAccount', 'updateLinkExternalAccount'] as const;

export function bankLinkPage(services: AchServices): HostedPage {
  const { db, nowUs, ach } = services;
  return {
    name: BANK_LINK_PAGE,
    show: async (params) => {
      const link = await findHostedLink(db, PURPOSES, params, nowUs());
      return link === undefined ? undefined : formView(new Map(), {});
    },
    submit: async (params, form, { ip }) => {
      const link = await findHostedLink(db, PURPOSES, params, nowUs());
      if (link === undefined) return undefined;
      const faults = faultsOf(form, ach.banks);
      if (Object.keys(faults).length > 0) return formView(form, faults);
      return store(services, link, form, ip);
    },
  };
}

async function store(services: AchServices, link: HostedLinkRow, form: PageForm, ip: string): Promise<PageView> {
  try {
    return await inOneTransaction(services, (db) => storeIn(services, db, { link, form, ip }));
  } catch (error) {
    // The account was deleted, or got a bank account, since the link was made.
    if (error instanceof ApiError) return refusedView();
    throw error;
  }
}

interface Submitted {
  readonly link: HostedLinkRow;
  readonly form: PageForm;
  readonly ip: string;
}

async function storeIn(
  { secrets, nowUs, ach, outbox }: AchServices,
  db: Db,
  { link, form, ip }: Submitted,
): Promise<PageView> {
  const now = nowUs();
  const { client_id: clientId, purpose, subject: accountId } = link;
  if (!(await useHostedLink(db as Transaction<Schema>, link, now))) throw new ApiError(404);
  const owner = await holdOwner(db, clientId, { types: 'Account', accountId });
  const known = await findExternalAccount(db, clientId, accountId);
  if (known !== undefined && purpose === 'linkExternalAccount') throw new ApiError(116);
  const under = { owner, nowUs: now };
  const row = await putExternalAccount(db, secrets, linkedAccount(form, ach.banks, now, ip), under);
  await outbox.add(db, { clientId, method: purpose, fields: linkedWebhook(row, secrets) });
  return linkedView(row);
}
