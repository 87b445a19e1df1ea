import type { Method } from '../../../http/methods/index.ts';
import { retiredMethod } from './retired-method.ts';

export function updateCreditCard(): Method {
  return retiredMethod('updateCreditCard', 'updateLinkedCreditCard');
}
