/** Wires and checks, which the operator records (A23 to A26). */
export { receiptRail } from './receipt-rail.ts';
export { receiptsModule } from './receipts-module.ts';
