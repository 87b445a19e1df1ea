/** Views that all places are made of: records, forms, pickers, dialogs, notices and the state of the connection. */
export { AsApiCall, CallText } from './api-call.ts';
export { colour } from './colours.ts';
export { ConfirmedActions } from './confirmed-actions.ts';
export { ConnectionState, useStaleness } from './connection.ts';
export { Choice, TextField } from './fields.ts';
export { Form, type FormField } from './form.ts';
export { FormButton } from './form-button.ts';
export { type Children, html, type Node } from './html.ts';
export { Icon, type IconName } from './icons.ts';
export { MarketBadge, marketOf, NextChange, type State } from './market-badge.ts';
export { memo } from './memo.ts';
export { Menu } from './menu.ts';
export { aboutText, Notices, noticeWord } from './notices.ts';
export { attempt, Confirm, Dialog, Empty, Panel, placeholder, Scroll, Side, useLoaded, When } from './parts.ts';
export { type Find, findIn, Picker } from './picker.ts';
export type { PlaceView } from './place-view.ts';
export { type Fact, Facts, RecordLink, RecordView, Section, type Step, Timeline } from './record.ts';
export { UploadButton } from './upload.ts';
