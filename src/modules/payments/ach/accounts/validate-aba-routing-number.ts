import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../../http/methods/index.ts';
import { required, text } from '../../../../http/parameters/index.ts';
import { isRoutingNumber } from '../../../../providers/bank/index.ts';
import type { AchServices } from './ach-services.ts';

export function validateABARoutingNumber({ ach }: AchServices): Method {
  return defineMethod({
    name: 'validateABARoutingNumber',
    verb: 'POST',
    group: 'ACH',
    summary: 'Says whether a routing number is valid: nine digits, the last of which checks the others',
    description:
      'With a directory of banks (ROUTING_DIRECTORY_FILE) the answer names the bank, and a number that is not in ' +
      'it is refused too.',
    refusals: [215],
    parameters: { routingNumber: required(text({ description: 'routing number', maxLength: 100 })) },
    response: Type.Object({ accountDetails: Type.String() }),
    handler: ({ values: { routingNumber } }) => {
      if (!isRoutingNumber(routingNumber)) throw new ApiError(215);
      const bank = ach.banks.bank(routingNumber);
      if (bank === undefined && ach.banks.size > 0) throw new ApiError(215, 'routingNumber: no bank has it');
      const accountDetails = bank === undefined ? 'Valid routing number' : `Valid routing number of ${bank.name}`;
      return { fields: { accountDetails } };
    },
  });
}
