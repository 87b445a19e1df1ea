/** The form in which an investor links a card to an account, or replaces the one there (K1). */
import type { HostedLinkRow } from '../../../database/schema/index.ts';
import {
  fragment,
  type HostedPage,
  type Html,
  h,
  type PageForm,
  type PageRequest,
  type PageView,
} from '../../../http/hosted-pages/index.ts';
import { type CardProcessor, CardRefused, ProcessorFailed } from '../../../providers/cards/index.ts';
import {
  claimHostedLink,
  findHostedLink,
  refuseHostedLink,
  releaseHostedLink,
} from '../../shared/hosted-links/index.ts';
import { type CardForm, type CardFormFaults, type CardFormField, readCardForm } from './card-form.ts';
import { CARD_PAGE, CARD_PURPOSES } from './card-form-link.ts';
import type { CardDeps } from './cards-deps.ts';
import { forgetToken, saveCard } from './save-card.ts';

export function cardPage(deps: CardDeps): HostedPage {
  const { db, nowUs, cards } = deps;
  const linkOf = (params: string) => findHostedLink(db, CARD_PURPOSES, params, nowUs());
  return {
    name: CARD_PAGE,
    assets: { 'card-form.js': new URL('./page/card-form.js', import.meta.url) },
    show: async (params) => {
      const link = await linkOf(params);
      return link && cardFormView({ replaces: replaces(link) });
    },
    submit: async (params, form, request) => {
      const link = await linkOf(params);
      if (link === undefined || cards === undefined) return undefined;
      const read = readCardForm(form, nowUs());
      if ('faults' in read) return cardFormView({ replaces: replaces(link), sent: form, faults: read.faults });
      // From here on the processor is asked: by one of those who sent the form at the same moment.
      if (!(await claimHostedLink(db, link, nowUs()))) {
        return cardNotSavedView(link.subject, 409, 'The form was sent already. Wait for its answer.');
      }
      return submitted({ deps, cards, link }, form, read, request);
    },
  };
}

function replaces({ purpose }: HostedLinkRow): boolean {
  return purpose === 'updateLinkedCreditCard';
}

interface Claimed {
  readonly deps: CardDeps;
  readonly cards: CardProcessor;
  readonly link: HostedLinkRow;
}

/** Gives the card to the processor, then keeps its token. A link whose use came to nothing can be used again. */
async function submitted(
  { deps, cards, link }: Claimed,
  form: PageForm,
  read: CardForm,
  { log }: PageRequest,
): Promise<PageView | undefined> {
  let token: string;
  try {
    ({ token } = await cards.store(read.card));
  } catch (error) {
    if (!(error instanceof CardRefused)) await releaseHostedLink(deps.db, link);
    else if (!(await refuseHostedLink(deps.db, link, deps.nowUs()))) return refusedTooOften(link);
    return notStored(error, link, form, log);
  }
  const saved = await saveCard(deps, link, { ...read, token }).catch(async (error: unknown) => {
    await forgetToken(deps, token, log);
    throw error;
  });
  for (const left of saved.forget) await forgetToken(deps, left, log);
  if (saved.outcome === 'used') return undefined;
  const text = 'The account has no card to replace, or has one already. Ask for a new link.';
  if (saved.outcome === 'refused') return cardNotSavedView(link.subject, 409, text);
  return cardSavedView(link.subject, { cardType: read.cardType, lastFour: read.card.number.slice(-4) });
}

function refusedTooOften({ subject }: HostedLinkRow): PageView {
  return cardNotSavedView(subject, 422, 'Too many cards were refused. Ask for a new link.');
}

function notStored(error: unknown, link: HostedLinkRow, form: PageForm, log: PageRequest['log']): PageView {
  const retry = (http: number, alert: string): PageView => ({
    ...cardFormView({ replaces: replaces(link), sent: form, alert }),
    http,
    message: { source: CARD_PAGE, status: 'error', accountId: link.subject, message: alert },
  });
  if (error instanceof CardRefused) return retry(422, error.message);
  if (!(error instanceof ProcessorFailed)) throw error;
  log.warn({ err: error }, 'the card processor could not be asked to keep a card');
  return retry(503, 'The card could not be checked now. Nothing was saved; try again in a minute.');
}

/** The form for a card, and how it ends, as pages. */

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

interface CardFormState {
  readonly replaces: boolean;
  /** What was sent before. */
  readonly sent?: PageForm;
  readonly faults?: CardFormFaults;
  /** What is wrong with the whole. */
  readonly alert?: string;
}

function cardFormView(state: CardFormState): PageView {
  const title = state.replaces ? 'Replace your card' : 'Add your card';
  const { faults = {}, alert } = state;
  const field = (name: CardFormField) => inputOf(name, state, alert === undefined && name === Object.keys(faults)[0]);
  return {
    http: Object.keys(faults).length > 0 || alert !== undefined ? 422 : 200,
    title,
    main: fragment(
      h('h1', {}, title),
      h('p', {}, 'The number of the card is sent to the card processor and is not kept here.'),
      alert !== undefined && h('p', { class: 'alert', role: 'alert', tabindex: -1, 'data-focus': true }, alert),
      h(
        'form',
        { method: 'post', id: 'card-form', novalidate: true },
        field('name'),
        field('number'),
        h('div', { class: 'row' }, field('expiry'), field('code')),
        field('zip'),
        h('button', {}, 'Save card'),
      ),
    ),
  };
}

function inputOf(name: CardFormField, { sent, faults = {} }: CardFormState, focused: boolean): Html {
  const { label, hint, autocomplete, digits, maxLength, repeated } = INPUTS[name];
  const fault = faults[name];
  const value = repeated ? sent?.get(name)?.slice(0, maxLength) : undefined;
  return h(
    'div',
    { class: 'field' },
    h('label', { for: name }, label),
    hint !== undefined && h('span', { class: 'hint', id: `${name}-hint` }, hint),
    h('input', {
      ...{ id: name, name, type: 'text', autocomplete, inputmode: digits && 'numeric', maxlength: maxLength },
      ...{ required: true, 'aria-describedby': `${hint === undefined ? '' : `${name}-hint `}${name}-fault` },
      ...{ 'aria-invalid': fault !== undefined && 'true', 'data-focus': focused, value },
    }),
    h('span', { class: 'fault', id: `${name}-fault` }, fault),
  );
}

/** The card is linked. */
function cardSavedView(accountId: string, card: { readonly cardType: string; readonly lastFour: string }): PageView {
  const text = `Your ${card.cardType} card ending in ${card.lastFour} was saved.`;
  return {
    title: 'Card saved',
    main: fragment(h('h1', {}, 'Card saved'), h('p', { role: 'status', tabindex: -1, 'data-focus': true }, text)),
    message: { source: CARD_PAGE, status: 'success', accountId, message: 'The card was saved' },
  };
}

/** Nothing was saved, and the form cannot help. */
function cardNotSavedView(accountId: string, http: number, text: string): PageView {
  return {
    http,
    title: 'Card not saved',
    main: fragment(h('h1', {}, 'Card not saved'), h('p', { role: 'alert', tabindex: -1, 'data-focus': true }, text)),
    message: { source: CARD_PAGE, status: 'error', accountId, message: text },
  };
}
