/** What goes wrong, by kind: refused, no answer, an unreadable answer, and what the stream refuses. */

export interface RefusalDetails {
  /** Of the envelope: the code of the reason (C4). */
  readonly statusCode: string;
  readonly statusDesc: string;
  /** `Error(s)`: what exactly is wrong, naming the fields; undefined where there is no more to say. */
  readonly errors: string | undefined;
  /** Which of the venue's reasons it is (docs/venue/reasons.md); undefined for other refusals. */
  readonly reasonCode: string | undefined;
  /** The HTTP status; undefined for a call over the stream. */
  readonly http: number | undefined;
  /** The name of the method. */
  readonly method: string;
  /** From Retry-After, milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The whole answer. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The service answered that it does not do it (statusCode other than 101), and has changed nothing (C34). */
export class ApiRefusal extends Error implements RefusalDetails {
  override readonly name = 'ApiRefusal';
  readonly statusCode: string;
  readonly statusDesc: string;
  readonly errors: string | undefined;
  /** What `errors` says, a sentence for each field or fault, without markup. */
  readonly faults: readonly string[];
  readonly reasonCode: string | undefined;
  readonly http: number | undefined;
  readonly method: string;
  readonly retryAfterMs: number | undefined;
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(details: RefusalDetails) {
    const faults = faultsOf(details.errors);
    const more = faults.length === 0 ? '' : `: ${faults.join('; ')}`;
    super(`${details.method} was refused with ${details.statusCode} (${details.statusDesc})${more}`);
    this.statusCode = details.statusCode;
    this.statusDesc = details.statusDesc;
    this.errors = details.errors;
    this.faults = faults;
    this.reasonCode = details.reasonCode;
    this.http = details.http;
    this.method = details.method;
    this.retryAfterMs = details.retryAfterMs;
    this.answer = details.answer;
  }

  /** The refusal that an envelope holds; undefined: it is a success. */
  static of(
    answer: Readonly<Record<string, unknown>>,
    called: { readonly method: string; readonly http?: number; readonly retryAfterMs?: number | undefined },
  ): ApiRefusal | undefined {
    if (answer.statusCode === '101') return undefined;
    const errors = answer['Error(s)'];
    return new ApiRefusal({
      statusCode: String(answer.statusCode),
      statusDesc: textOf(answer.statusDesc),
      errors: errors === undefined || errors === null ? undefined : textOf(errors),
      reasonCode: typeof answer.reasonCode === 'string' ? answer.reasonCode : undefined,
      http: called.http,
      method: called.method,
      retryAfterMs: called.retryAfterMs,
      answer,
    });
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Those of 106 are fragments of HTML (C3): a line break, the name, two spaces and a colon. */
function faultsOf(errors: string | undefined): string[] {
  return (errors ?? '')
    .split(/<br\s*\/?>/)
    .map((text) => text.replaceAll('&nbsp;', ' ').replace(/\s+:/, ':').trim())
    .filter((text) => text !== '');
}

interface NoAnswerDetails {
  readonly attempts: number;
  readonly mayBeDone: boolean;
  readonly idempotencyKey: string | undefined;
  readonly cause: unknown;
}

/**
 * No answer came: the connection failed, broke or took too long, as often as was tried. `mayBeDone` says that the
 * outcome is unknown: it was sent, and may have been done.
 */
export class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer';
  readonly method: string;
  readonly attempts: number;
  readonly mayBeDone: boolean;
  /** What the call can be repeated with by hand; undefined where the method takes none. */
  readonly idempotencyKey: string | undefined;

  constructor(method: string, details: NoAnswerDetails) {
    const { cause, attempts } = details;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${method} got no answer (${attempts} ${attempts === 1 ? 'try' : 'tries'}): ${why}`, { cause });
    this.method = method;
    this.attempts = attempts;
    this.mayBeDone = details.mayBeDone;
    this.idempotencyKey = details.idempotencyKey;
  }
}

/** The call was never sent, and never will be: it has not been done. */
export class NeverSent extends NoAnswer {
  override readonly name = 'NeverSent';

  constructor(method: string, details: Omit<NoAnswerDetails, 'mayBeDone'>) {
    super(method, { ...details, mayBeDone: false });
  }
}

/** Something answered that is not the API: a proxy, or the wrong address. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly http: number;

  constructor(method: string, http: number, text: string) {
    super(`${method}: HTTP ${http} with an answer that is no envelope: ${text.slice(0, 200)}`);
    this.http = http;
  }
}

/** The stream refused a request (S15), or ended for good; `code` is of its list. */
export class StreamRefusal extends Error {
  override readonly name = 'StreamRefusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** The stream was closed by its user, or given up, before it could do what was asked. */
export class StreamClosed extends Error {
  override readonly name = 'StreamClosed';
}
