/** The frame of every page: navigation, user, state of the connection, and messages. */
import { useEffect, useState } from 'preact/hooks';
import type { Desk } from './data/index.ts';
import {
  isElsewhere,
  prefer,
  preferences,
  readerTime,
  readerZone,
  useEachSecond,
  useTopic,
  venueTime,
} from './data/index.ts';
import { Help } from './help.ts';
import { listenForKeys } from './keyboard.ts';
import type { Page } from './page.ts';
import { ConnectionState, html, type Node, Notices } from './parts/index.ts';

interface ShellProps {
  readonly desk: Desk;
  readonly leave: () => void;
}

/** The pages that this key has something to see on. */
function pagesOf({ session }: Desk): Page[] {
  const pages: Page[] = [];
  if (session.may('getClob', 'getSecurities')) {
    pages.push({
      name: 'trade',
      title: 'Trade',
      load: async () => (await import('./trader/index.ts')).TraderPage,
    });
  }
  if (session.may('getSecurities', 'getOrdersForApproval', 'getSecuritySettings')) {
    pages.push({
      name: 'issuer',
      title: 'Issuer',
      load: async () => (await import('./issuer/index.ts')).IssuerPage,
    });
  }
  if (session.capabilities.operator) {
    pages.push({
      name: 'operate',
      title: 'Operate',
      load: async () => (await import('./operator/index.ts')).OperatorPage,
    });
  }
  return pages;
}

export function Shell({ desk, leave }: ShellProps): Node {
  const pages = pagesOf(desk);
  const [name, setName] = useState(() => pageName(pages));
  const [isHelping, setHelping] = useState(false);
  useEffect(() => {
    const follow = () => setName(pageName(pages));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => listenForKeys({ desk, pages, help: () => setHelping(true) }), []);
  const page = pages.find((one) => one.name === name);
  return html`<a class="skip" href="#content">To the content</a>
    <header class="bar">
      <strong class="brand">OpenATS</strong>
      <nav aria-label="Pages">${pages.map(
        (one) => html`<a key=${one.name} href=${`#/${one.name}`}
          aria-current=${one.name === name ? 'page' : undefined}>${one.title}</a>`,
      )}</nav>
      <${Clock} />
      <${ConnectionState} desk=${desk} />
      <${ThemeButton} />
      <button type="button" class="plain" onClick=${() => setHelping(true)} aria-label="Keyboard and help"
        title="Keyboard and help (?)">?</button>
      <span class="who" title=${`${desk.session.capabilities.environment}`}>${desk.session.capabilities.name}</span>
      <button type="button" onClick=${leave}>Sign out</button>
    </header>
    <${Notices} desk=${desk} />
    <main id="content" tabindex="-1">
      ${
        page === undefined
          ? html`<p class="empty">This key may see none of the pages.</p>`
          : html`<${PageView}
        key=${page.name} page=${page} desk=${desk} />`
      }
    </main>
    <${Sayings} desk=${desk} />
    ${isHelping ? html`<${Help} desk=${desk} close=${() => setHelping(false)} />` : null}`;
}

function pageName(pages: readonly Page[]): string {
  const asked = location.hash.replace(/^#\//, '');
  return (pages.find(({ name }) => name === asked) ?? pages[0])?.name ?? '';
}

/** Each page is loaded when it is first looked at. */
function PageView({ page, desk }: { readonly page: Page; readonly desk: Desk }): Node {
  const [View, setView] = useState<((props: { desk: Desk }) => Node) | undefined>(undefined);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    document.title = `${page.title} – OpenATS console`;
    page.load().then(
      (view) => setView(() => view),
      () => setFailure('The page could not be loaded: the venue does not answer.'),
    );
  }, []);
  if (failure !== '') return html`<p class="failed" role="alert">${failure}</p>`;
  return View === undefined ? html`<p class="empty">Loading …</p>` : html`<${View} desk=${desk} />`;
}

function Clock(): Node {
  useEachSecond();
  const now = Date.now();
  return html`<span class="clock"><span title="New York, the venue's zone">${venueTime(now)} <abbr
      title="New York">NY</abbr></span>${
        isElsewhere(now) ? html`<span class="reader" title=${readerZone}>${readerTime(now)} here</span>` : null
      }</span>`;
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
  return html`<button type="button" class="plain theme" onClick=${change} aria-label=${title} title=${title}>
    ${THEME_SIGNS[theme]}</button>`;
}

const SAYING_SIGNS = { done: '✓', news: '●', refused: '✕', unsent: '✕', unknown: '?' } as const;
const SAYING_WORDS = { done: '', news: '', refused: 'Refused: ', unsent: 'Not sent: ', unknown: 'Outcome unknown: ' };

function Sayings({ desk }: { readonly desk: Desk }): Node {
  useTopic(desk.said);
  return html`<div class="sayings" role="status" aria-live="polite">${desk.sayings.map(
    ({ id, kind, text }) => html`<p key=${id} class=${`saying ${kind}`}>
      <span><span class="sign" aria-hidden="true">${SAYING_SIGNS[kind]}</span>
        ${SAYING_WORDS[kind]}${text}</span>
      <button type="button" class="plain" aria-label="Close" onClick=${() => desk.unsay(id)}>✕</button></p>`,
  )}</div>`;
}
