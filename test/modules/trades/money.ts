import { achMoney } from '../../../src/modules/payments/ach/index.ts';
import { cardMoney } from '../../../src/modules/payments/cards/index.ts';
import { custodyMoney } from '../../../src/modules/payments/custody/index.ts';

/** Every way in which trades are paid. */
export const MONEY = [achMoney, cardMoney, custodyMoney];
