import type { Method } from '../../../http/method.ts';
import { retiredMethod } from './retired-method.ts';

export function addCreditCard(): Method {
  return retiredMethod('addCreditCard', 'linkCreditCard');
}
