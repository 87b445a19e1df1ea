import type { PageView } from './hosted-page.ts';
import { type Html, html } from './html.ts';
import type { PageAsset } from './page-assets.ts';

/** Whom the message of a page is posted to: origins, or * for whoever embeds it. */
export type Targets = readonly string[];

/** The whole document. Scripts run in their order once the page is there; none is inline. */
export function pageDocument(view: PageView, assets: readonly PageAsset[], targets: Targets): string {
  const scripts = assets.filter(({ type }) => type.startsWith('text/javascript'));
  const styles = assets.filter(({ type }) => type.startsWith('text/css'));
  const message = view.message && JSON.stringify(view.message);
  const document: Html = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.title}</title>
${styles.map(({ href }) => html`<link rel="stylesheet" href="${href}">\n`)}${scripts.map(
  ({ href }) => html`<script src="${href}" defer></script>\n`,
)}</head>
<body${message === undefined ? undefined : html` data-message="${message}" data-targets="${JSON.stringify(targets)}"`}>
<main>${view.main}</main>
</body>
</html>
`;
  return document.text;
}
