/** The operator's notices to all clients, until the user closes them. */
import { useEffect, useState } from 'preact/hooks';
import type { Desk, Notice } from '../data/index.ts';
import { bothTimes, prefer, preferences, useTopic, venueTime } from '../data/index.ts';
import type { Node } from './node.ts';

const WORDS: Readonly<Record<string, string>> = { info: 'Notice', warning: 'Warning', urgent: 'Urgent notice' };
const SIGNS: Readonly<Record<string, string>> = { info: 'ℹ', warning: '⚠', urgent: '‼' };
const SHOWN_MAX = 3;
/** Of the closed ones, the latest: no reader has more in twelve hours. */
const CLOSED_MAX = 200;

export const noticeWord = (severity: string): string => WORDS[severity] ?? 'Notice';

/** The security of the notice, before its text; empty without one. */
export function aboutText(desk: Desk, securityId: string | null): string {
  if (securityId === null || securityId === '') return '';
  return `${desk.securities.titleOf(securityId)} · `;
}

/**
 * Urgent ones interrupt a screen reader, others wait for a pause. Both regions are always there: one that comes with
 * its text is not read out.
 */
export function Notices({ desk }: { readonly desk: Desk }): Node {
  useTopic(desk.market.noticed);
  const [closed, setClosed] = useState<readonly string[]>(preferences.closedNotices);
  const close = (id: string) => {
    const closedNotices = [...preferences.closedNotices, id].slice(-CLOSED_MAX);
    prefer({ closedNotices });
    setClosed(closedNotices);
  };
  useEffect(() => void desk.market.readNotices(desk.session), []);
  const shown = desk.market.notices.filter(({ id }) => !closed.includes(id)).slice(0, SHOWN_MAX);
  const views = (isUrgent: boolean) =>
    shown
      .filter(({ severity }) => (severity === 'urgent') === isUrgent)
      .map((notice) => <NoticeView key={notice.id} desk={desk} notice={notice} close={() => close(notice.id)} />);
  return (
    <section class="notices" aria-label="Notices of the operator">
      <div role="alert">{views(true)}</div>
      <div role="status">{views(false)}</div>
    </section>
  );
}

interface NoticeProps {
  readonly desk: Desk;
  readonly notice: Notice;
  readonly close: () => void;
}

function NoticeView({ desk, notice, close }: NoticeProps): Node {
  const { at, severity, text, securityId } = notice;
  return (
    <p class={`notice ${severity}`}>
      <span>
        <span class="sign" aria-hidden="true">
          {SIGNS[severity] ?? SIGNS.info}
        </span>{' '}
        <strong>{noticeWord(severity)}</strong> <time title={bothTimes(at)}>{venueTime(at)}</time> ·{' '}
        {aboutText(desk, securityId)}
        {text}
      </span>
      <button type="button" class="plain" aria-label={`Close: ${text}`} onClick={close}>
        ✕
      </button>
    </p>
  );
}
