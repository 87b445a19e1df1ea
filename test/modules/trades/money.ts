import { achMoney } from '../../../src/modules/ach/index.ts';
import { cardMoney } from '../../../src/modules/cards/index.ts';
import { custodyMoney } from '../../../src/modules/custody/index.ts';

/** Every way in which trades are paid. */
export const MONEY = [achMoney, cardMoney, custodyMoney];
