import type { Method } from '../../../http/method.ts';
import { retiredMethod } from './retired-method.ts';

export function updateCreditCard(): Method {
  return retiredMethod('updateCreditCard', 'updateLinkedCreditCard');
}
