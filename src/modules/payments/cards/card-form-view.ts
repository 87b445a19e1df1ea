/** The form for a card, and how it ends, as pages. */
import { type Html, html, type PageForm, type PageView } from '../../../http/hosted-pages/index.ts';
import type { CardFormFaults, CardFormField } from './card-form.ts';
import { CARD_PAGE } from './card-form-link.ts';

interface Input {
  readonly label: string;
  readonly hint?: string;
  readonly autocomplete: string;
  readonly digits?: true;
  readonly maxLength: number;
  /** Shown again where something else was wrong; the number and the code never are. */
  readonly repeated?: true;
}

const INPUTS: Readonly<Record<CardFormField, Input>> = {
  name: { label: 'Name on card', autocomplete: 'cc-name', maxLength: 100, repeated: true },
  number: { label: 'Card number', autocomplete: 'cc-number', digits: true, maxLength: 30 },
  expiry: { label: 'Expires', hint: 'MM/YY', autocomplete: 'cc-exp', digits: true, maxLength: 9, repeated: true },
  code: { label: 'Security code', hint: '3 or 4 digits', autocomplete: 'cc-csc', digits: true, maxLength: 4 },
  zip: { label: 'Billing ZIP or postal code', autocomplete: 'billing postal-code', maxLength: 10, repeated: true },
};

export interface CardFormState {
  readonly replaces: boolean;
  /** What was sent before. */
  readonly sent?: PageForm;
  readonly faults?: CardFormFaults;
  /** What is wrong with the whole. */
  readonly alert?: string;
}

export function cardFormView(state: CardFormState): PageView {
  const title = state.replaces ? 'Replace your card' : 'Add your card';
  const { faults = {}, alert } = state;
  const field = (name: CardFormField) => inputOf(name, state, alert === undefined && name === Object.keys(faults)[0]);
  return {
    http: Object.keys(faults).length > 0 || alert !== undefined ? 422 : 200,
    title,
    main: html`<h1>${title}</h1>
<p>The number of the card is sent to the card processor and is not kept here.</p>
${alert === undefined ? undefined : html`<p class="alert" role="alert" tabindex="-1" data-focus>${alert}</p>`}
<form method="post" id="card-form" novalidate>
${field('name')}${field('number')}<div class="row">${field('expiry')}${field('code')}</div>
${field('zip')}<button>Save card</button>
</form>`,
  };
}

function inputOf(name: CardFormField, { sent, faults = {} }: CardFormState, focused: boolean): Html {
  const { label, hint, autocomplete, digits, maxLength, repeated } = INPUTS[name];
  const fault = faults[name];
  const value = repeated ? sent?.get(name)?.slice(0, maxLength) : undefined;
  return html`<div class="field"><label for="${name}">${label}</label>${
    hint === undefined ? undefined : html`<span class="hint" id="${name}-hint">${hint}</span>`
  }<input id="${name}" name="${name}" type="text" autocomplete="${autocomplete}"${
    digits ? html` inputmode="numeric"` : undefined
  } maxlength="${maxLength}" required aria-describedby="${hint === undefined ? '' : `${name}-hint `}${name}-fault"${
    fault === undefined ? undefined : html` aria-invalid="true"`
  }${focused ? html` data-focus` : undefined}${value === undefined ? undefined : html` value="${value}"`}><span
class="fault" id="${name}-fault">${fault}</span></div>
`;
}

/** The card is linked. */
export function cardSavedView(
  accountId: string,
  card: { readonly cardType: string; readonly lastFour: string },
): PageView {
  const text = `Your ${card.cardType} card ending in ${card.lastFour} was saved.`;
  return {
    title: 'Card saved',
    main: html`<h1>Card saved</h1><p role="status" tabindex="-1" data-focus>${text}</p>`,
    message: { source: CARD_PAGE, status: 'success', accountId, message: 'The card was saved' },
  };
}

/** Nothing was saved, and the form cannot help. */
export function cardNotSavedView(accountId: string, http: number, text: string): PageView {
  return {
    http,
    title: 'Card not saved',
    main: html`<h1>Card not saved</h1><p role="alert" tabindex="-1" data-focus>${text}</p>`,
    message: { source: CARD_PAGE, status: 'error', accountId, message: text },
  };
}
