/** Views that several pages share: tables, fields, notices, the market badge and the state of the connection. */
export { colour } from './colours.ts';
export { ConnectionState, useStaleness } from './connection.ts';
export { Choice, TextField } from './fields.ts';
export { html, type Node } from './html.ts';
export { MarketBadge, marketOf, NextChange, type State } from './market-badge.ts';
export { memo } from './memo.ts';
export { aboutText, Notices, noticeWord } from './notices.ts';
export { attempt, Confirm, Dialog, Empty, Panel, placeholder, Scroll, useLoaded, When } from './parts.ts';
export { Deliveries, type Delivery } from './webhooks.ts';
