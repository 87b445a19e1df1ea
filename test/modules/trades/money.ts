import { achRail } from '../../../src/modules/payments/ach/index.ts';
import { cardRail } from '../../../src/modules/payments/cards/index.ts';
import { depositRail, disbursementMoney } from '../../../src/modules/payments/custody/index.ts';
import { receiptRail } from '../../../src/modules/payments/receipts/index.ts';
import { refundMoney } from '../../../src/modules/trades/index.ts';

/** Every way in which trades are paid, but wires and checks. */
export const MONEY = [achRail, cardRail, depositRail];

/** What the methods of trades ask: those, and wires and checks. */
export const EVERY_RAIL = [...MONEY, receiptRail];

/** Every way in which money of an account moves. */
export const ACCOUNT_MONEY = [...MONEY, disbursementMoney, refundMoney];
