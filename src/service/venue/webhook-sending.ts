/** Who may do what, and the way of a webhook from its row to its receiver. */
import type { Config } from '../../config.ts';
import type { LiveExchange } from '../../exchange/live-exchange.ts';
import type { Method } from '../../http/methods/index.ts';
import { Administration } from '../../modules/admin/index.ts';
import { WEBHOOK_NAMES } from '../../modules/webhook-list.ts';
import { systemTimers } from '../../time/timers.ts';
import { Dispatcher, FaultyDispatcher, Outbox, type WebhookFaults, type WebhookNetwork } from '../../webhooks/index.ts';
import type { PartContext } from '../lifecycle/index.ts';
import type { Databases } from '../parts/index.ts';

const WEBHOOK_DRAIN_MS = 3000;
/** Of keys, webhooks and accounts where another node may change them (J13). */
export const CACHE_MS_MAX = 800;

export interface AccessDeps {
  readonly databases: Pick<Databases, 'main' | 'leader' | 'secrets'>;
  readonly exchange: LiveExchange;
  /** First asked on a call. */
  readonly methods: () => readonly Method[];
  /** Called when a client lost a permission that its streams need. */
  readonly accessEnded: (clientId: string) => void;
  /** Absent where no client may ask for any. */
  readonly faults?: WebhookFaults | undefined;
}

export function openAdministration(
  { config, log, state, shutdown, timers }: PartContext,
  deps: AccessDeps,
): Administration {
  const { databases, exchange, methods, accessEnded } = deps;
  const administration = new Administration({
    database: databases.main,
    secrets: databases.secrets,
    methods,
    webhookNames: WEBHOOK_NAMES,
    webhookUrlPolicy: webhookPolicy(config),
    deliveryLog: {
      keptMax: config.WEBHOOK_LOG_MAX,
      writer: databases.leader.backgroundOfNode,
      onError: (error, lost) => log.error({ err: error, lost }, 'webhook deliveries could not be logged'),
    },
    accessEnded,
    ...(state.node === undefined ? {} : { cacheMsMax: CACHE_MS_MAX }),
    venue: exchange,
    nowUs: exchange.nowUs,
    timers,
  });
  shutdown.add('administration', () => administration.close());
  return administration;
}

export interface WebhookDeps {
  readonly administration: Administration;
  readonly exchange: LiveExchange;
  /** That of this machine when absent. */
  readonly network?: WebhookNetwork;
}

export function openWebhooks(
  { config, log, shutdown, timers, systemUs }: PartContext,
  { administration, exchange, network }: WebhookDeps,
): Dispatcher {
  const webhooks = new Dispatcher({
    store: administration.webhookStore,
    deliveryLog: administration.deps.deliveries,
    log,
    settings: { policy: webhookPolicy(config) },
    nowMs: () => exchange.nowUs() / 1000,
    signedMs: () => systemUs() / 1000,
    timers,
    ...network,
  });
  shutdown.add('webhooks', () => webhooks.drain(WEBHOOK_DRAIN_MS));
  return webhooks;
}

export function openOutbox(
  { config, log, state, shutdown, leaderTasks, timers, time }: PartContext,
  { databases, exchange, faults }: Pick<AccessDeps, 'databases' | 'exchange' | 'faults'>,
  administration: Administration,
  delivery: Dispatcher,
): Outbox {
  const nowMs = () => exchange.nowUs() / 1000;
  const faulty = faults && new FaultyDispatcher({ dispatcher: delivery, faults, nowMs, after: systemTimers.after });
  if (faulty !== undefined) shutdown.add('faults of webhooks', () => faulty.stop());
  const outbox = new Outbox({
    db: databases.leader.background,
    secrets: databases.secrets,
    names: WEBHOOK_NAMES,
    registrations: administration.webhookStore,
    deliveryLog: administration.deps.deliveries,
    dispatcher: faulty ?? delivery,
    nowUs: exchange.nowUs,
    timers,
    time,
    passOn: (clientId, receiver) => state.link?.passWebhooksOn(clientId, receiver) ?? false,
    rowsPerClientMax: config.WEBHOOK_OUTBOX_MAX,
    log,
  });
  shutdown.add('webhook outbox', () => outbox.stop());
  leaderTasks.addServed(() => outbox.start());
  const { deliveries } = administration.deps;
  time?.waitsFor(() => {
    // The end of a delivery is written with others, a second later.
    if (deliveries.waiting > 0) void deliveries.flush();
    return outbox.isBusy || delivery.load().running > 0 || deliveries.waiting > 0;
  });
  state.link?.onWebhooks((clientId, receiver) => outbox.stored(clientId, receiver));
  return outbox;
}

function webhookPolicy(config: Config) {
  return { allowHttp: config.WEBHOOK_ALLOW_HTTP, allowLoopback: config.WEBHOOK_ALLOW_LOOPBACK };
}
