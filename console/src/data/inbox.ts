/** Messages that stay until they are read: fills, failures and unknown outcomes. They outlive a reload of the tab. */
import type { Failure } from './api.ts';
import { Topic } from './topic.ts';

export type SayingKind = 'done' | 'hint' | 'news' | Failure;

export interface Message {
  readonly id: number;
  readonly at: number;
  readonly kind: SayingKind;
  readonly text: string;
  /** Of what it is about; empty: nothing to open. */
  readonly path: string;
  readonly isRead: boolean;
}

const STORED = 'openats.inbox';
const KEPT = 200;

export class Inbox {
  readonly changed = new Topic();
  /** Newest first. */
  messages: readonly Message[];
  readonly #stored: string;

  constructor(client: string) {
    this.#stored = `${STORED}.${client}`;
    this.messages = this.#load();
  }

  get unread(): number {
    return this.messages.filter(({ isRead }) => !isRead).length;
  }

  add(kind: SayingKind, text: string, path: string): void {
    const id = (this.messages[0]?.id ?? 0) + 1;
    this.#put([{ id, at: Date.now(), kind, text, path, isRead: false }, ...this.messages].slice(0, KEPT));
  }

  /** Marks one as read; undefined: all. */
  read(id?: number): void {
    this.#put(this.messages.map((one) => (id === undefined || one.id === id ? { ...one, isRead: true } : one)));
  }

  /** For whoever signs in next in this tab. */
  forget(): void {
    this.messages = [];
    sessionStorage.removeItem(this.#stored);
  }

  #put(messages: readonly Message[]): void {
    this.messages = messages;
    try {
      sessionStorage.setItem(this.#stored, JSON.stringify(messages));
    } catch {
      // Then they hold until the page is closed.
    }
    this.changed.changed();
  }

  #load(): readonly Message[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#stored) ?? '[]') as Message[];
    } catch {
      return [];
    }
  }
}
