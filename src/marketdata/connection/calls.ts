import type { Logger } from 'pino';
import { MethodGate } from '../../http/body/index.ts';
import {
  type Answer,
  ApiError,
  type CallCounter,
  type Client,
  IGNORED_FIELDS,
  innerCall,
  isLong,
  type Method,
  methodNamed,
  type PipelineSlot,
  type Rendered,
  renderInPieces,
  renderSuccess,
  renderThrown,
  takeSlot,
} from '../../http/methods/index.ts';
import type { RateCounts } from '../../usage/index.ts';
import { CALLED_METHODS, type MethodCall } from '../requests/index.ts';

export interface CallServices {
  /** All methods; those of CALLED_METHODS are taken. */
  readonly methods: readonly Method[];
  readonly counter: CallCounter;
  readonly metrics: { observe(method: string, statusCode: string, seconds: number): void };
  readonly logger: Logger;
  /** Counts the calls of each client, with those over HTTP; absent: no limit. */
  readonly rate?: RateCounts | undefined;
  /** Calls under way on one connection. */
  readonly underWayMax: number;
}

/** The caller. */
export interface CallOrigin {
  readonly client: Client;
  readonly ip: string;
  /** The same for all calls of a connection: they take effect in the order in which they came. */
  readonly connection: object;
  /** Takes the text of the answer, at once or later. */
  answer(text: string): void;
}

/** Calls of methods over the stream (S17 to S19): the same gate, the same handler and the same answers as over HTTP. */
export class Calls {
  readonly #services: CallServices;
  readonly #gates: ReadonlyMap<string, MethodGate>;

  constructor(services: CallServices) {
    this.#services = services;
    this.#gates = new Map(CALLED_METHODS.map((name) => [name, new MethodGate(methodNamed(services.methods, name))]));
  }

  /** Answers exactly once, never by throwing. */
  perform(call: MethodCall, writer: CallOrigin): void {
    const startedAt = performance.now();
    const slot = takeSlot(writer.connection);
    const finish = (rendered: Rendered): void => {
      slot.end();
      writer.answer(answerText(call, rendered));
      this.#services.metrics.observe(call.op, rendered.statusCode, (performance.now() - startedAt) / 1000);
    };
    const refuse = (thrown: unknown): void => finish(this.#refusal(call, thrown));
    const succeed = (answer: Answer): void => {
      if (isLong(answer.fields)) inPieces(answer).then(finish, refuse);
      else finish(renderSuccess(answer));
    };
    try {
      this.#services.counter.count(writer.client.clientId);
      if (slot.connection.underWay > this.#services.underWayMax || this.#isTooOften(writer.client))
        throw new ApiError(429);
      const paced = slot.connection.paced();
      const handle = () => this.#handle(call, writer, slot);
      const answer = paced === undefined ? handle() : paced.then(handle);
      if (answer instanceof Promise) answer.then(succeed, refuse);
      else succeed(answer);
    } catch (error) {
      refuse(error);
    }
  }

  #isTooOften({ clientId }: Client): boolean {
    const { rate } = this.#services;
    return rate !== undefined && !rate.take(clientId).isAllowed;
  }

  #handle(call: MethodCall, { client, ip }: CallOrigin, slot: PipelineSlot): Answer | Promise<Answer> {
    const gate = this.#gates.get(call.op) as MethodGate;
    // Read before it is used: a bad one is refused.
    const idempotencyKey = call.idempotencyKey as string | undefined;
    gate.authorise(client);
    const { values } = gate.read({ path: undefined, body: call.fields, query: undefined }, client, idempotencyKey);
    const { logger } = this.#services;
    const requestId = String(call.id);
    return gate.method.handler(
      innerCall({ method: gate.method, client, values, ip, requestId, logger, idempotencyKey, slot }),
    );
  }

  #refusal(call: MethodCall, thrown: unknown): Rendered {
    const { fault, ...rendered } = renderThrown(thrown);
    if (fault !== undefined) this.#services.logger.error({ method: call.op, err: fault }, 'stream: a call failed');
    return rendered;
  }
}

async function inPieces(answer: Answer): Promise<Rendered> {
  const { body, ...rendered } = await renderInPieces(answer);
  return { ...rendered, body: body.texts.join('') };
}

/** The body of the method's answer, after the fields of the stream. */
function answerText({ op, id }: MethodCall, { body, headers }: Rendered): string {
  const replayed = headers?.['Idempotency-Replayed'] === undefined ? '' : '"replayed":true,';
  const ignored = headers?.[IGNORED_FIELDS] === undefined ? '' : ignoredText(headers[IGNORED_FIELDS]);
  return `{"type":"answer","id":${JSON.stringify(id)},"op":"${op}",${replayed}${ignored}${body.slice(1)}`;
}

function ignoredText(names: string): string {
  return `"ignoredFields":${JSON.stringify(names.split(', '))},`;
}
