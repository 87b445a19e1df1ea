import { addressKey } from '../../http/auth/index.ts';
import { HELD_HERE, type Held } from '../../usage/index.ts';
import type { StreamSettings } from '../requests/index.ts';

/** A connection, as far as the roster and those who read it know it. */
export interface Connected {
  /** Null until right credentials came. */
  readonly clientId: string | null;
  /** Bytes that wait to be sent to it. */
  readonly unsentBytes: number;
  /** The rights of the client, or of a client below it, have changed. */
  accessChanged(clientId: string): void;
  /** A client has one more fault (StreamFaults). */
  faultSet(clientId: string): void;
  /** The venue stops. */
  stop(): void;
}

/** The connections by client. A connection counts until its socket is gone. */
export class Roster {
  readonly #connections = new Set<Connected>();
  readonly #byClient = new Map<string, Set<Connected>>();
  /**
   * Those that came without credentials and have not sent right ones yet, with the address that they are counted under.
   */
  readonly #anonymous = new Map<Connected, string>();
  readonly #anonymousByAddress = new Map<string, number>();
  readonly #held: Held;
  #authenticated = 0;

  /** @param held connections of each client over all nodes */
  constructor(held: Held = HELD_HERE) {
    this.#held = held;
  }

  get size(): number {
    return this.#connections.size;
  }

  get unauthenticated(): number {
    return this.#connections.size - this.#authenticated;
  }

  get clientCount(): number {
    return this.#byClient.size;
  }

  all(): readonly Connected[] {
    return [...this.#connections];
  }

  /** Whether no connection with credentials can be had; those without never count against them. */
  isFull(settings: StreamSettings): boolean {
    return this.#authenticated >= settings.connectionsMax;
  }

  /** Why no connection without credentials can be had from this address; undefined: it can. */
  anonymousRefusal(ip: string, settings: StreamSettings): 'full' | 'address' | undefined {
    if (this.#anonymous.size >= settings.unauthenticatedConnectionsMax) return 'full';
    const ofAddress = this.#anonymousByAddress.get(addressKey(ip)) ?? 0;
    return ofAddress >= settings.unauthenticatedPerAddressMax ? 'address' : undefined;
  }

  /** anonymousIp: the address of a connection that came without credentials. */
  enter(connection: Connected, anonymousIp: string | undefined): void {
    this.#connections.add(connection);
    if (anonymousIp === undefined) return;
    const address = addressKey(anonymousIp);
    this.#anonymous.set(connection, address);
    this.#anonymousByAddress.set(address, (this.#anonymousByAddress.get(address) ?? 0) + 1);
  }

  /** Counts the connection as the client's; says why that cannot be. */
  identify(
    connection: Connected,
    clientId: string,
    settings: StreamSettings,
  ): 'stream-full' | 'too-many-connections' | undefined {
    if (this.isFull(settings)) return 'stream-full';
    const own = this.#byClient.get(clientId) ?? new Set();
    const connections = own.size + this.#held.elsewhere(clientId);
    if (connections >= settings.connectionsPerClientMax) return 'too-many-connections';
    own.add(connection);
    this.#held.set(clientId, own.size);
    this.#byClient.set(clientId, own);
    this.#authenticated += 1;
    this.#forgetAnonymous(connection);
    return undefined;
  }

  leave(connection: Connected): void {
    this.#connections.delete(connection);
    this.#forgetAnonymous(connection);
    const { clientId } = connection;
    const own = clientId === null ? undefined : this.#byClient.get(clientId);
    if (clientId === null || own?.delete(connection) !== true) return;
    this.#authenticated -= 1;
    this.#held.set(clientId, own.size);
    if (own.size === 0) this.#byClient.delete(clientId);
  }

  #forgetAnonymous(connection: Connected): void {
    const address = this.#anonymous.get(connection);
    if (address === undefined) return;
    this.#anonymous.delete(connection);
    const others = (this.#anonymousByAddress.get(address) ?? 1) - 1;
    if (others === 0) this.#anonymousByAddress.delete(address);
    else this.#anonymousByAddress.set(address, others);
  }
}
