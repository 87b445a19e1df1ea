/** What the methods of scripts share (Z6). */
import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import type { BlockReads, Markets, OrderReads } from '../../exchange/api/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ApiError, namedObject } from '../../http/methods/index.ts';
import { optional, type ValuesOf } from '../../http/parameters/index.ts';
import type { Microseconds } from '../../time/units.ts';
import type { OrderSources } from '../ats/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { instant, textOrNull } from '../shared/values/index.ts';
import type { SandboxScripts, Script } from './scripts.ts';
import { span } from './span.ts';

/** Where orders, blocks and matches are read. */
export type Trading = Pick<OrderSources, 'history'> & {
  readonly exchange: OrderReads & BlockReads & Pick<Markets, 'security'>;
};

export interface ScriptDeps extends ModuleDeps {
  /** Absent where the sandbox has several nodes. */
  readonly scripts?: SandboxScripts | undefined;
  readonly trading?: Trading;
}

const scriptSchema = namedObject('SandboxScript', {
  scriptId: Type.String(),
  action: Type.String(),
  state: Type.Enum(['Waiting', 'Done', 'Failed', 'Cancelled']),
  due: Type.String({ description: 'RFC 3339, UTC, with microseconds, by the clock of the sandbox.' }),
  outcome: textOrNull('What was answered, as JSON, or why it failed.'),
});
export const scriptsSchema = Type.Object({
  counterpartyId: Type.String({ description: 'The client that takes the other side.' }),
  scripts: Type.Array(scriptSchema),
});

/** At once when both are absent. */
export const when = {
  after: optional(span('How much later by the clock of the sandbox, such as 15m or 3d; at once when absent.')),
  at: optional(instant('At this time of the sandbox, in place of after.')),
};

export function dueOf(deps: ScriptDeps, { after, at }: ValuesOf<typeof when>): Microseconds {
  if (after !== undefined && at !== undefined) throw malformedCall('method', 'at', 'Not together with after');
  const now = deps.nowUs();
  if (at !== undefined && at < now)
    throw malformedCall('method', 'at', `Time does not go back: it is ${formatInstant(now)}`);
  return at ?? now + (after ?? 0);
}

export function scriptsOf({ scripts }: ScriptDeps): SandboxScripts {
  if (scripts === undefined) throw new ApiError(190, 'a sandbox with several nodes has no scripts');
  return scripts;
}

export function tradingOf({ trading }: ScriptDeps): Trading {
  if (trading === undefined) throw new Error('scripts need a venue');
  return trading;
}

export function scriptFields(scripts: SandboxScripts, some: readonly Script[]) {
  const fields = some.map(({ scriptId, action, state, dueUs, outcome }) => ({
    scriptId,
    action,
    state,
    due: formatInstant(dueUs),
    outcome,
  }));
  return { fields: { counterpartyId: scripts.counterpartyId, scripts: fields } };
}
