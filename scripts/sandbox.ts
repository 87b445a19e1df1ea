/**
 * The sandbox from the command line, for an integrator: its clock, other sides by script, faults, sessions that run
 * again, and records from a file (docs/api/testing.md). Calls the methods of a running sandbox by the client library.
 *
 *   npm run sandbox -- clock [freeze | run [RATE] | advance SPAN_OR_INSTANT] | scripts | fault ... | faults
 *     | snapshots | snapshot save NAME | snapshot restore NAME | reset | record FILE | replay FILE | seed FILE
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { MethodName } from '../src/client/index.ts';
import { type ApiSession, Refused } from './demo/api-session.ts';
import { runDemo, type Sessions } from './demo/command.ts';
import { runScript } from './sandbox/run-script.ts';
import { seed } from './sandbox/seed.ts';

const USAGE = `npm run sandbox -- COMMAND [--url URL] [--data-dir FOLDER]

  clock                       shows the clock
  clock freeze                no time passes from now on
  clock run [RATE]            time passes, RATE (1) seconds in a second
  clock advance 3d            moves it on by 90s, 15m, 36h, 3d, 2w
  clock advance INSTANT       moves it on to a time such as 2027-01-04T14:30:00Z
  scripts                     shows what other sides are to do, and did
  fault KIND [NAME=VALUE ...]  has something go wrong, such as fault dropAnswer methods=createOrder times=2
  faults                      shows what goes wrong, and how often it has happened
  fault end ID                ends one
  snapshots                   shows the snapshots
  snapshot save NAME          saves the whole sandbox; the service restarts
  snapshot restore NAME       brings it back; the service restarts
  reset                       makes it empty; the service restarts
  record FILE                 records the calls of the client and the operator until Ctrl C, as a script in FILE
  replay FILE [NAME=VALUE ...] makes the calls of FILE again; NAME is of a secret that it leaves out
  seed FILE                   makes the records of a JSON file`;

interface Advance {
  readonly advanceId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly now: string;
  readonly progress: number;
  readonly counts: Readonly<Record<string, number>>;
}

const WAIT_SECONDS = 1;
const LONG_MS = 3_600_000;

async function clock({ api }: Sessions, [verb, value, ...rest]: readonly string[]): Promise<void> {
  const { methods } = api.ats;
  if (rest.length > 0) throw new Refused(USAGE);
  if (verb === undefined) return show(await methods.getClock({}));
  if (verb === 'freeze' && value === undefined) return show(await methods.setClock({ mode: 'frozen' }));
  if (verb === 'run') {
    const rate = value === undefined ? {} : { rate: Number(value) };
    return show(await methods.setClock({ mode: 'running', ...rate }));
  }
  if (verb !== 'advance' || value === undefined) throw new Refused(USAGE);
  const how = value.includes('T') ? { to: value } : { by: value };
  let { advance }: { advance: Advance } = await methods.advanceClock({ ...how, wait: WAIT_SECONDS });
  while (advance.state === 'Under way') {
    console.log(`${advance.now}  ${Math.floor(advance.progress * 100)} %`);
    ({ advance } = await methods.getClockAdvance({ advanceId: advance.advanceId, wait: WAIT_SECONDS }));
  }
  console.log(`${advance.now}  ${advance.state}`);
  for (const [name, count] of Object.entries(advance.counts)) console.log(`  ${name}: ${count}`);
  if (advance.reason !== null) throw new Refused(advance.reason);
}

function show({ clock: { now, mode, rate } }: { clock: { now: string; mode: string; rate: number } }): void {
  console.log(`${now}  ${mode}${rate > 1 ? `, ${rate} seconds in a second` : ''}`);
}

async function scripts({ api }: Sessions): Promise<void> {
  const { counterpartyId, scripts: all } = await api.ats.methods.getScripts({});
  console.log(`counterparty ${counterpartyId}`);
  for (const { due, action, state, outcome } of all) console.log(`${due}  ${action}  ${state}  ${outcome ?? ''}`);
}

interface Fault {
  readonly faultId: string;
  readonly kind: string;
  readonly methods: readonly string[];
  readonly state: string;
  readonly hits: number;
}

async function fault({ api }: Sessions, [kind, ...rest]: readonly string[]): Promise<void> {
  if (kind === undefined) throw new Refused(USAGE);
  if (kind === 'end') {
    if (rest.length !== 1) throw new Refused(USAGE);
    return showFaults(await api.read('endFault', { faultId: rest[0] }));
  }
  const fields = pairsOf(rest).map(([name, value]) => [name, name === 'methods' ? value.split(',') : value] as const);
  showFaults(await api.read('createFault', { kind, ...Object.fromEntries(fields) }));
}

function pairsOf(texts: readonly string[]): (readonly [name: string, value: string])[] {
  return texts.map((text) => {
    const [, name, value] = /^(\w+)=(.+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new Refused(`${text} is not NAME=VALUE`);
    return [name, value] as const;
  });
}

interface Change {
  readonly changeId: string;
  readonly state: string;
  readonly reason: string | null;
}

/** Until a service that restarts answers again. */
const REOPENED_MS_MAX = 120_000;
const LOOK_MS = 250;

function operatorOf({ operator }: Sessions): ApiSession {
  if (operator === undefined) throw new Refused('the key of the operator is not in the data folder');
  return operator;
}

async function changed(sessions: Sessions, method: MethodName, fields: object): Promise<void> {
  const api = operatorOf(sessions);
  const { change } = (await api.read(method, { ...fields })) as unknown as { change: Change };
  const untilMs = performance.now() + REOPENED_MS_MAX;
  for (let now: Change | null = change; ; await delay(LOOK_MS)) {
    // Refused while it ends, or not answered while it is closed.
    const answer = await api.read('getSnapshots', {}).catch(() => undefined);
    if (answer !== undefined) now = (answer as unknown as { change: Change | null }).change;
    if (now?.changeId === change.changeId && now.state !== 'Waiting') {
      if (now.reason !== null) throw new Refused(now.reason);
      return console.log(now.state);
    }
    if (performance.now() > untilMs) throw new Refused(`the service has not opened again: ${change.changeId} waits`);
  }
}

async function showSnapshots(sessions: Sessions): Promise<void> {
  const { snapshots } = await operatorOf(sessions).read('getSnapshots', {});
  for (const { name, savedAt } of snapshots as { name: string; savedAt: string }[]) console.log(`${savedAt}  ${name}`);
}

function snapshot(sessions: Sessions, [verb, name, ...rest]: readonly string[]): Promise<void> {
  const method = verb === 'save' ? 'saveSnapshot' : verb === 'restore' ? 'restoreSnapshot' : undefined;
  if (method === undefined || name === undefined || rest.length > 0) throw new Refused(USAGE);
  return changed(sessions, method, { name });
}

/** With its key, the operator records both. */
async function record({ api, operator }: Sessions, [file, ...rest]: readonly string[]): Promise<void> {
  if (file === undefined || rest.length > 0) throw new Refused(USAGE);
  await writeFile(file, '', { mode: 0o600 });
  const recorder = operator ?? api;
  await recorder.read('startRecording', operator === undefined ? {} : { clientId: api.clientId });
  const ended = new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  // A signal that is waited for keeps no process running.
  const running = setInterval(() => {}, LONG_MS);
  console.log('calls are recorded; Ctrl C ends it');
  await ended;
  clearInterval(running);
  await recorder.read('endRecording', {});
  const answer = await recorder.read('getRecording', { script: 'Yes' });
  const { recording, script } = answer as unknown as { recording: Recording; script: string };
  await writeFile(file, script);
  const { calls, leftOut } = recording;
  console.log(`${calls} calls are in ${file}${leftOut > 0 ? `; ${leftOut} with files or long bodies are not` : ''}`);
}

interface Recording {
  readonly calls: number;
  readonly leftOut: number;
}

async function replay({ url, credentials }: Sessions, [file, ...rest]: readonly string[]): Promise<void> {
  if (file === undefined) throw new Refused(USAGE);
  await runScript(file, { url, credentials, secrets: new Map(pairsOf(rest)), print: console.log });
}

function showFaults(answer: object): void {
  for (const { faultId, kind, methods, state, hits } of (answer as { faults: readonly Fault[] }).faults) {
    console.log(`${faultId}  ${kind}  ${methods.join(',') || 'all'}  ${state}  ${hits} times`);
  }
}

async function run(sessions: Sessions): Promise<void> {
  const [command, ...args] = sessions.args;
  if (command === 'clock') return clock(sessions, args);
  if (command === 'scripts' && args.length === 0) return scripts(sessions);
  if (command === 'fault') return fault(sessions, args);
  if (command === 'faults' && args.length === 0) return showFaults(await sessions.api.read('getFaults', {}));
  if (command === 'snapshots' && args.length === 0) return showSnapshots(sessions);
  if (command === 'snapshot') return snapshot(sessions, args);
  if (command === 'reset' && args.length === 0) return changed(sessions, 'resetSandbox', {});
  if (command === 'record') return record(sessions, args);
  if (command === 'replay') return replay(sessions, args);
  const [file] = args;
  if (command !== 'seed' || file === undefined || args.length > 1) throw new Refused(USAGE);
  await seed(sessions.api, file);
}

await runDemo('sandbox', run, USAGE);
