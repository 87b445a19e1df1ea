import type { Method } from '../../../http/methods/index.ts';
import { retiredMethod } from './retired-method.ts';

export function getCreditCard(): Method {
  return retiredMethod('getCreditCard', 'getLinkedCreditCard');
}
