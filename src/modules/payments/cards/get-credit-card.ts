import type { Method } from '../../../http/method.ts';
import { retiredMethod } from './retired-method.ts';

export function getCreditCard(): Method {
  return retiredMethod('getCreditCard', 'getLinkedCreditCard');
}
