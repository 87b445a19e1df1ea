/** Scripts of other sides (Z6). */
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { keepAnswer } from '../shared/change/index.ts';
import { scriptCounterparty } from './script-counterparty.ts';
import { type ScriptDeps, scriptFields, scriptsOf, scriptsSchema } from './script-parts.ts';
import { scriptProvider } from './script-provider.ts';

export type { ScriptDeps } from './script-parts.ts';

const SHOWN_MAX = 200;

export function scriptMethods(deps: ScriptDeps): Method[] {
  return [scriptCounterparty(deps), scriptProvider(deps), getScripts(deps), cancelScript(deps)];
}

function getScripts(deps: ScriptDeps): Method {
  return defineMethod({
    name: 'getScripts',
    path: '/v3/sandbox/scripts',
    verb: 'GET',
    summary: 'Lists what other sides are to do, and did',
    description: `An extension, only in the sandbox (Z6). The newest ${SHOWN_MAX} of the client, newest first.`,
    refusals: [190],
    parameters: {},
    response: scriptsSchema,
    handler: async ({ client: { clientId } }) => {
      const scripts = scriptsOf(deps);
      return scriptFields(scripts, scripts.of(clientId).slice(0, SHOWN_MAX));
    },
  });
}

function cancelScript(deps: ScriptDeps): Method {
  return defineMethod({
    name: 'cancelScript',
    path: '/v3/sandbox/scripts/cancel',
    summary: 'Calls off what another side is to do at a time',
    description: 'An extension, only in the sandbox (Z6). What is done already, or of another client: 404.',
    refusals: [190, 404],
    parameters: { scriptId: required(text({ description: 'as it was answered', maxLength: 100 })) },
    response: scriptsSchema,
    handler: keepAnswer(deps, async ({ client: { clientId }, values: { scriptId } }) => {
      const scripts = scriptsOf(deps);
      const cancelled = scripts.cancel(clientId, scriptId);
      if (cancelled === undefined) throw new ApiError(404);
      return scriptFields(scripts, [cancelled]);
    }),
  });
}
