/** The state of the connection to the venue: always visible, in words and not in colour alone. */
import type { Desk, LinkStatus, StreamLink } from '../data/index.ts';
import { readerTime, useTopic } from '../data/index.ts';
import type { Node } from './node.ts';

const WORDS: Readonly<Record<LinkStatus, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  waiting: 'Not connected',
  refused: 'No stream',
  closed: 'Signed out',
};
const SIGNS: Readonly<Record<LinkStatus, string>> = {
  connecting: '◌',
  live: '●',
  waiting: '○',
  refused: '✕',
  closed: '○',
};

export function ConnectionState({ desk }: { readonly desk: Desk }): Node {
  const { link } = desk.session;
  useTopic(link.changed);
  const { status, reason } = link;
  return (
    <span class={`connection ${status}`} role="status" title={reason} data-status={status}>
      <span aria-hidden="true">{SIGNS[status]}</span> {WORDS[status]}
    </span>
  );
}

/** Why prices may be stale; undefined while the stream is live. Drawn again when the connection changes. */
export function useStaleness({ session: { link } }: Desk): string | undefined {
  useTopic(link.changed);
  return staleness(link);
}

function staleness({ status, leftAt, reason }: StreamLink): string | undefined {
  if (status === 'live') return undefined;
  if (status === 'refused') return `Disconnected: ${reason}`;
  return leftAt === 0 ? 'Connecting.' : `Disconnected since ${readerTime(leftAt)}: prices may be stale.`;
}
