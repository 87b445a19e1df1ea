import type { Logger } from 'pino';
import { ProcessorFailed } from '../../../providers/cards/index.ts';
import type { CardServices } from './cards-services.ts';

/** Makes the processor forget a card that nothing here names any more. One that it then still keeps does no harm. */
export async function forgetToken(
  { cards }: Pick<CardServices, 'cards'>,
  token: string,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    await cards?.forget(token);
  } catch (error) {
    if (!(error instanceof ProcessorFailed)) throw error;
    log.warn({ err: error }, 'the card processor could not be asked to forget a card');
  }
}
