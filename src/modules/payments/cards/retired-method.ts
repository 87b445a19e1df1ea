import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { GROUP } from './cards-services.ts';

/** A method that took the number of a card, and does nothing any more (999). */
export function retiredMethod(name: string, use: string): Method {
  return defineMethod({
    name,
    verb: 'POST',
    group: GROUP,
    summary: `Does nothing; use ${use}`,
    description:
      'Every call is answered with 999, whatever it sends; the name is kept, so that integrations learn why.',
    deprecated: true,
    // It changes nothing, with a key or without.
    idempotent: true,
    refusals: [999],
    parameters: {},
    response: Type.Object({}),
    handler: () => {
      throw new ApiError(999, `use ${use}`);
    },
  });
}
