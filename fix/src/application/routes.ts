/** Third-party addressing: an answer to a message, and all reports of an order, have the route of the message. */
import { encodeFields, type Field, type Message } from '../codec/index.ts';
import { routeBack } from '../session/index.ts';
import type { OutgoingMessage, SessionPort } from './api.ts';

/** As encodeFields returns it; empty for a message of the peer itself. */
export function routeOf(message: Message): string {
  return encodeFields(routeBack(message));
}

/** The fields of the header come before those of the body. */
export function routed(message: OutgoingMessage, route: string): OutgoingMessage {
  if (route === '') return message;
  const header = route
    .split('\x01')
    .slice(0, -1)
    .map((text): Field => {
      const equals = text.indexOf('=');
      return [Number(text.slice(0, equals)), text.slice(equals + 1)];
    });
  return { ...message, body: [...header, ...message.body] };
}

/** The port of a session, whose answers to messages with a route have it too. */
export class RoutedPort implements SessionPort {
  readonly #port: SessionPort;
  readonly #routes = new Map<number, string>();

  constructor(port: SessionPort) {
    this.#port = port;
  }

  received(inboxId: number, message: Message): void {
    const route = routeOf(message);
    if (route !== '') this.#routes.set(inboxId, route);
  }

  append(...[messages, done = {}]: Parameters<SessionPort['append']>): void {
    const { inbox = [], cursor, answers = inbox[0] ?? 0 } = done;
    // Reports of events have the routes of their orders.
    const route = cursor === undefined ? (this.#routes.get(answers) ?? '') : '';
    for (const id of inbox) this.#routes.delete(id);
    this.#port.append(route === '' ? messages : messages.map((one) => routed(one, route)), done);
  }

  logout(text: string): void {
    this.#port.logout(text);
  }

  get name() {
    return this.#port.name;
  }

  get options() {
    return this.#port.options;
  }

  get cursor() {
    return this.#port.cursor;
  }

  get routes() {
    return this.#port.routes;
  }

  get unsentBytes() {
    return this.#port.unsentBytes;
  }
}
