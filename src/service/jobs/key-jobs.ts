import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { formatInstant } from '../../calendar/format-time.ts';
import type { Administration } from '../../modules/admin/index.ts';
import type { Timers } from '../../time/timers.ts';
import { DAY_US, HOUR_MS, MINUTE_MS, type Microseconds } from '../../time/units.ts';
import { type PartContext, startJob } from '../lifecycle/index.ts';
import { jobGauge } from './job-gauge.ts';

interface KeyJobDeps {
  readonly administration: Administration;
  readonly registry: Registry;
  readonly nowUs: () => Microseconds;
}

/** Each node knows which keys its own calls use; the leader looks for keys that end. */
export function openKeyJobs({ log, shutdown, leaderTasks, timers }: PartContext, deps: KeyJobDeps): void {
  const { administration, registry, nowUs } = deps;
  const { after } = timers;
  const { keyUses } = administration;
  shutdown.add('uses of keys', runKeyUses({ keyUses, after, log }));
  leaderTasks.addBackground(shutdown, (shutdown) => {
    const ending = endingKeys(registry);
    shutdown.add('ends of keys', runKeyEnds({ keys: administration.deps.keys, nowUs, ending, after, log }));
  });
}

/** How long before its end a key is reported. */
const NOTICE_US = 14 * DAY_US;

export interface KeyUsesJob {
  readonly keyUses: Administration['keyUses'];
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Stores once a minute when keys were last used (C94). Each node does it for the calls that come to it. */
export function runKeyUses({ keyUses, after, log }: KeyUsesJob): () => Promise<void> {
  return startJob({
    failure: 'the last uses of keys could not be stored',
    run: async () => {
      await keyUses.store();
      return MINUTE_MS;
    },
    retryMs: MINUTE_MS,
    after,
    log,
  });
}

export interface KeyEndsJob {
  readonly keys: Pick<Administration['deps']['keys'], 'endingBefore'>;
  readonly nowUs: () => Microseconds;
  /** Called with the number of keys that end soon. */
  readonly ending: (keys: number) => void;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** Looks every hour for keys that end within 14 days, and reports each in the log once a day (C94). */
export function runKeyEnds({ keys, nowUs, ending, after, log }: KeyEndsJob): () => Promise<void> {
  let reported = new Map<string, Microseconds>();
  return startJob({
    failure: 'the keys that end soon could not be read',
    run: async () => {
      const now = nowUs();
      const found = await keys.endingBefore(now + NOTICE_US);
      const before = reported;
      reported = new Map(found.map(({ key_id }) => [key_id, before.get(key_id) ?? now]));
      for (const { key_id: keyId, client_id: clientId, expires_at } of found) {
        const last = before.get(keyId);
        if (last !== undefined && now < last + DAY_US) continue;
        reported.set(keyId, now);
        log.warn({ keyId, clientId, expiresAt: formatInstant(expires_at ?? now) }, 'a key ends soon: rotate it');
      }
      ending(found.length);
      return HOUR_MS;
    },
    after,
    log,
  });
}

/** The metric of keys that end soon, on whichever node looks for them. */
function endingKeys(registry: Registry): (keys: number) => void {
  const name = 'openats_api_keys_ending';
  const help = 'Keys that end by themselves within 14 days, and have not been rotated';
  const gauge = jobGauge(registry, { name, help });
  return (keys) => gauge.set(keys);
}
