import type { OrderFilter } from '../../src/exchange/api/risk-commands.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import type { SlowQuote, SlowQuotes } from '../model/slow-quotes.ts';
import type { Rail } from './quote-steps.ts';

interface Ending {
  readonly model: SlowQuotes;
  readonly apply: (command: UntimedCommand) => unknown;
}

/** V47: every way in which the orders of a client end. */
export function endAll(pair: Ending, clientId: string, rail: Rail): readonly [unknown, unknown] {
  const { model } = pair;
  const cancelOrders = (filter: OrderFilter, whose = clientId, byOperator = false): UntimedCommand => ({
    ...{ type: 'cancelOrders', clientId: whose, filter, byOperator },
  });
  const ofClient = (quote: SlowQuote) => quote.clientId === clientId;
  /** The orders of the client end too, and with them the quotes on them. */
  const end = (which: (quote: SlowQuote) => boolean, orders: (one: (typeof model.orders)[number]) => boolean) => {
    model.cancelAll(which);
    for (const one of model.orders) if (one.live && orders(one)) model.endOrder(one);
  };
  const own = (one: { readonly clientId: string }) => one.clientId === clientId;
  switch (rail) {
    case 'client':
      pair.apply(cancelOrders({}));
      end(ofClient, own);
      break;
    case 'operator':
      pair.apply(cancelOrders({}, clientId, true));
      end(ofClient, own);
      break;
    case 'all':
      pair.apply(cancelOrders({}, '', true));
      end(
        () => true,
        () => true,
      );
      break;
    case 'account':
      pair.apply(cancelOrders({ accountId: 'x' }));
      end(
        (quote) => ofClient(quote) && quote.accountId === 'x',
        () => false,
      );
      break;
    case 'side':
      pair.apply(cancelOrders({ side: 'sell' }));
      end(
        (quote) => ofClient(quote) && quote.side === 'sell',
        (one) => own(one) && one.side === 'sell',
      );
      break;
    case 'timer':
      pair.apply({ type: 'cancelTimer', clientId });
      end(ofClient, own);
      break;
    case 'session':
      pair.apply({ type: 'connectSession', session: 's', clientId, accountId: null, seconds: 5 });
      pair.apply({ type: 'disconnectSession', session: 's', lost: true });
      end(ofClient, own);
      break;
    case 'switch':
      pair.apply({ type: 'throwSwitch', scope: { clientId }, by: 'operator', reason: 'stop' });
      pair.apply({ type: 'releaseSwitch', scope: { clientId }, by: 'operator' });
      end(ofClient, own);
      break;
    case 'halt':
      // Leaves everything as it is.
      pair.apply({ type: 'halt', securityId: 7 as SecurityId, reason: 'news' });
      pair.apply({ type: 'resume', securityId: 7 as SecurityId, reason: 'over' });
  }
  return [0, 0];
}
