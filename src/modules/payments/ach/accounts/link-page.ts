/** The page on which the holder of an account links its bank account (A6). */
import type { Transaction } from 'kysely';
import type { Db, ExternalAccountRow, HostedLinkRow, Schema } from '../../../../database/schema/index.ts';
import {
  fragment,
  type HostedPage,
  type Html,
  h,
  type PageForm,
  type PageView,
} from '../../../../http/hosted-pages/index.ts';
import { ApiError } from '../../../../http/methods/index.ts';
import { inOneTransaction } from '../../../shared/change/index.ts';
import { findHostedLink, useHostedLink } from '../../../shared/hosted-links/index.ts';
import type { Secrets } from '../../../shared/record/index.ts';
import { timestamp, timestampOrNull } from '../../../shared/values/index.ts';
import type { AchDeps } from './ach-deps.ts';
import { openDetails } from './bank-details.ts';
import { holdOwner } from './external-account-owner.ts';
import { findExternalAccount, putExternalAccount } from './external-account-records.ts';
import { type Faults, type FormField, faultsOf, linkedAccount, sentOf } from './link-form.ts';

export const BANK_LINK_PAGE = 'bank-link';

/** Methods that make a link to the page, whose webhooks fire when its holder has finished. */
const PURPOSES = ['linkExternalAccount', 'updateLinkExternalAccount'] as const;

export function bankLinkPage(deps: AchDeps): HostedPage {
  const { db, nowUs, ach } = deps;
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
      return store(deps, link, form, ip);
    },
  };
}

async function store(deps: AchDeps, link: HostedLinkRow, form: PageForm, ip: string): Promise<PageView> {
  try {
    return await inOneTransaction(deps, (db) => storeIn(deps, db, { link, form, ip }));
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
  { secrets, nowUs, ach, outbox }: AchDeps,
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

/** Of a routing number: what names the institution in files of the ACH network; the last digit is a check. */
const DFI_DIGITS = 8;

/** Of linkExternalAccount and updateLinkExternalAccount: numbers as they are kept, encrypted (A7). */
function linkedWebhook(row: ExternalAccountRow, secrets: Secrets) {
  const { accountNumber, routingNumber } = openDetails(secrets, 'external_accounts', row.external_account_id, row);
  const id = String(row.external_account_id);
  return {
    id,
    accountId: row.owner_id,
    refNum: id,
    institutionId: routingNumber.slice(0, DFI_DIGITS),
    institution_name: row.bank_name,
    account_number: row.account_number_sealed,
    account_name: row.full_name,
    account_subtype: row.account_type.toLowerCase(),
    account_mask: accountNumber.slice(-4),
    account_id: id,
    account_plaidId: id,
    routing_number: row.routing_number_sealed,
    wire_routing: row.routing_number_sealed,
    account_type: 'depository',
    externalAccount: row.nickname,
    createdDate: timestamp(row.created_at),
    createdIpAddress: row.created_ip_address,
    updatedDate: timestampOrNull(row.updated_at),
    updatedIpAddress: row.updated_ip_address,
  };
}

/** What the page of a bank account shows. */

const SOURCE = 'bank-link';

interface Shown {
  readonly form: PageForm;
  readonly faults: Faults;
  readonly first: FormField | undefined;
}

/** The form, each field with its fault; numbers are not shown again. */
function formView(form: PageForm, faults: Faults): PageView {
  const [first] = Object.keys(faults) as FormField[];
  const shown = { form, faults, first };
  const isWrong = first !== undefined;
  return {
    ...(isWrong ? { http: 422 } : {}),
    title: isWrong ? 'Something is to be corrected: link a bank account' : 'Link a bank account',
    main: fragment(
      h('h1', {}, 'Link a bank account'),
      h('p', {}, 'Payments that you make for your investments are debited from this account.'),
      isWrong && h('p', { class: 'alert', role: 'alert' }, 'Please correct what is marked below.'),
      h(
        'form',
        { method: 'post', novalidate: true, autocomplete: 'off' },
        input(shown, { field: 'bankName', label: 'Name of the bank' }),
        input(shown, { field: 'holder', label: 'Holder of the account', hint: 'As the bank knows the name.' }),
        input(shown, { field: 'routingNumber', label: 'Routing number', hint: 'Nine digits.', isNumber: true }),
        input(shown, { field: 'accountNumber', label: 'Account number', hint: '4 to 17 digits.', isNumber: true }),
        input(shown, { field: 'accountNumberAgain', label: 'Account number, again', isNumber: true }),
        accountType(shown),
        h('button', { type: 'submit' }, 'Link this account'),
      ),
    ),
  };
}

/** The bank account was stored; its numbers are hidden but for the last four digits. */
function linkedView({ bank_name, nickname }: ExternalAccountRow): PageView {
  const linked = bank_name === null ? nickname : `${nickname} at ${bank_name}`;
  return {
    title: 'Bank account linked',
    main: fragment(
      h('h1', {}, 'Bank account linked'),
      h('p', { role: 'status' }, `${linked} can be debited from now on. You can close this page.`),
    ),
    message: { source: SOURCE, status: 'success' },
  };
}

/** Nothing can be stored by this link any more. */
function refusedView(): PageView {
  const text = 'The bank account could not be linked. Ask for a new link.';
  return {
    http: 409,
    title: 'Bank account not linked',
    main: fragment(h('h1', {}, 'Bank account not linked'), h('p', { role: 'alert' }, text)),
    message: { source: SOURCE, status: 'error', message: text },
  };
}

interface Input {
  readonly field: FormField;
  readonly label: string;
  readonly hint?: string;
  readonly isNumber?: boolean;
}

function input({ form, faults, first }: Shown, { field, label, hint, isNumber = false }: Input): Html {
  const described = hint === undefined ? `${field}-fault` : `${field}-hint ${field}-fault`;
  // Numbers are entered again: no answer has them.
  const value = isNumber ? '' : sentOf(form, field);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: field }, label),
    hint !== undefined && h('span', { class: 'hint', id: `${field}-hint` }, hint),
    h('input', {
      ...{ id: field, name: field, value, 'aria-describedby': described, required: true },
      ...{ inputmode: isNumber && 'numeric', ...marks(faults, field, first) },
    }),
    h('span', { class: 'fault', id: `${field}-fault` }, faults[field]),
  );
}

function accountType({ form, faults, first }: Shown): Html {
  const field = 'accountType';
  const sent = sentOf(form, field);
  const described = { 'aria-describedby': `${field}-fault`, ...marks(faults, field, first) };
  return h(
    'div',
    { class: 'field' },
    h('label', { for: field }, 'Kind of account'),
    h(
      'select',
      { id: field, name: field, ...described },
      ['Checking', 'Savings'].map((type) => h('option', { selected: type === sent }, type)),
    ),
    h('span', { class: 'fault', id: `${field}-fault` }, faults[field]),
  );
}

function marks(faults: Faults, field: FormField, first: FormField | undefined) {
  return { 'aria-invalid': faults[field] !== undefined && 'true', 'data-focus': first === field };
}
