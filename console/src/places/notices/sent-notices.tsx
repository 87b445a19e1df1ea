import { type Desk, useTopic } from '../../data/index.ts';
import { aboutText, Empty, type Node, noticeWord, Panel, When } from '../../parts/index.ts';

/** Those of the last twelve hours, newest first. */
export function SentNotices({ desk }: { readonly desk: Desk }): Node {
  useTopic(desk.market.noticed);
  const { notices } = desk.market;
  return (
    <Panel title="Sent notices" name="sent-notices">
      {notices.length === 0 ? (
        <Empty>No notice in the last twelve hours.</Empty>
      ) : (
        <ul class="plain-list">
          {notices.map(({ id, at, severity, text, securityId }) => (
            <li key={id}>
              <When at={at} /> <strong>{noticeWord(severity)}</strong> · {aboutText(desk, securityId)}
              {text}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
