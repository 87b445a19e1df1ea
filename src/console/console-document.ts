import type { PageFiles } from './built-files.ts';

interface DocumentOptions {
  readonly environment: string;
  /** The folders below /console of the address. */
  readonly folders: readonly string[];
}

/**
 * The document. The app's settings are in attributes: nothing is inline. Addresses are relative to the page: a proxy
 * may serve all under its own path.
 */
export function consoleDocument(files: PageFiles, { environment, folders }: DocumentOptions): string {
  const root = folders.length === 0 ? './' : '../'.repeat(folders.length);
  const address = (path: string) => `${root}console/${path}`;
  const preloads = files.preloads.map((path) => `<link rel="modulepreload" href="${address(path)}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>OpenATS console</title>
<link rel="icon" type="image/svg+xml" href="${address(files.icon)}">
<link rel="stylesheet" href="${address(files.style)}">
${preloads.join('\n')}
<script type="module" src="${address(files.main)}"></script>
</head>
<body>
<div id="app" data-environment="${environment}" data-root="${root}"></div>
<noscript>The console needs JavaScript. All that it does is in the API: <a href="${root}docs">docs</a>.</noscript>
</body>
</html>
`;
}
