/** Views of one subject that several places share: orders, clients, investors and securities. */
export { type Client, clientColumns, findClient, readClients } from './clients.ts';
export { Explanation, Waits } from './explanation.ts';
export { CheckState, findAccount, findPerson, personName } from './investors.ts';
export { buyingPower, type LimitsUsed, useLimits } from './limits-used.ts';
export { LinkedDocuments, LinkList } from './links.ts';
export { cancelOrder, stateWords, termsOf } from './order-words.ts';
export { type Payment, PaymentList, paymentOf, paymentState, RAILS } from './payments.ts';
export { Replace } from './replace.ts';
export { findSecurity, SecurityPicker } from './security-picker.ts';
export { unusualPrice } from './unusual-price.ts';
