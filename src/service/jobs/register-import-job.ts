import type { Logger } from 'pino';
import { type ImportDeps, importRegister } from '../../modules/imports/index.ts';
import type { Timers } from '../../time/timers.ts';
import { startJob } from '../lifecycle/index.ts';

/** Until all nodes know the rules that import, there is nothing open (J14). */
const PAUSE_MS = 5000;

export interface RegisterImportJob {
  readonly deps: ImportDeps;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Imports what 0.1.0 left outside the register (F18), and logs what a person must look at. */
export function runRegisterImport({ deps, after, log }: RegisterImportJob): () => Promise<void> {
  return startJob({
    failure: 'data of an earlier release could not be imported',
    run: async (stop) => {
      await importRegister(
        deps,
        ({ securityId, trades, left }) => {
          const isAll = left.trades.length + left.matches.length === 0;
          if (isAll) log.info({ securityId, trades }, 'what an earlier release left is in the register');
          else log.warn({ securityId, trades, left: named(left) }, 'not all of an earlier release could be imported');
        },
        stop,
      );
      return PAUSE_MS;
    },
    retryMs: PAUSE_MS,
    after,
    log,
  });
}

/** npm run verify names more. */
const NAMED_MAX = 20;

function named({ trades, matches }: { readonly trades: readonly number[]; readonly matches: readonly number[] }) {
  const first = (ids: readonly number[]) => ({ count: ids.length, first: ids.slice(0, NAMED_MAX) });
  return { trades: first(trades), matches: first(matches) };
}
