import type { Connection } from './connection.ts';

/** Who is connected. A connection counts until its socket is gone. */
export class Roster {
  readonly #connections = new Set<Connection>();
  readonly #byClient = new Map<string, Set<Connection>>();
  #authenticated = 0;

  get size(): number {
    return this.#connections.size;
  }

  get unauthenticated(): number {
    return this.#connections.size - this.#authenticated;
  }

  get clientCount(): number {
    return this.#byClient.size;
  }

  all(): readonly Connection[] {
    return [...this.#connections];
  }

  ofClient(clientId: string): readonly Connection[] {
    return [...(this.#byClient.get(clientId) ?? [])];
  }

  enter(connection: Connection): void {
    this.#connections.add(connection);
  }

  /** Counts the connection as the client's; false when the client has `max` already. */
  identify(connection: Connection, clientId: string, max: number): boolean {
    const own = this.#byClient.get(clientId) ?? new Set();
    if (own.size >= max) return false;
    own.add(connection);
    this.#byClient.set(clientId, own);
    this.#authenticated += 1;
    return true;
  }

  leave(connection: Connection): void {
    this.#connections.delete(connection);
    const { clientId } = connection;
    const own = clientId === null ? undefined : this.#byClient.get(clientId);
    if (clientId === null || own?.delete(connection) !== true) return;
    this.#authenticated -= 1;
    if (own.size === 0) this.#byClient.delete(clientId);
  }
}
