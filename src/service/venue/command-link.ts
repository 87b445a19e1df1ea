/** How the nodes of a venue pass commands on to the one that leads it (J22, J23). */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ClusterNode, CommandServer, LeaderLink, linkKey, PassedOnCommands } from '../../cluster/index.ts';
import type { Config } from '../../config.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import { systemTimers } from '../../time/timers.ts';
import { type PartContext, starting, type NodeLink } from '../lifecycle/index.ts';
import { nodeName } from './cluster-venue.ts';

export interface CommandLink extends NodeLink {
  /** Where the other nodes reach this one: host:port. */
  readonly address: string;
  /** The node of this process, which exists once the link does. */
  join(node: ClusterNode): void;
  /** The journal names this leader. */
  aim(address: string): void;
  /** This node leads, and answers from now on. */
  lead(): void;
  /** This node leads no more. */
  cut(): void;
}

export async function openCommandLink(
  { config, log, shutdown }: PartContext,
  exchange: LiveExchange,
): Promise<CommandLink> {
  const key = linkKey(config.ENCRYPTION_KEY as string);
  const tls = await starting('NODE_TLS_CERT, NODE_TLS_KEY and NODE_TLS_CA', () => tlsOf(config));
  const process = `${nodeName(config)} ${randomBytes(6).toString('base64url')}`;
  let node: ClusterNode | undefined;
  let onWebhooks: (clientId: string, receiver: string) => void = () => {};
  const leaderListeners = new Set<() => void>();
  const tellListeners = () => {
    for (const listener of leaderListeners) listener();
  };
  const server = new CommandServer({
    key,
    tls,
    epoch: () => (node?.serves && !exchange.isStopping ? node.epoch : undefined),
    sequence: () => exchange.sequence,
    submit: (command, origin) => exchange.submit(command, origin),
    onWebhooks: (clientId, receiver) => onWebhooks(clientId, receiver),
    onGone: (process) => {
      exchange.cutOffSessionsOf(process).catch(() => {
        // This node leads no more: the next leader cuts off all.
      });
    },
    timers: systemTimers,
    log,
  });
  const { NODE_HOST: host, NODE_PORT } = config;
  const port = await starting('NODE_HOST and NODE_PORT', () => server.listen(host, NODE_PORT));
  const link: LeaderLink = new LeaderLink({
    key,
    tls,
    process,
    timers: systemTimers,
    onWelcome: (welcome) => {
      commands.welcome(welcome);
      tellListeners();
    },
    onAnswers: (answers) => commands.answered(answers),
    onPosition: (sequence) => {
      if (sequence > exchange.sequence) node?.wakeUp();
    },
    log,
  });
  const commands = new PassedOnCommands({
    process,
    link,
    sequence: () => exchange.sequence,
    waitingMax: config.WAITING_ORDERS_MAX,
    timers: systemTimers,
  });
  shutdown.add('link to the other nodes', async () => {
    link.end();
    commands.end();
    await server.close();
  });
  exchange.passOn((command) => commands.submit(command));
  exchange.onOrigin((origin, outcome) => commands.applied(origin, outcome));
  exchange.onDurable(() => {
    server.advanced();
    commands.reached();
  });
  return {
    process,
    address: `${config.NODE_ADDRESS ?? host}:${port}`,
    join: (own) => {
      node = own;
    },
    aim: (address) => link.aim(address),
    lead: () => {
      link.aim('');
      commands.lead((command, origin) => exchange.submit(command, origin));
      tellListeners();
    },
    cut: () => server.cut(),
    passWebhooksOn: (clientId, receiver) => {
      if (node?.leads) return false;
      commands.passWebhooksOn(clientId, receiver);
      return true;
    },
    onLeader: (listener) => {
      leaderListeners.add(listener);
      return () => leaderListeners.delete(listener);
    },
    onWebhooks: (listener) => {
      onWebhooks = listener;
    },
  };
}

function tlsOf({ NODE_TLS_CERT: cert, NODE_TLS_KEY: key, NODE_TLS_CA: ca }: Config) {
  if (cert === null || key === null || ca === null) return undefined;
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8'), ca: readFileSync(ca, 'utf8') };
}
