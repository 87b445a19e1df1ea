/** Above every place: the way to find anything, the time, the connection, messages and the user. */
import { useState } from 'preact/hooks';
import {
  bothTimes,
  type Desk,
  isElsewhere,
  type Message,
  prefer,
  preferences,
  readerTime,
  readerZone,
  useEachSecond,
  useTopic,
  venueNow,
  venueTime,
} from './data/index.ts';
import { ConnectionState, Empty, Icon, Menu, type Node } from './parts/index.ts';
import { SIGNS, WORDS } from './sayings.tsx';

interface TopBarProps {
  readonly desk: Desk;
  readonly leave: () => void;
  /** Of the place. */
  readonly title: string;
  readonly help: () => void;
  readonly palette: () => void;
}

export function TopBar({ desk, leave, title, help, palette }: TopBarProps): Node {
  const { name, environment, user } = desk.session.capabilities;
  return (
    <header class="bar">
      <strong class="here">{title}</strong>
      <button type="button" class="find" onClick={palette} title="Find a place, a record or an action (Ctrl K)">
        <Icon name="search" />
        <span>Find anything</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <Clock />
      <ConnectionState desk={desk} />
      <InboxMenu desk={desk} />
      <ThemeButton />
      <button type="button" class="plain" onClick={help} aria-label="Keyboard and help" title="Keyboard and help (?)">
        ?
      </button>
      <span class="who" title={`${name}, ${environment}`}>
        {user?.name ?? name}
      </span>
      <button type="button" class="leave" onClick={leave}>
        Sign out
      </button>
    </header>
  );
}

function Clock(): Node {
  useEachSecond();
  const now = venueNow();
  return (
    <span class="clock">
      <span title="New York, the venue's zone">
        {venueTime(now)} <abbr title="New York">NY</abbr>
      </span>
      {isElsewhere(now) ? (
        <span class="reader" title={readerZone}>
          {readerTime(now)} here
        </span>
      ) : null}
    </span>
  );
}

const THEMES = { system: 'light', light: 'dark', dark: 'system' } as const;
const THEME_SIGNS = { system: '◐', light: '☀', dark: '☾' } as const;

function ThemeButton(): Node {
  const [theme, setTheme] = useState(preferences.theme);
  const next = THEMES[theme];
  const change = () => {
    prefer({ theme: next });
    setTheme(next);
  };
  const title = `Colours: ${theme}. Change to ${next}`;
  return (
    <button type="button" class="plain theme" onClick={change} aria-label={title} title={title}>
      {THEME_SIGNS[theme]}
    </button>
  );
}

/** Messages stay until they are read. */
function InboxMenu({ desk: { inbox } }: { readonly desk: Desk }): Node {
  useTopic(inbox.changed);
  const { messages, unread } = inbox;
  const [hasSound, setSound] = useState(preferences.hasSound);
  const switchSound = () => {
    prefer({ hasSound: !hasSound });
    setSound(!hasSound);
  };
  const title = unread === 0 ? 'Messages' : `Messages: ${unread} unread`;
  return (
    <Menu
      title={title}
      isLeftward
      words={
        <>
          <Icon name="inbox" />
          {unread === 0 ? null : <span class="unread">{unread}</span>}
        </>
      }
    >
      <div class="inbox">
        <div class="inbox-head">
          <h2>Messages</h2>
          <label class="check">
            <input type="checkbox" checked={hasSound} onChange={switchSound} /> Sound
          </label>
          <button type="button" disabled={unread === 0} onClick={() => inbox.read()}>
            Mark all as read
          </button>
        </div>
        {messages.length === 0 ? (
          <Empty>
            No messages. Fills, ends and rejections of orders, failures and unknown outcomes stay here until you read
            them.
          </Empty>
        ) : (
          <ul tabindex={0} aria-label="Messages">
            {messages.map((one) => (
              <MessageView key={one.id} message={one} read={() => inbox.read(one.id)} />
            ))}
          </ul>
        )}
      </div>
    </Menu>
  );
}

function MessageView({ message, read }: { readonly message: Message; readonly read: () => void }): Node {
  const { at, kind, text, path, isRead } = message;
  return (
    <li class={isRead ? 'read' : ''}>
      <time title={bothTimes(at)}>{venueTime(at)}</time>
      <span>
        <span class="sign" aria-hidden="true">
          {SIGNS[kind]}
        </span>{' '}
        {WORDS[kind]}
        {text}{' '}
        {path === '' ? null : (
          <a href={path} onClick={read}>
            Open
          </a>
        )}
      </span>
      {isRead ? null : (
        <button type="button" class="plain" aria-label={`Read: ${text}`} onClick={read}>
          ✓
        </button>
      )}
    </li>
  );
}
