/** Views that all places are made of: records, forms, pickers, dialogs, notices and the state of the connection. */
export { AsApiCall, CallText } from './api-call.tsx';
export { colour } from './colours.ts';
export { ConfirmedActions } from './confirmed-actions.tsx';
export { ConnectionState, useStaleness } from './connection.tsx';
export { Confirm, type Counted, Dialog } from './dialog.tsx';
export { DialogButton } from './dialog-button.tsx';
export { download } from './download.ts';
export { Email } from './email.tsx';
export { Choice, TextField } from './fields.tsx';
export { type DrawnField, Form, type FormField } from './form.tsx';
export { FormButton } from './form-button.tsx';
export { Icon, type IconName } from './icons.tsx';
export { LongTable } from './long-table.tsx';
export { MarketBadge, marketOf, NextChange, type State } from './market-badge.tsx';
export { memo } from './memo.ts';
export { Menu } from './menu.tsx';
export { Named, NamesContext } from './named.tsx';
export type { Children, Node } from './node.ts';
export { aboutText, Notices, noticeWord } from './notices.tsx';
export {
  ActionsHead,
  attempt,
  Empty,
  Panel,
  placeholder,
  Scroll,
  Side,
  useLoaded,
  When,
} from './parts.tsx';
export { type Find, findIn, Picker } from './picker.tsx';
export type { PlaceView } from './place-view.ts';
export { type Fact, Facts, RecordLink, RecordView, Section, type Step, Timeline } from './record.tsx';
export { Rows, type RowsColumn } from './rows.tsx';
export { Sealed } from './sealed.tsx';
export { ShownOnce } from './shown-once.tsx';
export { UploadButton } from './upload.tsx';
