/** The leader's end of the links on which other nodes pass commands on to it (J22 to J24). */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { CommandSeq } from '../../exchange/journal/index.ts';
import { Complaints } from '../../time/complaints.ts';
import type { Timers } from '../../time/timers.ts';
import { type UseMember, type UseReport, UseSums } from '../../usage/index.ts';
import { NodeLink, type NodeLinkDeps } from './node-link.ts';
import { ReceivedCommands } from './received-commands.ts';

export interface LinkTls {
  readonly cert: string;
  readonly key: string;
  /** Whose certificates are accepted. */
  readonly ca: string;
}

export interface CommandServerDeps extends NodeLinkDeps {
  readonly tls: LinkTls | undefined;
  /** What clients use of their limits on the other nodes. */
  readonly onUse: (report: UseReport) => void;
  /** The process of a node did not come back on another link; asked again while it rejects. */
  readonly onGone: (process: string) => Promise<unknown>;
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
  readonly log: { warn(fields: object, message: string): void };
}

/** Links at once. A venue has a few nodes. */
const LINKS_MAX = 64;
/** A node whose link broke is back sooner, where it still runs. */
export const BACK_MS_MAX = 3000;
/** A node reports ten times a second (J28), a leader says something each second. One without power closes nothing. */
export const SILENT_MS_MAX = 5000;
/** A leader that has said nothing for longer says again how far it is. */
const UNSAID_MS_MAX = 1000;

export class CommandServer {
  readonly #deps: CommandServerDeps;
  readonly #server: Server;
  readonly #links = new Set<NodeLink>();
  readonly #received: ReceivedCommands;
  readonly #use = new UseSums();
  readonly #own: UseMember;
  readonly #complaints: Complaints;
  #isAnnouncing = false;
  #announced: CommandSeq = 0;

  constructor(deps: CommandServerDeps) {
    this.#deps = deps;
    this.#received = new ReceivedCommands(deps.timers, deps.sequence);
    this.#complaints = new Complaints(deps);
    this.#own = this.#use.join(deps.onUse);
    const { tls } = deps;
    const accept = (socket: Socket) => this.#accept(socket);
    this.#server =
      tls === undefined
        ? createServer({ noDelay: true }, accept)
        : createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true, noDelay: true }, accept);
  }

  /** Resolves with the port. */
  async listen(host: string, port: number): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as { readonly port: number }).port;
  }

  async close(): Promise<void> {
    for (const link of this.#links) link.end();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The copy of the leader has come further: the other nodes need not wait for their next read of the journal. */
  advanced(): void {
    if (this.#isAnnouncing || this.#links.size === 0) return;
    this.#isAnnouncing = true;
    this.#deps.timers.soon(() => {
      this.#isAnnouncing = false;
      const sequence = this.#deps.sequence();
      if (sequence === this.#announced) return;
      // After its deadline a node says nothing (J5). The others hear of it on the next link.
      if (this.#deps.epoch() === undefined) return this.cut();
      this.#announced = sequence;
      for (const link of this.#links) link.announce(sequence);
    });
  }

  /** Passes on what clients used of their limits, on this node since the last time, and on the others. */
  shareUse(own: UseReport | undefined): void {
    if (own !== undefined) this.#use.report(this.#own, own);
    this.#use.flush();
  }

  /**
   * Cuts the links of nodes that no longer say anything, and says to the others that this one is there. To be called
   * some times a second.
   */
  cutSilent(): void {
    const { timers, epoch, sequence } = this.#deps;
    const nowMs = timers.nowMs();
    for (const link of this.#links) {
      if (nowMs - link.receivedAtMs > SILENT_MS_MAX) link.end();
      else if (nowMs - link.writtenAtMs >= UNSAID_MS_MAX && epoch() !== undefined) link.announce(sequence());
    }
  }

  /** This node leads no more: what the others wait for, the next leader answers. */
  cut(): void {
    for (const link of this.#links) link.end();
  }

  #accept(socket: Socket): void {
    if (this.#links.size >= LINKS_MAX) return void socket.destroy();
    const link = new NodeLink(socket, this.#deps, { received: this.#received, use: this.#use }, (reason) =>
      this.#complaints.log({ address: socket.remoteAddress, reason }, 'a link of another node was cut'),
    );
    this.#links.add(link);
    socket.once('close', () => {
      this.#links.delete(link);
      if (link.process !== undefined) this.#askLaterFor(link.process);
    });
  }

  #askLaterFor(process: string): void {
    const { timers, epoch, onGone } = this.#deps;
    timers.after(BACK_MS_MAX, () => {
      const isBack = [...this.#links].some((link) => link.process === process);
      if (isBack || !this.#server.listening) return;
      // A leader whose lease ran out may renew it (J5).
      if (epoch() === undefined) this.#askLaterFor(process);
      else onGone(process).catch(() => this.#askLaterFor(process));
    });
  }
}
