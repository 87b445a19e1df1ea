/** An action as a program does it: with curl, and with the client library. */
import { useEffect, useState } from 'preact/hooks';
import { type ApiCall, curlOf, rehearse, scriptOf } from '../data/index.ts';
import type { Node } from './node.ts';

export function CallText({ call }: { readonly call: ApiCall }): Node {
  const texts = [
    ['curl', curlOf(call)],
    ['Client library', scriptOf(call)],
  ] as const;
  return (
    <>
      {texts.map(([words, text]) => (
        <div key={words} class="call-text">
          <strong>{words}</strong>
          <button
            type="button"
            class="plain"
            aria-label={`Copy: ${words}`}
            onClick={() => navigator.clipboard?.writeText(text)}
          >
            Copy
          </button>
          <pre>{text}</pre>
        </div>
      ))}
    </>
  );
}

interface Props {
  /** The action, which is rehearsed and not done. */
  readonly work: () => unknown;
  /** Changes with what the action would send. */
  readonly of: string;
  /** It reads, and changes nothing. */
  readonly isRead?: boolean | undefined;
}

export function AsApiCall({ work, of, isRead = false }: Props): Node {
  const [isOpen, open] = useState(false);
  const [call, setCall] = useState<ApiCall | undefined>(undefined);
  useEffect(() => {
    if (isOpen) void rehearse(work, isRead).then(setCall);
  }, [isOpen, of]);
  return (
    <details class="api-call" onToggle={(event: Event) => open((event.target as HTMLDetailsElement).open)}>
      <summary>As API call</summary>
      {call === undefined ? (
        <p class="hint">It appears here once all fields are filled in.</p>
      ) : (
        <CallText call={call} />
      )}
    </details>
  );
}
