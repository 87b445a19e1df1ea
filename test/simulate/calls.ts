/** What clients ask of a node, and what the node answers, as its API does for createOrder, cancelOrder and getOrder. */
import type { CancelCommand, EnterCommand, ReplaceCommand } from '../../src/exchange/api/commands.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';

export type Change = (EnterCommand | CancelCommand | ReplaceCommand) & {
  readonly idempotency: { readonly key: string; readonly bodyHash: string };
};

export type Request =
  | { readonly kind: 'change'; readonly command: Change }
  | { readonly kind: 'read'; readonly orderId: OrderId };

/** Unavailable is 503: the client asks again, elsewhere. */
export type Response =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'order'; readonly order: OrderView | undefined };

/** A server that clients know the address of. */
export interface Address {
  readonly name: string;
  /** Never answers where nobody listens or the process is stopped or ends meanwhile. */
  ask(request: Request, answer: (response: Response) => void): void;
}
