import { type AssetSet, ICON, MAIN, STYLE } from './asset.ts';

/** Addresses are relative to the page: a proxy may serve all under its own path. */
function assetAddress({ version }: Pick<AssetSet, 'version'>, path: string): string {
  return `console/assets/${version}/${path}`;
}

/** The document. The app's settings are in attributes: nothing is inline. */
export function consoleDocument(assets: AssetSet, { environment }: { readonly environment: string }): string {
  const address = (path: string) => assetAddress(assets, path);
  const preloads = assets.first.map((path) => `<link rel="modulepreload" href="${address(path)}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>OpenATS console</title>
<link rel="icon" type="image/svg+xml" href="${address(ICON)}">
<link rel="stylesheet" href="${address(STYLE)}">
${preloads.join('\n')}
<script type="module" src="${address(MAIN)}"></script>
</head>
<body>
<div id="app" data-environment="${environment}"></div>
<noscript>The console needs JavaScript. Everything that it does is in the API: <a href="docs">docs</a>.</noscript>
</body>
</html>
`;
}
