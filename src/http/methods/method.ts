/**
 * Methods are data: a module declares what it offers as a list of these, and the registry mounts, parses,
 * authenticates, validates, answers and documents each in the same way.
 */

import type { Logger } from 'pino';
import type { Static, TObject } from 'typebox';
import type { Parameters, ValuesOf } from '../parameters/index.ts';
import type { Client } from './client.ts';
import { type FieldLevels, withLevels } from './field-levels.ts';
import type { StatusCode } from './status-codes.ts';

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A file of a multipart/form-data body. */
export interface UploadedFile {
  /** The name of the form field. */
  readonly field: string;
  /** As the caller named it, without folders; never a path to use. */
  readonly fileName: string;
  /** As the caller said it. */
  readonly contentType: string;
  /** Where the content is until the call is answered; then the file is removed. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Of the content, in hex. */
  readonly sha256: string;
}

/** The files that a method takes; a file sent to a method without it is read past and ignored. */
export interface Uploads {
  readonly filesMax: number;
  /** Of each file. */
  readonly bytesMax: number;
  /** The form fields that hold files, with what each is; for the reference page. */
  readonly fields: Readonly<Record<string, string>>;
}

/** One call of a method, after authentication and validation. */
export interface Call<P extends Parameters = Parameters> {
  readonly client: Client;
  /** The values of the declared parameters (from body, query and path alike). */
  readonly values: ValuesOf<P>;
  /** The name under which the method was called (an alias counts as itself). */
  readonly methodName: string;
  /** The caller's address, always a valid IP. */
  readonly ip: string;
  /** Of the venue's choice. */
  readonly requestId: string;
  /** The caller's own id of its request. */
  readonly sentRequestId?: string | undefined;
  readonly log: Logger;
  /** Header Idempotency-Key with a hash of method and body, where it was sent. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | undefined;
  /**
   * Requests that a client pipelines on one connection take effect in the order they were sent: a handler that submits
   * commands awaits this right before it submits. Undefined when nothing earlier is under way: it may submit at once.
   */
  inTurn(): Promise<void> | undefined;
  /**
   * Called by a handler that has awaited its turn and submitted everything: the next request on the
   * connection need then not wait for a run of the microtask queue.
   */
  submitted?(): void;
  /** The query string, for bracket forms such as filter[a]=b and for repeated names; empty without one. */
  readonly query?: URLSearchParams;
  /** Header Prefer (RFC 7240), where it was sent. */
  readonly prefer?: string | undefined;
  /** Files of a multipart body, in their order; only for methods that declare uploads. */
  readonly files?: readonly UploadedFile[];
}

/** The fields of a webhook, or what makes them once somebody is known to receive them. */
export type WebhookFields = Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>);

/** Any fields. */
export type AnyFields = Readonly<Record<string, unknown>>;

/**
 * What a handler may give where a schema says T: lists may be readonly, optional fields undefined. Of an object whose
 * schema does not name its fields, any object.
 */
type Given<T> = T extends readonly (infer E)[]
  ? readonly Given<E>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { readonly [K in keyof T]: object extends Pick<T, K> ? Given<T[K]> | undefined : Given<T[K]> }
    : T;

/** A successful answer: statusCode 101 and these fields. */
export interface Answer<F = AnyFields> {
  readonly fields?: F;
  /** Ok when absent. */
  readonly statusDesc?: unknown;
  /** HTTP status; 200 when absent. */
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An answer with an HTTP status that its statusCode does not usually have, or without a body; for the reference page.
 */
export interface OtherAnswer {
  readonly http: number;
  /** Absent: there is no body. */
  readonly statusCode?: StatusCode;
  /** The keys of a success (101) of another kind, next to the envelope. */
  readonly response?: TObject;
  readonly description: string;
}

/** Whether a call waits for a second operator, where that depends on present settings. */
export interface Judgement<P extends Parameters = Parameters> {
  readonly waits: boolean;
  /**
   * Names the version that was read, in the parameters with which a caller does: the handler refuses the call where
   * another version is in force by then, now or once the call is approved.
   */
  readonly against: Partial<ValuesOf<P>>;
}

/** What a method does. One that honours Idempotency-Key by itself says so. */
export interface Handler<P extends Parameters = Parameters, F = AnyFields> {
  (call: Call<P>): Answer<F> | Promise<Answer<F>>;
  readonly idempotent?: true;
  /** Its answer is kept once all is done: a crash may come between (C73). */
  readonly keptAfterwards?: true;
}

export interface MethodDeclaration<P extends Parameters, R extends TObject = TObject> {
  /** The method's name; its path is /v3/<name> unless path is given. */
  readonly name: string;
  /** POST when absent. */
  readonly verb?: Verb | readonly Verb[];
  /** Resource-style path with :names, for example /v3/accounts/:accountId; their values are parameters too. */
  readonly path?: string;
  /** Other names that reach the same method. */
  readonly aliases?: readonly string[];
  /** Further ones, kept for older callers. */
  readonly deprecatedAliases?: readonly string[];
  /** method: errors as 106 with HTTP 200; resource: errors as 1400 with HTTP 400. */
  readonly style?: 'method' | 'resource';
  /** That of its module when absent (inGroup). */
  readonly group?: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: P;
  /** The keys of a successful answer next to the envelope. */
  readonly response: R;
  /** The levels of personal data of the fields of the answer; those of its module when absent (inGroup). */
  readonly levels?: FieldLevels | undefined;
  /**
   * The status codes that the method itself answers, in addition to those of every method (106, 110 and 111, or 1400
   * and 1403). Tests hold every refusal against it.
   */
  readonly refusals?: readonly StatusCode[];
  readonly otherAnswers?: readonly OtherAnswer[];
  /**
   * Scope that a call needs, at its level or above (1403 without it); of several, any. When absent, a method that
   * changes something needs record.write, and a read needs none.
   */
  readonly scope?: string | readonly string[];
  /** Master key only (111 for others). */
  readonly operator?: boolean;
  /**
   * Of the operator's methods that move money, undo trades or loosen limits: where FOUR_EYES is on, the call waits for
   * a second operator (C81). A function says of which values and callers.
   */
  readonly fourEyes?:
    | true
    | ((values: ValuesOf<P>, client: Client) => boolean | Judgement<P> | Promise<boolean | Judgement<P>>);
  /** Throws ApiError for a call that must not wait while one with these other values does. */
  readonly checkWaiting?: (values: ValuesOf<P>, waiting: ValuesOf<P>) => void;
  /**
   * Of methods that give rights or access, move money, reverse trades or loosen limits: a user must have proved who it
   * is a few minutes ago (P21), as for each call that waits for a second operator. A function says of which values.
   */
  readonly signInAgain?: true | ((values: ValuesOf<P>) => boolean);
  /** Of a method that moves money: how many dollars, for that question; undefined of what the caller does not have. */
  readonly amount?: (values: ValuesOf<P>, client: Client) => string | undefined | Promise<string | undefined>;
  /** Its calls count for a separate limit: a program may send thousands in a second, each of which costs little. */
  readonly isOrder?: true;
  /** Of a read of a list: which calls wait for something to happen, and so take no place of their client's reads. */
  readonly waits?: (values: ValuesOf<P>) => boolean;
  readonly deprecated?: boolean;
  /** Whether the method honours Idempotency-Key; as its handler says when absent. */
  readonly idempotent?: boolean;
  /** The files the method takes. */
  readonly uploads?: Uploads;
  /** Where the method is served: the v3 host (default) or the legacy port. */
  readonly host?: 'v3' | 'legacy';
  readonly handler: Handler<P, NoInfer<Given<Omit<Static<R>, 'statusDesc'>>>>;
}

/** A declaration with its parameter types forgotten, as the registry keeps it. */
export type Method = Omit<MethodDeclaration<Parameters>, 'handler' | 'verb' | 'group'> & {
  readonly verb: Verb | readonly Verb[];
  /** Empty until the module names it (inGroup). */
  readonly group: string;
  readonly handler: Handler;
};

/** Declares a method; the handler's values are typed from the parameters. */
export function defineMethod<P extends Parameters, R extends TObject>(declaration: MethodDeclaration<P, R>): Method {
  const { levels, verb = 'POST', group = '', idempotent = declaration.handler.idempotent ?? false } = declaration;
  const method = Object.freeze({ ...declaration, levels: undefined, verb, group, idempotent }) as Method;
  return levels === undefined ? method : withLevels(method, levels);
}

/** The methods of a module: in its group, except those that name another one, and with the levels of its fields. */
export function inGroup(
  of: string | { readonly group: string; readonly levels: FieldLevels },
  methods: readonly Method[],
): Method[] {
  const { group, levels } = typeof of === 'string' ? { group: of, levels: undefined } : of;
  const grouped = methods.map((method) => (method.group === '' ? Object.freeze({ ...method, group }) : method));
  return levels === undefined ? grouped : grouped.map((method) => withLevels(method, levels));
}
