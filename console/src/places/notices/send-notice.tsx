import { useState } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import { aboutText, attempt, Choice, Confirm, type Node, noticeWord, Panel, Picker } from '../../parts/index.ts';
import { findSecurity } from '../../views/index.ts';

const SEVERITIES = [
  ['info', 'for information'],
  ['warning', 'a warning'],
  ['urgent', 'urgent'],
] as const;

/** A notice to all (S30). */
export function SendNotice({ desk }: { readonly desk: Desk }): Node {
  const [text, setText] = useState('');
  const [severity, setSeverity] = useState('info');
  const [securityId, setSecurityId] = useState('');
  const [isAsking, setAsking] = useState(false);
  const ask = (event: Event) => {
    event.preventDefault();
    setAsking(true);
  };
  const send = async () => {
    const fields = { text, severity, ...(securityId === '' ? {} : { securityId }) };
    const work = () => desk.session.api.call('sendNotice', fields);
    if (await attempt(desk, work, 'Notice sent.')) setText('');
  };
  return (
    <Panel title="Notice to all" name="send-notice">
      <form onSubmit={ask}>
        <label>
          Text
          <textarea
            rows={2}
            maxlength={1000}
            required
            value={text}
            onInput={(event: Event) => setText((event.target as HTMLTextAreaElement).value)}
          ></textarea>
        </label>
        <div class="pair">
          <Choice label="It is" choices={SEVERITIES} value={severity} set={setSeverity} />
          <Picker
            label="About a security (may be empty)"
            id="notice-security"
            value={securityId}
            find={findSecurity(desk)}
            set={setSecurityId}
          />
        </div>
        <div class="buttons">
          <button type="submit" disabled={text.trim() === ''}>
            Send …
          </button>
        </div>
      </form>
      {isAsking ? (
        <Confirm
          title="Send a notice to all clients"
          yes="Send"
          isDanger
          close={() => setAsking(false)}
          does={send}
          text="It goes to every client, and cannot be taken back."
        >
          <blockquote>
            <strong>{noticeWord(severity)}</strong> · {aboutText(desk, securityId)}
            {text}
          </blockquote>
        </Confirm>
      ) : null}
    </Panel>
  );
}
