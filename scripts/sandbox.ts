/**
 * The sandbox from the command line, for an integrator: each of its methods, and records from a file
 * (docs/api/testing.md). Calls the methods of a running sandbox by the client library.
 *
 *   npm run sandbox -- COMMAND; --help lists the commands, COMMAND --help shows the forms of one and an example
 */
import { Refused } from './demo/api-session.ts';
import { runDemo, type Sessions } from './demo/command.ts';
import {
  bankFiles,
  changed,
  clock,
  fault,
  faults,
  play,
  record,
  replay,
  script,
  scripts,
  settle,
  showSnapshots,
  snapshot,
  WrongUse,
} from './sandbox/commands.ts';
import { seed } from './sandbox/seed.ts';

interface Command {
  /** Each with what it does. */
  readonly forms: readonly (readonly [form: string, says: string])[];
  readonly example: string;
  readonly run: (sessions: Sessions, args: readonly string[]) => Promise<void>;
}

/** A command that takes nothing after its name. */
function plain(run: (sessions: Sessions) => Promise<void>): Command['run'] {
  return (sessions, args) => {
    if (args.length > 0) throw new WrongUse();
    return run(sessions);
  };
}

const COMMANDS: Readonly<Record<string, Command>> = {
  clock: {
    forms: [
      ['', 'shows the clock'],
      ['freeze', 'no time passes from now on'],
      ['run [RATE]', 'time passes, RATE (1) seconds in a second'],
      ['advance SPAN', 'moves it on by 90s, 15m, 36h, 3d, 2w'],
      ['advance INSTANT', 'moves it on to a time such as 2027-01-04T14:30:00Z'],
    ],
    example: 'advance 3d',
    run: clock,
  },
  counterparty: {
    forms: [['ACTION [NAME=VALUE ...]', 'has another client fill, quote, cancel, settle ... for you']],
    example: 'fill orderId=101400 parts=4 after=10m every=1h',
    run: play('scriptCounterparty'),
  },
  provider: {
    forms: [['ACTION [NAME=VALUE ...]', 'has the bank, a card holder, a signer or a reviewer act']],
    example: 'returnDebit refNum=12 code=R10 after=30d',
    run: play('scriptProvider'),
  },
  scripts: { forms: [['', 'shows what other sides are to do, and did']], example: '', run: plain(scripts) },
  script: {
    forms: [['cancel ID', 'calls one off that waits']],
    example: 'cancel 6f1c0a52-9d0e-4a8f-8f33-0d6d2c3f3a11',
    run: script,
  },
  settle: {
    forms: [['NAME=VALUE ...', 'ends a payment']],
    example: 'tradeId=5001 outcome=Settled',
    run: settle,
  },
  'bank-files': { forms: [['', 'reads the files of the bank now']], example: '', run: plain(bankFiles) },
  fault: {
    forms: [
      ['KIND [NAME=VALUE ...]', 'has something go wrong'],
      ['end ID', 'ends one'],
    ],
    example: 'dropAnswer methods=createOrder times=2',
    run: fault,
  },
  faults: {
    forms: [['', 'shows what goes wrong, and how often it has happened']],
    example: '',
    run: plain(faults),
  },
  record: {
    forms: [['FILE', 'records the calls of the client and the operator until Ctrl C, as a script']],
    example: 'session.json',
    run: record,
  },
  replay: {
    forms: [['FILE [NAME=VALUE ...]', 'makes the calls of FILE again; NAME is of a secret that it leaves out']],
    example: 'session.json',
    run: replay,
  },
  seed: {
    forms: [['FILE', 'makes the records of a JSON file']],
    example: 'docs/examples/seed.json',
    run: async ({ api }, [file, ...rest]) => {
      if (file === undefined || rest.length > 0) throw new WrongUse();
      await seed(api, file);
    },
  },
  snapshots: { forms: [['', 'shows the snapshots']], example: '', run: plain(showSnapshots) },
  snapshot: {
    forms: [
      ['save NAME', 'saves the whole sandbox; the service restarts'],
      ['restore NAME', 'brings it back; the service restarts'],
    ],
    example: 'save before-the-raise',
    run: snapshot,
  },
  reset: {
    forms: [['', 'makes it empty; the service restarts']],
    example: '',
    run: plain((sessions) => changed(sessions, 'resetSandbox', {})),
  },
};

/** Of one command with an example, or of all. */
function usage([name = '']: readonly string[]): string {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const shown = command === undefined ? Object.entries(COMMANDS) : [[name, command] as const];
  const lines = shown.flatMap(([word, { forms }]) =>
    forms.map(([form, says]) => `  ${`${word} ${form}`.padEnd(37)} ${says}`),
  );
  const example = command && `\n\nExample:\n  npm run sandbox -- ${`${name} ${command.example}`.trimEnd()}`;
  return `npm run sandbox -- COMMAND [--url URL] [--data-dir FOLDER]\n\n${lines.join('\n')}${example ?? ''}`;
}

async function run(sessions: Sessions): Promise<void> {
  const [name = '', ...args] = sessions.args;
  if (!Object.hasOwn(COMMANDS, name)) throw new Refused(`${name && `there is no command ${name}\n\n`}${usage([])}`);
  try {
    await (COMMANDS[name] as Command).run(sessions, args);
  } catch (error) {
    throw error instanceof WrongUse ? new Refused(usage([name])) : error;
  }
}

await runDemo('sandbox', run, usage);
