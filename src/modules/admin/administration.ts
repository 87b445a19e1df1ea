import type { Database } from '../../database/database.ts';
import type { Db } from '../../database/schema/index.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import type { Method } from '../../http/methods/index.ts';
import { systemTimers, type Timers } from '../../time/timers.ts';
import { MINUTE_MS } from '../../time/units.ts';
import {
  DeliveryLog,
  type DeliveryLogSettings,
  WebhookDirectory,
  type WebhookLimits,
  type WebhookNames,
  WebhookRecords,
  type WebhookUrlPolicy,
} from '../../webhooks/index.ts';
import { ClientDirectory } from './client-directory.ts';
import { ClientRecords } from './client-records.ts';
import type { AdminDeps } from './deps.ts';
import { KeyRecords } from './key-records.ts';
import { KeyUses } from './key-uses.ts';
import { catalogueOf, type PermissionCatalogue } from './permissions.ts';
import { ensureSandbox } from './sandbox.ts';
import { type StoppableVenue, StoppedClients } from './stopped-clients.ts';

export interface AdministrationSettings {
  readonly database: Database;
  readonly secrets: Secrets;
  /**
   * All declared methods, including those of the administration: they define what can be granted. First used by a call.
   */
  readonly methods: () => readonly Method[];
  /** Those for which clients may register. */
  readonly webhookNames: WebhookNames;
  readonly webhookUrlPolicy: WebhookUrlPolicy;
  readonly webhookLimits?: WebhookLimits;
  /** Absent: no orders can be stopped. */
  readonly venue?: StoppableVenue;
  /** How long cached keys and webhooks are valid, because other processes change them. */
  readonly cacheMsMax?: number;
  readonly deliveryLog?: Partial<DeliveryLogSettings>;
  /** Called when a key is revoked or loses a method, or when its client is stopped. */
  readonly accessEnded?: (clientId: string) => void;
  /** Now, in microseconds since 1970. */
  readonly nowUs?: () => number;
  readonly timers?: Pick<Timers, 'after'>;
}

const CACHE_MS_MAX = 30_000;
/** Keys of a process alone: only it, and commands at its database, revoke keys. */
const UNAVAILABLE_MS_MAX = 60 * MINUTE_MS;
const KEYS_KNOWN_MAX = 10_000;
const RECEIVERS_KNOWN_MAX = 1000;
const WEBHOOK_LIMITS: WebhookLimits = { perClientMax: 200, perMethodMax: 10 };

/** Clients, their keys and their webhooks: for authentication, for the delivery of webhooks, and for methods. */
export class Administration {
  readonly directory: ClientDirectory;
  readonly webhookStore: WebhookDirectory;
  readonly deps: AdminDeps;
  readonly keyUses: KeyUses;
  readonly #nowUs: () => number;

  constructor(settings: AdministrationSettings) {
    const { database, secrets, webhookNames, webhookUrlPolicy, webhookLimits = WEBHOOK_LIMITS } = settings;
    const { after } = settings.timers ?? systemTimers;
    const nowUs = settings.nowUs ?? risingMicros();
    let known: PermissionCatalogue | undefined;
    const catalogue = () => (known ??= catalogueOf(settings.methods()));
    const deliveries = new DeliveryLog(database, { nowUs, after, ...settings.deliveryLog });
    const ageMsMax = settings.cacheMsMax ?? CACHE_MS_MAX;
    const keyUses = new KeyUses(database.background, nowUs);
    const onUsed = (keyId: string) => keyUses.mark(keyId);
    // Of several nodes another one may revoke a key that this one could not learn of (J13).
    const unavailableMsMax = settings.cacheMsMax === undefined ? UNAVAILABLE_MS_MAX : 0;
    const cache = { entriesMax: KEYS_KNOWN_MAX, ageMsMax, unavailableMsMax };
    const directory = new ClientDirectory(database, catalogue, cache, { nowUs, onUsed, after });
    const limits = { entriesMax: RECEIVERS_KNOWN_MAX, ageMsMax };
    const webhookStore = new WebhookDirectory(database, secrets, { limits, nowUs, after });
    this.#nowUs = nowUs;
    this.keyUses = keyUses;
    this.directory = directory;
    this.webhookStore = webhookStore;
    this.deps = Object.freeze({
      clients: new ClientRecords(database, nowUs, () => directory.refresh()),
      keys: new KeyRecords(database, nowUs, () => directory.refresh()),
      webhooks: new WebhookRecords(database, secrets, webhookLimits, { nowUs, changed: () => webhookStore.refresh() }),
      deliveries,
      catalogue,
      webhookNames,
      webhookUrlPolicy,
      accessEnded: settings.accessEnded ?? (() => {}),
      stopped: new StoppedClients(database.db, settings.venue ?? null),
    });
  }

  /** See ensureSandbox. */
  async ensureSandbox(dataDir: string, db: Db, ticker = false, shared?: string): Promise<void> {
    await ensureSandbox(dataDir, db, { nowUs: this.#nowUs, ticker, shared });
    this.directory.refresh();
  }

  /** Writes waiting log entries and uses of keys; call it before the database is closed. */
  async close(): Promise<void> {
    await this.deps.deliveries.flush();
    await this.keyUses.store();
  }
}

/**
 * The system's clock; each reading is later than the one before, so that records sort in the order of creation.
 */
function risingMicros(): () => number {
  let last = 0;
  return () => {
    last = Math.max(Date.now() * 1000, last + 1);
    return last;
  };
}
