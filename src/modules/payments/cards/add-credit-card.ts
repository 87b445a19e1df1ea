import type { Method } from '../../../http/methods/index.ts';
import { retiredMethod } from './retired-method.ts';

export function addCreditCard(): Method {
  return retiredMethod('addCreditCard', 'linkCreditCard');
}
