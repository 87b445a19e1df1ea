/** The cookies of the sign-in: the session's token, and sealed state of a sign-in that is under way. */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CannotOpen, type Secrets } from '../../database/secrets/index.ts';
import type { SessionCookie } from '../../http/auth/index.ts';
import { SECOND_US } from '../../time/units.ts';
import type { StartedSession } from './sign-in-deps.ts';

/** A longer cookie was not made here. */
const LENGTH_MAX = 4096;

/** A name with it is of a secure cookie, bound to this very host. */
const PREFIX = '__Host-';

/** The cookies of one request: all are as secure as that of the session (P9). */
export class Cookies {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #sessionName: string;

  constructor(request: FastifyRequest, reply: FastifyReply, sessionCookie: SessionCookie) {
    this.#request = request;
    this.#reply = reply;
    this.#sessionName = sessionCookie.nameFor(request.headers);
  }

  get #prefix(): string {
    return this.#sessionName.startsWith(PREFIX) ? PREFIX : '';
  }

  get session(): string | undefined {
    return this.#read(this.#sessionName);
  }

  setSession({ token, expiresAtUs }: StartedSession): void {
    this.#set(this.#sessionName, token, { sameSite: 'lax', expires: new Date(expiresAtUs / 1000) });
  }

  clearSession(): void {
    this.#clear(this.#sessionName);
  }

  /** The value that was sealed under the name and has not ended; whatever else there is counts as nothing. */
  open<T>(name: string, secrets: Secrets, nowUs: number): T | undefined {
    const text = this.#read(this.#prefix + name);
    if (text === undefined) return undefined;
    try {
      const { untilUs, value } = JSON.parse(secrets.open(text, contextOf(name))) as { untilUs: number; value: T };
      return nowUs < untilUs ? value : undefined;
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }

  /** lax: the browser sends it also when a page of elsewhere leads here. */
  seal(
    name: string,
    value: unknown,
    of: {
      readonly secrets: Secrets;
      readonly nowUs: number;
      readonly seconds: number;
      readonly sameSite: 'lax' | 'strict';
    },
  ): void {
    const untilUs = of.nowUs + of.seconds * SECOND_US;
    const text = of.secrets.seal(JSON.stringify({ untilUs, value }), contextOf(name));
    this.#set(this.#prefix + name, text, { sameSite: of.sameSite, maxAge: of.seconds });
  }

  clear(name: string): void {
    this.#clear(this.#prefix + name);
  }

  #read(name: string): string | undefined {
    const value = this.#request.cookies[name];
    return value === undefined || value === '' || value.length > LENGTH_MAX ? undefined : value;
  }

  #set(name: string, value: string, options: CookieSerializeOptions): void {
    this.#reply.setCookie(name, value, {
      httpOnly: true,
      path: '/',
      secure: name.startsWith(PREFIX),
      ...options,
    });
  }

  #clear(name: string): void {
    this.#set(name, '', { sameSite: 'lax', maxAge: 0 });
  }
}

const contextOf = (name: string): string => `sign-in cookie ${name}`;
