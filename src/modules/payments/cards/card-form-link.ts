/** Links to the form for a card. */
import { pageAddress } from '../../../http/hosted-pages/index.ts';
import { type LinkPurpose, makeHostedLink } from '../../shared/hosted-links/index.ts';
import type { CardDeps } from './cards-deps.ts';

/** The name of the page, and the source of its message. */
export const CARD_PAGE = 'card';

/** The methods that make such links; they name the purpose. */
export const CARD_PURPOSES = ['linkCreditCard', 'updateLinkedCreditCard'] as const;

export interface CardLink extends LinkPurpose {
  readonly purpose: (typeof CARD_PURPOSES)[number];
}

export async function cardFormAddress({ db, nowUs, publicUrl }: CardDeps, of: CardLink): Promise<string> {
  return pageAddress(publicUrl(), CARD_PAGE, await makeHostedLink(db, of, nowUs()));
}
