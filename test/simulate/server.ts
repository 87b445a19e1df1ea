import { VenueUnavailable } from '../../src/exchange/api/outcomes.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { closedBecause, type ServiceState } from '../../src/service/lifecycle/state.ts';
import type { Request, Response } from './calls.ts';
import type { History } from './history.ts';
import type { SimulatedProcess } from './machine.ts';

const LEVEL_MS_MAX = 10_000;
const UNAVAILABLE: Response = { kind: 'unavailable' };

export interface ServerDeps {
  readonly process: SimulatedProcess;
  readonly exchange: LiveExchange;
  readonly history: History;
  readonly state: ServiceState;
}

/** Answers calls as the API of a process does: whether it may is asked before the call and again before the answer. */
export class Server {
  readonly #deps: ServerDeps;
  isClosing = false;
  underWay = 0;

  constructor(deps: ServerDeps) {
    this.#deps = deps;
  }

  get isOpen(): boolean {
    return closedBecause(this.#deps.state) === null;
  }

  /** Answers once, unless the process ends before. */
  async ask(request: Request, answer: (response: Response) => void): Promise<void> {
    const { process } = this.#deps;
    if (this.isClosing) return;
    this.underWay++;
    const response = this.isOpen ? await this.#handle(request).catch(unavailable) : UNAVAILABLE;
    this.underWay--;
    if (process.mayAct()) answer(this.isOpen ? response : UNAVAILABLE);
  }

  async #handle(request: Request): Promise<Response> {
    const { exchange, history } = this.#deps;
    await this.#level();
    if (request.kind === 'read') {
      const order = exchange.order(request.orderId) ?? (await history.order(request.orderId));
      return { kind: 'order', order };
    }
    const { command } = request;
    const clientId = command.type === 'enter' ? command.ticket.clientId : command.clientId;
    const outcome = exchange.storedOutcome(clientId, command.idempotency) ?? (await exchange.submit(command));
    return { kind: 'outcome', outcome };
  }

  /** As src/service/venue/serving-copy.ts. */
  async #level(): Promise<void> {
    const { state, process } = this.#deps;
    const { node } = state;
    if (node === undefined || node.serves) return;
    const { promise, reject } = Promise.withResolvers<never>();
    const cancel = process.after(LEVEL_MS_MAX, () => reject(new VenueUnavailable('not level')));
    await Promise.race([node.level(), promise]).finally(cancel);
  }
}

function unavailable(error: unknown): Response {
  if (error instanceof VenueUnavailable) return UNAVAILABLE;
  throw error;
}
