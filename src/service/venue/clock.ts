/** The clock of a sandbox and what others do by it, as the settings allow. */
import { join } from 'node:path';
import type { Method } from '../../http/methods/index.ts';
import { type Administration, COUNTERPARTY_ID } from '../../modules/admin/index.ts';
import { bankServices, tradingOf } from '../../modules/index.ts';
import {
  FaultRegistry,
  performOutside,
  type Script,
  SessionRecorder,
  type Step,
  withFill,
} from '../../modules/sandbox/index.ts';
import { WEBHOOK_NAMES } from '../../modules/webhook-list.ts';
import { systemTimers } from '../../time/timers.ts';
import type { Outbox } from '../../webhooks/index.ts';
import type { PartContext } from '../lifecycle/index.ts';
import type { LeaderDeps } from '../parts/index.ts';
import { FolderSnapshots, OwnCalls, readSandboxCredentials } from '../sandbox/index.ts';
import { ScriptRunner } from './script-runner.ts';
import type { OpenedVenue } from './venue.ts';
import { VenueClock } from './venue-clock.ts';

export interface SandboxTime {
  readonly clock: VenueClock;
  readonly scripts: ScriptRunner;
  readonly snapshots: FolderSnapshots;
  readonly recordings: SessionRecorder;
}

const CHANGES = 'the data folder of the sandbox changes';
const RESTART = { reason: CHANGES, publicReason: CHANGES, atOnce: false };

/** Undefined where the clock cannot be moved. */
export function openClock(
  { config, time, log, state }: PartContext,
  { exchange, historyReached }: Pick<OpenedVenue, 'exchange' | 'historyReached'>,
  outbox: Outbox,
): SandboxTime | undefined {
  if (time === undefined) return undefined;
  const file = join(config.DATA_DIR, 'sandbox-scripts.jsonl');
  return {
    clock: new VenueClock({ time, exchange, outbox, historyReached, timers: systemTimers, log }),
    snapshots: new FolderSnapshots(config, () => state.restart.resolve(RESTART)),
    recordings: new SessionRecorder(),
    scripts: new ScriptRunner({ file, time, counterpartyId: COUNTERPARTY_ID, log }),
  };
}

/** Undefined where the clock cannot be moved. @param methods first asked on a call */
export function openFaults({ time }: PartContext, methods: () => readonly Method[]): FaultRegistry | undefined {
  if (time === undefined) return undefined;
  return new FaultRegistry({ timers: systemTimers, methods, webhooks: new Set(WEBHOOK_NAMES.all) });
}

export interface ScriptedSides {
  readonly work: LeaderDeps;
  readonly methods: readonly Method[];
  readonly administration: Pick<Administration, 'directory'>;
}

/** To be called after every other job was added: on the way of the clock none is missing. */
export function startClock(
  { config, log, leaderTasks, shutdown }: PartContext,
  sandbox: SandboxTime | undefined,
  { work, methods, administration }: ScriptedSides,
): void {
  if (sandbox === undefined) return;
  const { clock, scripts } = sandbox;
  const perform = async (step: Step, whose: Pick<Script, 'clientId' | 'scriptId'>) => {
    if (!('method' in step)) return performOutside({ ...bankServices(work), log }, step, whose);
    const { clientID, developerAPIKey } = readSandboxCredentials(config.DATA_DIR, step.as);
    const client = await administration.directory.authenticate(clientID, developerAPIKey);
    if (client === undefined) throw new Error(`the key in sandbox-${step.as}.json is not valid`);
    const answer = await new OwnCalls({ methods, client, log }).call(step.method, step.fields, whose.scriptId);
    return step.fills === undefined ? answer : withFill(tradingOf(work), answer, step.fills);
  };
  leaderTasks.addBackground(shutdown, (shutdown) => {
    scripts.start(perform);
    clock.start();
    shutdown.add('clock', async () => {
      scripts.end();
      await clock.end();
    });
  });
}
