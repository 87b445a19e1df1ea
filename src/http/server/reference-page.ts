/** The page at /docs: Scalar's reference, set to load everything from this server. */
import { html } from '../hosted-pages/index.ts';

/** What Scalar would load or send elsewhere is off; the policy of the page would stop it anyway. */
const SETTINGS = {
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: false,
  hideModels: true,
  // The name of a method says more than its summary to a reader who looks for it.
  operationTitleSource: 'path',
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'OpenATS API' },
};

export interface PageParts {
  readonly scriptPath: string;
  readonly documentPath: string;
  /** `<client id>:<key>`, filled in for a reader who tries a method. */
  readonly token: string | undefined;
}

export function referencePage({ scriptPath, documentPath, token }: PageParts): string {
  const authentication = {
    preferredSecurityScheme: 'bearerCredentials',
    ...(token === undefined ? {} : { securitySchemes: { bearerCredentials: { token } } }),
  };
  const settings = JSON.stringify({ ...SETTINGS, authentication });
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>OpenATS API</title>
  </head>
  <body>
    <noscript>This page needs JavaScript. The same is in <a href="${documentPath}">${documentPath}</a>.</noscript>
    <script id="api-reference" type="application/json" data-url="${documentPath}"
      data-configuration="${settings}"></script>
    <script src="${scriptPath}"></script>
  </body>
</html>
`.text;
}
