/** How the line to the venue is: always visible, in words and not in colour alone. */
import type { Desk } from './desk.ts';
import { html, type Node } from './html.ts';
import type { Line, LineStatus } from './line.ts';
import { readerTime } from './times.ts';
import { useTopic } from './topic.ts';

const WORDS: Readonly<Record<LineStatus, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  waiting: 'Not connected',
  refused: 'No stream',
  closed: 'Signed out',
};
const SIGNS: Readonly<Record<LineStatus, string>> = {
  connecting: '◌',
  live: '●',
  waiting: '○',
  refused: '✕',
  closed: '○',
};

export function ConnectionState({ desk }: { readonly desk: Desk }): Node {
  const { line } = desk.session;
  useTopic(line.changed);
  const { status, reason } = line;
  return html`<span class=${`connection ${status}`} role="status" title=${reason} data-status=${status}>
    <span aria-hidden="true">${SIGNS[status]}</span> ${WORDS[status]}</span>`;
}

/** Why prices may be stale; undefined while the stream is live. Drawn again when the connection changes. */
export function useStaleness({ session: { line } }: Desk): string | undefined {
  useTopic(line.changed);
  return staleness(line);
}

function staleness({ status, leftAt, reason }: Line): string | undefined {
  if (status === 'live') return undefined;
  if (status === 'refused') return `Disconnected: ${reason}`;
  return leftAt === 0 ? 'Connecting.' : `Disconnected since ${readerTime(leftAt)}: prices may be stale.`;
}
