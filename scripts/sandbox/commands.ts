/** What each command of `npm run sandbox` does; the arguments are those after its name. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { MethodName } from '../../src/client/index.ts';
import { type ApiSession, Refused } from '../demo/api-session.ts';
import type { Sessions } from '../demo/command.ts';
import { runScript } from './run-script.ts';

interface Advance {
  readonly advanceId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly now: string;
  readonly progress: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** The command has no such form. */
export class WrongUse extends Error {}

const WAIT_SECONDS = 1;
const LONG_MS = 3_600_000;

export async function clock({ api }: Sessions, [verb, value, ...rest]: readonly string[]): Promise<void> {
  const { methods } = api.ats;
  if (rest.length > 0) throw new WrongUse();
  if (verb === undefined) return show(await methods.getClock({}));
  if (verb === 'freeze' && value === undefined) return show(await methods.setClock({ mode: 'frozen' }));
  if (verb === 'run') {
    const rate = value === undefined ? {} : { rate: Number(value) };
    return show(await methods.setClock({ mode: 'running', ...rate }));
  }
  if (verb !== 'advance' || value === undefined) throw new WrongUse();
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

interface Script {
  readonly scriptId: string;
  readonly due: string;
  readonly action: string;
  readonly state: string;
  readonly outcome: string | null;
}

export async function scripts({ api }: Sessions): Promise<void> {
  const { counterpartyId, scripts: all } = await api.ats.methods.getScripts({});
  console.log(`counterparty ${counterpartyId}`);
  showScripts(all);
}

function showScripts(all: readonly Script[]): void {
  for (const { scriptId, due, action, state, outcome } of all) {
    console.log(`${due}  ${action}  ${state}  ${outcome ?? ''}  ${scriptId}`);
  }
}

/** What another side does, at once or later. */
export function play(method: 'scriptCounterparty' | 'scriptProvider') {
  return async ({ api }: Sessions, [action, ...rest]: readonly string[]): Promise<void> => {
    if (action === undefined) throw new WrongUse();
    const answer = await api.read(method, { action, ...Object.fromEntries(pairsOf(rest)) });
    showScripts(answer.scripts as readonly Script[]);
  };
}

export async function script({ api }: Sessions, [verb, scriptId, ...rest]: readonly string[]): Promise<void> {
  if (verb !== 'cancel' || scriptId === undefined || rest.length > 0) throw new WrongUse();
  showScripts((await api.read('cancelScript', { scriptId })).scripts as readonly Script[]);
}

export async function settle({ api }: Sessions, args: readonly string[]): Promise<void> {
  if (args.length === 0) throw new WrongUse();
  const { payment } = await api.read('settlePayment', Object.fromEntries(pairsOf(args)));
  console.log((payment as { readonly status: string }).status);
}

export async function bankFiles(sessions: Sessions): Promise<void> {
  const { files } = await operatorOf(sessions).read('readBankFiles', {});
  const read = files as readonly { fileName: string; outcome: string; reason: string | null }[];
  printAll(
    read.map(({ fileName, outcome, reason }) => `${fileName}  ${outcome}  ${reason ?? ''}`),
    'the bank has put no files',
  );
}

interface Fault {
  readonly faultId: string;
  readonly kind: string;
  readonly methods: readonly string[];
  readonly state: string;
  readonly hits: number;
}

export async function fault({ api }: Sessions, [kind, ...rest]: readonly string[]): Promise<void> {
  if (kind === undefined) throw new WrongUse();
  if (kind === 'end') {
    if (rest.length !== 1) throw new WrongUse();
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

export async function changed(sessions: Sessions, method: MethodName, fields: object): Promise<void> {
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

export async function showSnapshots(sessions: Sessions): Promise<void> {
  const { snapshots } = await operatorOf(sessions).read('getSnapshots', {});
  const all = snapshots as readonly { name: string; savedAt: string }[];
  printAll(
    all.map(({ name, savedAt }) => `${savedAt}  ${name}`),
    'no snapshots; snapshot save NAME makes one',
  );
}

export function snapshot(sessions: Sessions, [verb, name, ...rest]: readonly string[]): Promise<void> {
  const method = verb === 'save' ? 'saveSnapshot' : verb === 'restore' ? 'restoreSnapshot' : undefined;
  if (method === undefined || name === undefined || rest.length > 0) throw new WrongUse();
  return changed(sessions, method, { name });
}

/** With its key, the operator records both. */
export async function record({ api, operator }: Sessions, [file, ...rest]: readonly string[]): Promise<void> {
  if (file === undefined || rest.length > 0) throw new WrongUse();
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

export async function replay({ url, credentials }: Sessions, [file, ...rest]: readonly string[]): Promise<void> {
  if (file === undefined) throw new WrongUse();
  await runScript(file, { url, credentials, secrets: new Map(pairsOf(rest)), print: console.log });
}

export async function faults({ api }: Sessions): Promise<void> {
  showFaults(await api.read('getFaults', {}));
}

function showFaults(answer: object): void {
  const { faults: all } = answer as { readonly faults: readonly Fault[] };
  const lineOf = ({ faultId, kind, methods, state, hits }: Fault) =>
    `${faultId}  ${kind}  ${methods.join(',') || 'all'}  ${state}  ${hits} times`;
  printAll(all.map(lineOf), 'no faults; fault KIND makes one');
}

function printAll(lines: readonly string[], none: string): void {
  console.log(lines.join('\n') || none);
}
