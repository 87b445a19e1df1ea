/**
 * What a page of ours is, which an investor opens by a link: without credentials, often inside a page of the client.
 */
import type { Logger } from 'pino';
import type { Html } from './html.ts';

/** The fields of a form, as they were sent; of one that was sent several times the last. */
export type PageForm = ReadonlyMap<string, string>;

/** Who sent a form. */
export interface PageRequest {
  /** The caller's address, always a valid IP. */
  readonly ip: string;
  readonly log: Logger;
}

/** The content of the page. */
export interface PageView {
  /** HTTP status; 200 when absent. */
  readonly http?: number;
  readonly title: string;
  /** What stands in the element main. */
  readonly main: Html;
  /** Posted to the page that embeds this one, once it is shown; nothing secret, for it may be anybody's. */
  readonly message?: Readonly<Record<string, unknown>>;
}

export interface HostedPage {
  /** One word; the page is served at /pages/<name>?params=<what makes the link>. */
  readonly name: string;
  /** What the page loads in addition to the common style and script: file names (.js, .css) and where they are. */
  readonly assets?: Readonly<Record<string, URL>>;
  /** Further directives of the content security policy, for example { 'frame-src': "'self'" }. */
  readonly policy?: Readonly<Record<string, string>>;
  /** The page of a link; undefined: there is no such link, it was used or has expired. */
  readonly show: (params: string) => Promise<PageView | undefined>;
  /** The answer to a form that was sent; undefined as in show. */
  readonly submit: (params: string, form: PageForm, request: PageRequest) => Promise<PageView | undefined>;
}

/** The address of a page, for those who are given a link. `publicUrl` has no slash at its end. */
export function pageAddress(publicUrl: string, name: string, params: string): string {
  return `${publicUrl}/pages/${name}?params=${params}`;
}
