/** What goes by time takes it from where it is injected, so that the clock of a sandbox holds for it (Z1). */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');

/** Why a file may ask the system for the time, or wait by it. */
const NETWORK = 'time-outs of networks and of what is outside';
const DATABASE = 'time-outs and pauses of databases';
const TURNS = 'shares of turns of the event loop, and measurements';
const RETRY = 'pauses after a failure, and looks for what comes from outside';
const PEOPLE = 'sign-ins of people, and limits of attempts and rates';
const DEFAULT = 'the default of what is injected';
const PROGRAM = 'what programs of the operator and a start note for themselves';
const COMPOSED = 'hands the timers of the system to parts whose waits are of these kinds';

const ALLOWED: Readonly<Record<string, string>> = {
  'cluster/lease-thread.ts': NETWORK,
  'cluster/lease-worker.ts': NETWORK,
  'cluster/postgres-connection.ts': NETWORK,
  'database/migrations/migrate.ts': PROGRAM,
  'database/postgres/connection-budget.ts': DATABASE,
  'database/postgres/postgres.ts': DATABASE,
  'database/postgres/resilient-pool.ts': DATABASE,
  'database/queries/cached-lookups.ts': DATABASE,
  'database/queries/statements.ts': DATABASE,
  'database/secrets/sealing-keys.ts': PROGRAM,
  'database/sqlite/node-sqlite-driver.ts': TURNS,
  'history/check/check-worker.ts': DATABASE,
  'history/rests.ts': DEFAULT,
  'history/retried.ts': DATABASE,
  'http/auth/credential-guard.ts': PEOPLE,
  'http/auth/one-time-tokens.ts': PEOPLE,
  'http/auth/refusal-log.ts': PEOPLE,
  'http/body/request-call.ts': TURNS,
  'http/methods/pieces.ts': TURNS,
  'http/methods/pipeline.ts': TURNS,
  'http/server/connection-gate.ts': TURNS,
  'http/server/connections.ts': NETWORK,
  'http/server/fallbacks.ts': NETWORK,
  'http/server/intake.ts': NETWORK,
  'http/server/logger.ts': NETWORK,
  'http/server/process-metrics.ts': TURNS,
  'http/server/responder.ts': TURNS,
  'marketdata/connection/calls.ts': TURNS,
  'marketdata/market-data-stream.ts': NETWORK,
  'modules/admin/administration.ts': DEFAULT,
  'modules/admin/bootstrap-operator.ts': PROGRAM,
  'modules/admin/client-directory.ts': DEFAULT,
  'modules/admin/sandbox.ts': DEFAULT,
  'modules/audit/command-entry.ts': PROGRAM,
  'modules/shared/change/key-locks.ts': DATABASE,
  'modules/sign-in/provider-routes.ts': PEOPLE,
  'providers/files/s3-file-store.ts': NETWORK,
  'providers/openid/openid-provider.ts': PEOPLE,
  'service/jobs/accreditation-expiry-job.ts': RETRY,
  'service/jobs/day-report-job.ts': RETRY,
  'service/jobs/journal-retention-job.ts': RETRY,
  'service/jobs/log-job.ts': DATABASE,
  'service/jobs/screening-job.ts': RETRY,
  'service/jobs/surveillance-job.ts': RETRY,
  'service/parts.ts': COMPOSED,
  'service/parts/card-processor.ts': RETRY,
  'service/parts/databases.ts': DATABASE,
  'service/parts/identity-checks.ts': NETWORK,
  'service/run.ts': PROGRAM,
  'service/service.ts': COMPOSED,
  'service/venue/clock.ts': RETRY,
  'service/venue/cluster-node.ts': NETWORK,
  'service/venue/cluster-venue.ts': NETWORK,
  'service/venue/command-link.ts': NETWORK,
  'service/venue/journal-checking.ts': RETRY,
  'service/venue/market-replays.ts': RETRY,
  'service/venue/notices.ts': RETRY,
  'service/venue/publishers.ts': COMPOSED,
  'service/venue/serving-copy.ts': NETWORK,
  'service/venue/venue.ts': COMPOSED,
  'service/venue/warm-standby.ts': NETWORK,
  'service/venue/webhook-sending.ts': COMPOSED,
  'usage/rate-counts.ts': PEOPLE,
  'webhooks/delivery/dispatcher.ts': DEFAULT,
  'webhooks/delivery/sender.ts': NETWORK,
  'webhooks/log/delivery-log.ts': DEFAULT,
  'webhooks/registry/webhook-directory.ts': DEFAULT,
};

const SOURCES =
  /Date\.now|new Date\(\)|performance\.now|hrtime|\bsetTimeout\b|\bsetInterval\b|systemTimers|SystemClock/;

test('only these files ask the system for the time', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: ['client/**', 'console/**', 'time/**'] }).sort();
  const found = files.filter((file) => SOURCES.test(readFileSync(join(src, file), 'utf8')));
  expect(found).toEqual(Object.keys(ALLOWED).sort());
});
