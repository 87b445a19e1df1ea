/** Gives each new connection to a present host, until it closes. */
export interface Port<Host> {
  giveTo(host: Host): void;
  close(): void;
}

export interface HeldPort<Host> {
  readonly port: Port<Host>;
  /** Answers while the process waits. */
  readonly waiting: Host;
}

/** Why a process waits, in words that may be shown to anyone. */
export interface Waiting {
  reason: string;
}

/**
 * The ports of a process, which listen until it ends (J29): a service that opened takes their connections; before it
 * and after it hosts answer that say why the process waits.
 */
export class HeldPorts<Host> {
  readonly #ports: readonly HeldPort<Host>[];
  readonly #waiting: Waiting;
  #isEnding = false;

  constructor(ports: readonly HeldPort<Host>[], waiting: Waiting) {
    this.#ports = ports;
    this.#waiting = waiting;
  }

  /** Why the process waits, from now on. */
  waitsBecause(reason: string): void {
    this.#waiting.reason = reason;
  }

  /** New connections go to the hosts of a service, in the order of the ports. */
  giveTo(hosts: readonly Host[]): void {
    for (const [index, { port, waiting }] of this.#ports.entries()) port.giveTo(hosts[index] ?? waiting);
  }

  /** The service takes no more connections: the process waits for the next one, or ends. */
  release(): void {
    if (this.#isEnding) this.close();
    else this.giveTo([]);
  }

  /** The service that has the ports is the last one. */
  endWithService(): void {
    this.#isEnding = true;
  }

  /** New connections are refused from now on. */
  close(): void {
    for (const { port } of this.#ports) port.close();
  }
}
