/** The two ends of the link between nodes, on real sockets. */
import { vi } from 'vitest';
import { CommandServer, type CommandServerDeps } from '../../src/cluster/link/command-server.ts';
import { LeaderLink } from '../../src/cluster/link/leader-link.ts';
import type { Answer, Welcome } from '../../src/cluster/link/messages.ts';
import { linkKeys } from '../../src/cluster/link/proof.ts';
import { accepted, type Command } from '../../src/exchange/api/index.ts';
import { systemTimers, type Timers } from '../../src/time/timers.ts';
import type { UseReport } from '../../src/usage/index.ts';
import { closeAfterTest } from '../support/cleanup.ts';

const KEYS = linkKeys('the key of the venue');
export const HOST = '127.0.0.1';
export const quiet = { warn: vi.fn() };
/** The second that is usual fails on a busy machine. */
export const waitFor = (isSo: () => void) => vi.waitFor(isSo, { timeout: 60_000, interval: 5 });

export const idCommand = (id: number): Command => ({ type: 'id', kind: 'note', id });

export async function leader(options: Partial<CommandServerDeps> = {}) {
  let sequence = 0;
  const submitted: Command[] = [];
  const state: { epoch: number | undefined } = { epoch: 7 };
  const gone: string[] = [];
  const server = new CommandServer({
    keys: KEYS,
    tls: undefined,
    epoch: () => state.epoch,
    sequence: () => sequence,
    submit: async (command) => {
      submitted.push(command);
      sequence++;
      return accepted(null);
    },
    onWebhooks: () => {},
    onUse: () => {},
    counted: () => [],
    onGone: async (process) => gone.push(process),
    timers: systemTimers,
    log: quiet,
    ...options,
  });
  const port = await server.listen(HOST, 0);
  closeAfterTest(() => server.close());
  return { server, port, submitted, state, gone };
}

interface NodeOptions {
  readonly keys?: readonly Buffer[];
  readonly process?: string;
  readonly tls?: CommandServerDeps['tls'];
  readonly timers?: Timers;
}

export function node(port: number, options: NodeOptions = {}) {
  const { keys = KEYS, process = 'node-2 a', tls, timers = systemTimers } = options;
  const welcomes: Welcome[] = [];
  const answers: Answer[] = [];
  const positions: number[] = [];
  const uses: UseReport[] = [];
  const link = new LeaderLink({
    keys,
    tls,
    process,
    timers,
    onWelcome: (welcome) => welcomes.push(welcome),
    onAnswers: (some) => answers.push(...some),
    onPosition: (sequence) => positions.push(sequence),
    onUse: (report) => uses.push(report),
    onClosed: () => {},
    log: quiet,
  });
  closeAfterTest(() => link.end());
  link.aim(`${HOST}:${port}`);
  return { link, welcomes, answers, positions, uses };
}
