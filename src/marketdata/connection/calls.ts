import type { Logger } from 'pino';
import { MethodGate } from '../../http/body/index.ts';
import {
  type Answer,
  ApiError,
  type CallCounter,
  type CallFault,
  type CallFaults,
  type Client,
  IGNORED_FIELDS,
  idempotencyOf,
  innerCall,
  isLong,
  type Method,
  methodNamed,
  type PipelineSlot,
  performWith,
  type Rendered,
  renderInPieces,
  renderSuccess,
  renderThrown,
  requestIds,
  saneRequestId,
  takeSlot,
} from '../../http/methods/index.ts';
import type { RateCounts } from '../../usage/index.ts';
import { CALLED_METHODS, type MethodCall } from '../requests/index.ts';

export interface CallDeps {
  /** All methods; those of CALLED_METHODS are taken. */
  readonly methods: readonly Method[];
  readonly counter: CallCounter;
  readonly metrics: { observe(method: string, statusCode: string, seconds: number): void };
  readonly logger: Logger;
  /** Counts the calls of each client, with those over HTTP; absent: no limit. */
  readonly rate?: RateCounts | undefined;
  /** Of the sandbox; absent: no client may ask for any. */
  readonly faults?: CallFaults | undefined;
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
  /** Cuts the connection in place of the answer, as a fault wants it. */
  cut(): void;
}

/** Calls of methods over the stream (S17 to S19): the same gate, the same handler and the same answers as over HTTP. */
export class Calls {
  readonly deps: CallDeps;
  readonly #gates: ReadonlyMap<string, MethodGate>;
  readonly #nextId = requestIds();

  constructor(deps: CallDeps) {
    this.deps = deps;
    this.#gates = new Map(CALLED_METHODS.map((name) => [name, new MethodGate(methodNamed(deps.methods, name))]));
  }

  /** Answers exactly once, never by throwing. */
  perform(request: MethodCall, caller: CallOrigin): void {
    const { deps } = this;
    const call = new PendingCall(this, request, caller);
    try {
      deps.counter.count(caller.client.clientId);
      if (call.slot.connection.underWay > deps.underWayMax || this.#isTooOften(caller.client)) throw new ApiError(429);
    } catch (error) {
      call.refuse(error);
      return;
    }
    if (call.slot.connection.mayBegin) call.begin();
    else call.slot.connection.hold(call);
  }

  #isTooOften({ clientId }: Client): boolean {
    const { rate } = this.deps;
    return rate !== undefined && !rate.take(clientId).isAllowed;
  }

  /** The fault of a call; undefined: it has none. */
  faultOf({ op }: MethodCall, { client }: CallOrigin): CallFault | undefined {
    const { faults } = this.deps;
    return faults?.isSet ? faults.ofCall(client, (this.#gates.get(op) as MethodGate).method) : undefined;
  }

  handle(call: MethodCall, { client, ip }: CallOrigin, slot: PipelineSlot): Answer | Promise<Answer> {
    const gate = this.#gates.get(call.op) as MethodGate;
    // Read before it is used: a bad one is refused.
    const idempotencyKey = call.idempotencyKey as string | undefined;
    gate.authorise(client);
    const { values } = gate.read({ path: undefined, body: call.fields, query: undefined }, client, idempotencyKey);
    const { logger } = this.deps;
    const { method } = gate;
    const idempotency =
      method.idempotent && idempotencyKey !== undefined
        ? idempotencyOf(idempotencyKey, method.name, values)
        : undefined;
    const ids = { requestId: this.#nextId(), sentRequestId: saneRequestId(call.id) };
    return method.handler(innerCall({ method, client, values, ip, ...ids, logger, idempotency, slot }));
  }
}

/** A call without an answer. One that has not begun is small: a connection may have a thousand of them. */
class PendingCall {
  readonly slot: PipelineSlot;
  readonly #calls: Calls;
  readonly #request: MethodCall;
  readonly #caller: CallOrigin;
  readonly #startedAt = performance.now();
  #fault: CallFault | undefined = undefined;

  constructor(calls: Calls, request: MethodCall, caller: CallOrigin) {
    this.#calls = calls;
    this.#request = request;
    this.#caller = caller;
    this.slot = takeSlot(caller.connection);
  }

  begin(): void {
    try {
      const fault = this.#calls.faultOf(this.#request, this.#caller);
      const answer = fault === undefined ? this.#perform() : this.#performWith(fault);
      if (answer instanceof Promise) {
        answer.then(
          (one) => this.#succeed(one),
          (error) => this.refuse(error),
        );
      } else this.#succeed(answer);
    } catch (error) {
      this.refuse(error);
    }
  }

  #perform(): Answer | Promise<Answer> {
    return this.#calls.handle(this.#request, this.#caller, this.slot);
  }

  #performWith(fault: CallFault): Promise<Answer> {
    this.#fault = fault;
    return performWith(
      fault,
      () => this.#perform(),
      () => this.#caller.cut(),
    );
  }

  refuse(thrown: unknown): void {
    const { fault, ...rendered } = renderThrown(thrown);
    const { logger } = this.#calls.deps;
    if (fault !== undefined) logger.error({ method: this.#request.op, err: fault }, 'stream: a call failed');
    this.#finish(rendered);
  }

  #succeed(answer: Answer): void {
    if (!isLong(answer.fields)) this.#finish(renderSuccess(answer));
    else
      inPieces(answer).then(
        (rendered) => this.#finish(rendered),
        (error) => this.refuse(error),
      );
  }

  #finish(rendered: Rendered): void {
    const { op } = this.#request;
    this.slot.end();
    this.#caller.answer(answerText(this.#request, rendered, this.#fault));
    const seconds = (performance.now() - this.#startedAt) / 1000;
    this.#calls.deps.metrics.observe(op, rendered.statusCode, seconds);
  }
}

async function inPieces(answer: Answer): Promise<Rendered> {
  const { body, ...rendered } = await renderInPieces(answer);
  return { ...rendered, body: body.texts.join('') };
}

/** The body of the method's answer, after the fields of the stream. */
function answerText({ op, id }: MethodCall, { body, headers }: Rendered, fault: CallFault | undefined): string {
  const replayed = headers?.['Idempotency-Replayed'] === undefined ? '' : '"replayed":true,';
  const ignored = headers?.[IGNORED_FIELDS] === undefined ? '' : ignoredText(headers[IGNORED_FIELDS]);
  const marked = fault === undefined ? '' : `"sandboxFault":${JSON.stringify(fault.mark)},`;
  return `{"type":"answer","id":${JSON.stringify(id)},"op":"${op}",${replayed}${ignored}${marked}${body.slice(1)}`;
}

function ignoredText(names: string): string {
  return `"ignoredFields":${JSON.stringify(names.split(', '))},`;
}
