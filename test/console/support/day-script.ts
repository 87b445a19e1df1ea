/**
 * The day of a role as a script: what a person reads, clicks and types on screen, counted. At every step the screen is
 * read as a person reads it: no field name of the API, no UTC, nothing cut at the side; what changes something says
 * what it acts on.
 */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { changeIn, failOnComplaints, isTooWide } from './venue.ts';

/** The sizes that each day is gone through at. */
export const SIZES = [
  ['1440 x 900', { width: 1440, height: 900 }],
  ['390 x 844', { width: 390, height: 844 }],
] as const;
export type Size = (typeof SIZES)[number][1];

/** A day takes at most these. */
export interface Budget {
  /** Buttons, links, choices and keys. */
  readonly clicks: number;
  /** Fields that are written in. */
  readonly entries: number;
  /** Moments at which the reader waits for the venue. */
  readonly waits: number;
}

/** By words of the name, as the chooser of the sandbox has it: trader, back office. */
export interface Role {
  readonly role: string;
  readonly size: Size;
  /** Of the page where the role is chosen. */
  readonly link: string;
  /** Names of records by their ids: a text that has the name names the record. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What is read, not run: examples of calls, and what is folded, are for developers. */
const UNREAD = 'script, style, code, pre, .api-call';
const FIELD_NAME = /\b(?:[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+|[a-z]+(?:_[a-z0-9]+)+)\b/g;
const UTC = /\bUTC\b|\d{4}-\d\d-\d\dT\d\d:\d\d/g;
/** Names of products, written as they are. */
const NO_FIELD_NAMES = /^(?:openats|iPhone|macOS)$/;

export class Day {
  readonly page: Page;
  readonly #names: Readonly<Record<string, string>>;
  readonly #counts = { clicks: 0, entries: 0, waits: 0 };
  /** Why steps were not as they should be. */
  readonly #faults = new Set<string>();
  #step = '';
  /** All that was to read around the last thing that was clicked. */
  #around = '';

  private constructor(page: Page, names: Readonly<Record<string, string>>) {
    this.page = page;
    this.#names = names;
  }

  /** Signs in with the role, and begins where it lands. */
  static async begin(page: Page, { role, size, link, names = {} }: Role): Promise<Day> {
    failOnComplaints(page);
    const day = new Day(page, names);
    page.on('request', (request) => {
      const fields = changeIn(request);
      if (fields !== undefined) day.#changed(request.url(), fields);
    });
    // Elsewhere: UTC on screen is then no time of the reader.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Chicago' });
    await page.context().clearCookies();
    await page.setViewportSize(size);
    await page.goto(link);
    await day.step('signs in', async () => {
      await day.click(page.getByRole('button', { name: new RegExp(`^${role}`, 'i') }));
      await day.waitFor(page.locator('main h1'));
      await day.waitFor(page.locator('.connection[data-status="live"]'));
      const tour = page.getByRole('button', { name: 'Leave the tour' });
      if ((await tour.count()) > 0) await day.click(tour);
    });
    return day;
  }

  /** A part of the day, by the words of the design; afterwards the screen is read. */
  async step(words: string, does: () => Promise<unknown>): Promise<void> {
    this.#step = words;
    await does();
    await this.read();
  }

  /** Reads the screen as it is now. */
  async read(): Promise<void> {
    const text = await this.page.evaluate<string>(`(() => {
      // A drawer that slides in is not where it will be.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      const copy = document.body.cloneNode(true);
      const shown = [...document.body.querySelectorAll('*')].map((one) => one.checkVisibility());
      [...copy.querySelectorAll('*')].filter((_, at) => !shown[at]).forEach((one) => one.remove());
      copy.querySelectorAll(${JSON.stringify(UNREAD)}).forEach((one) => one.remove());
      copy.querySelectorAll('*').forEach((one) => one.append(' '));
      return copy.textContent;
    })()`);
    const found = [...text.matchAll(FIELD_NAME)].map(([name]) => name).filter((name) => !NO_FIELD_NAMES.test(name));
    for (const name of found) this.#fault(`shows the field name ${name}`);
    for (const [time] of text.matchAll(UTC)) this.#fault(`shows ${time}`);
    if (await isTooWide(this.page)) this.#fault('is wider than the window');
  }

  /** To a place: by the side bar, on a telephone by all places. */
  async goTo(title: string): Promise<void> {
    const name = new RegExp(`^${title}( ?\\d.*)?$`);
    const sideBar = this.page.getByRole('navigation', { name: 'Places', exact: true });
    if (await sideBar.isVisible()) await this.click(sideBar.getByRole('link', { name }));
    else {
      const all = this.page.getByRole('navigation', { name: 'All places' });
      await this.click(this.page.getByRole('button', { name: 'More' }));
      await this.click(all.getByRole('link', { name }));
      // It gives the focus back when it closes, from the field that would be written in next.
      await all.waitFor({ state: 'hidden' });
    }
    await this.waitFor(this.page.getByRole('heading', { level: 1, name: title, exact: true }));
  }

  async click(target: Locator): Promise<void> {
    this.#counts.clicks += 1;
    this.#around = await aroundOf(target);
    await target.click();
  }

  /** A key, where no field has the focus. */
  async press(key: string): Promise<void> {
    this.#counts.clicks += 1;
    const focused = this.page.locator(':focus');
    if ((await focused.count()) > 0) this.#around = await aroundOf(focused);
    await this.page.keyboard.press(key);
  }

  async type(field: Locator, text: string): Promise<void> {
    this.#counts.entries += 1;
    await field.fill(text);
  }

  /** By its value or its words. */
  async choose(field: Locator, choice: string): Promise<void> {
    this.#counts.entries += 1;
    await field.selectOption(choice);
  }

  /** For something that the venue answers. */
  async waitFor(target: Locator): Promise<void> {
    this.#counts.waits += 1;
    await target.first().waitFor({ state: 'attached' });
  }

  /** It is on screen without scrolling, and nothing lies over its middle. */
  async seesAtOnce(target: Locator, what: string): Promise<void> {
    await target.first().waitFor();
    const isInView = () =>
      target.first().evaluate((element) => {
        const one = element as unknown as Element;
        const { top, bottom, left, right } = one.getBoundingClientRect();
        const page = one.ownerDocument;
        const { innerHeight, innerWidth } = page.defaultView;
        if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return false;
        const over = page.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return over !== null && (one.contains(over) || over.contains(one));
      });
    await expect.poll(isInView, { message: `${this.#step}: ${what} in view` }).toBe(true);
  }

  /** Says yes in a dialog whose title names what is acted on. */
  async confirm(target: RegExp, yes: string | RegExp): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.waitFor();
    const title = await dialog.getByRole('heading').first().innerText();
    if (!target.test(title)) this.#fault(`asks "${title}", which does not name ${target}`);
    await this.read();
    await this.click(dialog.locator('button[type="submit"]', { hasText: yes }));
  }

  /** All of the day was as it should be, and within its budget. */
  end(budget: Budget): void {
    expect([...this.#faults]).toEqual([]);
    for (const [name, most] of Object.entries(budget)) {
      const count = this.#counts[name as keyof Budget];
      expect(count, `${name} of the day`).toBeLessThanOrEqual(most);
    }
  }

  #fault(words: string): void {
    this.#faults.add(`${this.#step}: ${words}`);
  }

  /** What was clicked said which record it changes: an id of the call or the name of it was to read around it. */
  #changed(url: string, fields: Readonly<Record<string, unknown>>): void {
    const isId = (name: string) => /id$/i.test(name) && !/^(?:member|issuer|request)id$/i.test(name);
    const ids = Object.entries(fields).filter(([name]) => isId(name));
    const named = ids.flatMap(([, id]) => [String(id), this.#names[String(id)] ?? String(id)]);
    if (named.length > 0 && !named.some((name) => this.#around.includes(name))) {
      this.#fault(`${url.split('/').at(-1)} changes ${named.join(', ')}, which nothing around the button names`);
    }
  }
}

/** Its own name, and the text of the row, dialog, form, panel and record that it is in. */
async function aroundOf(target: Locator): Promise<string> {
  return target.first().evaluate((element) => {
    const one = element as unknown as Element;
    const parts = ['tr', 'form', 'dialog', 'section', 'article', 'aside'].map((name) => one.closest(name));
    const textOf = (part: Element | null) => `${part?.textContent ?? ''} ${part?.getAttribute('aria-label') ?? ''}`;
    const fields = one.closest('form')?.querySelectorAll('input, textarea') ?? [];
    return [...[one, ...parts].map(textOf), ...[...fields].map(({ value }) => value)].join(' ');
  });
}

/** What is asked of an element of the page. */
interface Element {
  readonly textContent: string;
  readonly ownerDocument: {
    readonly defaultView: Readonly<Record<'innerHeight' | 'innerWidth', number>>;
    elementFromPoint(x: number, y: number): Element | null;
  };
  /** Of a field. */
  readonly value: string;
  closest(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
  contains(other: Element): boolean;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;
}
