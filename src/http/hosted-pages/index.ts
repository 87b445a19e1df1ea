/** Pages of ours that an investor opens by a link: headers, documents, static files. What they do is their modules'. */

export { contentPolicy, PAGE_HEADERS } from './content-policy.ts';
export { type HostedPage, type PageForm, type PageRequest, type PageView, pageAddress } from './hosted-page.ts';
export { fragment, type Html, h, htmlDocument, table, trusted } from './html.ts';
export { hostedPages } from './pages-plugin.ts';
export { lazily, type PreparedFile, sendPrepared, takesEncoding, versionOf } from './prepared-file.ts';
