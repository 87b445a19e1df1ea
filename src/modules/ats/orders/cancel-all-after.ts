import Type from 'typebox';
import { defineMethod, type Method, TRADING_SCOPE } from '../../../http/methods/index.ts';
import { required, wholeNumber } from '../../../http/parameters/index.ts';
import { type AtsDeps, answerTo, submit } from '../shared/index.ts';

const SECONDS_MAX = 24 * 3600;

/** V48. */
export function cancelAllAfter(deps: AtsDeps): Method {
  return defineMethod({
    name: 'cancelAllAfter',
    scope: TRADING_SCOPE,
    summary: "Cancels all orders of the client unless it is called again in time: a dead man's timer",
    refusals: [503],
    description:
      'An extension. Each call restarts the one timer of the client; 0 disarms it. When it runs out, all live ' +
      'orders, open quotes and reported blocks of the client are cancelled in one step (V47), also after a restart ' +
      'of the venue.',
    parameters: {
      seconds: required(wholeNumber({ minimum: 0, maximum: SECONDS_MAX, description: 'Seconds; 0 disarms.' })),
    },
    response: Type.Object({ seconds: Type.Number() }),
    idempotent: true,
    handler: async (call) => {
      const { seconds } = call.values;
      const command = { type: 'cancelAllAfter', clientId: call.client.clientId, seconds } as const;
      return answerTo(await submit(deps.exchange, call, command), { seconds });
    },
  });
}
