/** What the page of a bank account shows. */
import type { ExternalAccountRow } from '../../../../database/schema/index.ts';
import { type Html, html, type PageForm, type PageView } from '../../../../http/hosted-pages/index.ts';
import { type Faults, type FormField, sentOf } from './link-form.ts';

const SOURCE = 'bank-link';

interface Shown {
  readonly form: PageForm;
  readonly faults: Faults;
  readonly first: FormField | undefined;
}

/** The form, each field with its fault; numbers are not shown again. */
export function formView(form: PageForm, faults: Faults): PageView {
  const [first] = Object.keys(faults) as FormField[];
  const shown = { form, faults, first };
  const isWrong = first !== undefined;
  return {
    ...(isWrong ? { http: 422 } : {}),
    title: isWrong ? 'Something is to be corrected: link a bank account' : 'Link a bank account',
    main: html`<h1>Link a bank account</h1>
<p>Payments that you make for your investments are debited from this account.</p>
${isWrong ? html`<p class="alert" role="alert">Please correct what is marked below.</p>` : undefined}
<form method="post" novalidate autocomplete="off">
${input(shown, { field: 'bankName', label: 'Name of the bank' })}
${input(shown, { field: 'holder', label: 'Holder of the account', hint: 'As the bank knows the name.' })}
${input(shown, { field: 'routingNumber', label: 'Routing number', hint: 'Nine digits.', isNumber: true })}
${input(shown, { field: 'accountNumber', label: 'Account number', hint: '4 to 17 digits.', isNumber: true })}
${input(shown, { field: 'accountNumberAgain', label: 'Account number, again', isNumber: true })}
${accountType(shown)}
<button type="submit">Link this account</button>
</form>`,
  };
}

/** The bank account was stored; its numbers are hidden but for the last four digits. */
export function linkedView({ bank_name, nickname }: ExternalAccountRow): PageView {
  const linked = bank_name === null ? nickname : `${nickname} at ${bank_name}`;
  return {
    title: 'Bank account linked',
    main: html`<h1>Bank account linked</h1>
<p role="status">${linked} can be debited from now on. You can close this page.</p>`,
    message: { source: SOURCE, status: 'success' },
  };
}

/** Nothing can be stored by this link any more. */
export function refusedView(): PageView {
  const text = 'The bank account could not be linked. Ask for a new link.';
  return {
    http: 409,
    title: 'Bank account not linked',
    main: html`<h1>Bank account not linked</h1><p role="alert">${text}</p>`,
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
  return html`<div class="field"><label for="${field}">${label}</label>${
    hint === undefined ? undefined : html`<span class="hint" id="${field}-hint">${hint}</span>`
  }<input id="${field}" name="${field}" value="${value}" aria-describedby="${described}" required${
    isNumber ? html` inputmode="numeric"` : undefined
  }${marks(faults, field, first)}><span class="fault" id="${field}-fault">${faults[field]}</span></div>`;
}

function accountType({ form, faults, first }: Shown): Html {
  const field = 'accountType';
  const sent = sentOf(form, field);
  const options = ['Checking', 'Savings'].map(
    (type) => html`<option${type === sent ? html` selected` : undefined}>${type}</option>`,
  );
  return html`<div class="field"><label for="${field}">Kind of account</label><select id="${field}" name="${field}"
aria-describedby="${field}-fault"${marks(faults, field, first)}>${options}</select><span
class="fault" id="${field}-fault">${faults[field]}</span></div>`;
}

function marks(faults: Faults, field: FormField, first: FormField | undefined): Html | undefined {
  if (faults[field] === undefined) return undefined;
  return first === field ? html` aria-invalid="true" data-focus` : html` aria-invalid="true"`;
}
