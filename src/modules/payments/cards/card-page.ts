/** The form in which an investor links a card to an account, or replaces the one there (K1). */
import type { HostedLinkRow } from '../../../database/schema/index.ts';
import type { HostedPage, PageForm, PageRequest, PageView } from '../../../http/hosted-pages/index.ts';
import { type CardProcessor, CardRefused, ProcessorFailed } from '../../../providers/cards/index.ts';
import {
  claimHostedLink,
  findHostedLink,
  refuseHostedLink,
  releaseHostedLink,
} from '../../shared/hosted-links/index.ts';
import { type CardForm, readCardForm } from './card-form.ts';
import { CARD_PAGE, CARD_PURPOSES } from './card-form-link.ts';
import { cardFormView, cardNotSavedView, cardSavedView } from './card-form-view.ts';
import type { CardServices } from './cards-services.ts';
import { forgetToken, saveCard } from './save-card.ts';

export function cardPage(services: CardServices): HostedPage {
  const { db, nowUs, cards } = services;
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
      return submitted({ services, cards, link }, form, read, request);
    },
  };
}

function replaces({ purpose }: HostedLinkRow): boolean {
  return purpose === 'updateLinkedCreditCard';
}

interface Claimed {
  readonly services: CardServices;
  readonly cards: CardProcessor;
  readonly link: HostedLinkRow;
}

/** Gives the card to the processor, then keeps its token. A link whose use came to nothing can be used again. */
async function submitted(
  { services, cards, link }: Claimed,
  form: PageForm,
  read: CardForm,
  { log }: PageRequest,
): Promise<PageView | undefined> {
  let token: string;
  try {
    ({ token } = await cards.store(read.card));
  } catch (error) {
    if (!(error instanceof CardRefused)) await releaseHostedLink(services.db, link);
    else if (!(await refuseHostedLink(services.db, link, services.nowUs()))) return refusedTooOften(link);
    return notStored(error, link, form, log);
  }
  const saved = await saveCard(services, link, { ...read, token }).catch(async (error: unknown) => {
    await forgetToken(services, token, log);
    throw error;
  });
  for (const left of saved.forget) await forgetToken(services, left, log);
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
