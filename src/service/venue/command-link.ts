/** How the nodes of a venue pass commands on to the one that leads it (J22, J23). */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ClusterNode, CommandServer, LeaderLink, linkKeys, PassedOnCommands } from '../../cluster/index.ts';
import type { Config } from '../../config.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { systemTimers } from '../../time/timers.ts';
import type { SharedUse } from '../../usage/index.ts';
import { type NodeLink, type PartContext, starting } from '../lifecycle/index.ts';
import { nodeName } from '../parts/index.ts';

/** Between two reports of what clients use of their limits. */
const USE_MS = 100;
const NO_USE = { taken: [], held: [] };
/** Use without a leader is reported to the next one, unless it is older than 10 s. */
const UNREPORTED_MAX = 100;

type WebhookListener = Parameters<NodeLink['onWebhooks']>[0];

/** Both ends: the server that answers while this node leads, and the link to the leader while another does. */
export class CommandLink implements NodeLink {
  readonly process: string;
  readonly #exchange: LiveExchange;
  readonly #server: CommandServer;
  readonly #link: LeaderLink;
  readonly #commands: PassedOnCommands;
  readonly #leaderListeners = new Set<() => void>();
  #onWebhooks: WebhookListener = () => {};
  #node: ClusterNode | undefined;
  #use: SharedUse | undefined;
  /** Reports that nobody could be given, one after the other. */
  #unreported = 0;
  #address = '';

  private constructor({ config, log }: PartContext, exchange: LiveExchange) {
    const shared = {
      keys: linkKeys(config.ENCRYPTION_KEY as string),
      tls: tlsOf(config),
      timers: systemTimers,
      log,
    };
    this.process = `${nodeName(config)} ${randomBytes(6).toString('base64url')}`;
    this.#exchange = exchange;
    const sequence = () => exchange.sequence;
    this.#server = new CommandServer({
      ...shared,
      sequence,
      epoch: () => (this.#node?.serves && !exchange.isStopping ? this.#node.epoch : undefined),
      submit: (command, origin) => exchange.submit(command, origin),
      onWebhooks: (clientId, receiver) => this.#onWebhooks(clientId, receiver),
      onUse: (report) => this.#use?.add(report),
      counted: () => {
        this.#reportUse();
        return this.#use?.counted() ?? [];
      },
      onGone: (process) => exchange.cutOffSessionsOf(process),
    });
    this.#link = new LeaderLink({
      ...shared,
      process: this.process,
      onWelcome: (welcome) => {
        this.#commands.welcome(welcome);
        this.#node?.acknowledged(welcome.sequence);
        this.#use?.restart();
        this.#notifyListeners();
      },
      onAnswers: (answers) => {
        this.#commands.answered(answers);
        for (const [, result] of answers) if (typeof result === 'number') this.#node?.acknowledged(result);
      },
      onPosition: (position) => this.#node?.acknowledged(position),
      onUse: (report) => this.#use?.add(report),
      onClosed: () => {
        this.#node?.acknowledged(undefined);
        this.#use?.restart();
      },
    });
    this.#commands = new PassedOnCommands({
      process: this.process,
      link: this.#link,
      sequence,
      waitingMax: config.WAITING_ORDERS_MAX,
      timers: systemTimers,
    });
    exchange.passOn((command) => this.#commands.submit(command));
    exchange.onOrigin((origin, outcome) => this.#commands.applied(origin, outcome));
    exchange.onDurable(() => {
      this.#server.advanced();
      this.#commands.reached();
    });
  }

  static async open(context: PartContext, exchange: LiveExchange): Promise<CommandLink> {
    const { NODE_HOST: host, NODE_PORT, NODE_ADDRESS } = context.config;
    const link = await starting(
      'NODE_TLS_CERT, NODE_TLS_KEY and NODE_TLS_CA',
      () => new CommandLink(context, exchange),
    );
    const port = await starting('NODE_HOST and NODE_PORT', () => link.#server.listen(host, NODE_PORT));
    link.#address = `${NODE_ADDRESS ?? host}:${port}`;
    context.shutdown.add('link to the other nodes', () => link.#end());
    context.shutdown.add(
      'reports of use',
      systemTimers.every(USE_MS, () => link.#reportUse()),
    );
    return link;
  }

  /** Where the other nodes reach this one: host:port. */
  get address(): string {
    return this.#address;
  }

  /** The node of this process, which exists once the link does. */
  join(node: ClusterNode): void {
    this.#node = node;
    node.failed.then(() => this.#server.cut());
  }

  /** The journal names the leader at this address; empty: nobody leads, or this node does. */
  aim(address: string): void {
    this.#link.aim(address);
  }

  /** This node leads, and answers from now on. */
  lead(): void {
    this.#link.aim('');
    this.#use?.restart();
    this.#commands.lead((command, origin) => this.#exchange.submit(command, origin));
    this.#notifyListeners();
  }

  passWebhooksOn(clientId: string, receiver: string): boolean {
    if (this.#node?.leads) return false;
    this.#commands.passWebhooksOn(clientId, receiver);
    return true;
  }

  onWebhooks(listener: WebhookListener): void {
    this.#onWebhooks = listener;
  }

  onLeader(listener: () => void): () => void {
    this.#leaderListeners.add(listener);
    return () => this.#leaderListeners.delete(listener);
  }

  share(use: SharedUse): void {
    this.#use = use;
  }

  #reportUse(): void {
    this.#link.cutSilent();
    if (this.#node?.leads) {
      this.#server.cutSilent();
      this.#server.shareUse(this.#use?.report());
    } else if (this.#link.isOpen) {
      // Also without anything to report: the leader takes a silent node for gone.
      this.#link.send('use', JSON.stringify(this.#use?.report() ?? NO_USE));
    } else {
      this.#unreported++;
      if (this.#unreported % UNREPORTED_MAX === 0) this.#use?.forgetTaken();
      return;
    }
    this.#unreported = 0;
  }

  #notifyListeners(): void {
    for (const listener of this.#leaderListeners) listener();
  }

  async #end(): Promise<void> {
    this.#link.end();
    this.#commands.end();
    await this.#server.close();
  }
}

function tlsOf({ NODE_TLS_CERT: cert, NODE_TLS_KEY: key, NODE_TLS_CA: ca }: Config) {
  if (cert === null || key === null || ca === null) return undefined;
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8'), ca: readFileSync(ca, 'utf8') };
}
