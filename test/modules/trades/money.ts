import { achRail } from '../../../src/modules/payments/ach/index.ts';
import { cardRail } from '../../../src/modules/payments/cards/index.ts';
import { depositRail } from '../../../src/modules/payments/custody/index.ts';

/** Every way in which trades are paid. */
export const MONEY = [achRail, cardRail, depositRail];
