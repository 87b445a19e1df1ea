/** Own orders and positions, kept from the events of the client. */
export { type EventListener, EventReader } from './event-reader.ts';
export { OrderStore, type SavedOrders, type StoreChange, type StoredOrder } from './order-store.ts';
export type { Position } from './positions.ts';
