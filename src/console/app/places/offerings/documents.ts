import { type Desk, type Fields, instantOf, isNoRecord } from '../../data/index.ts';
import { Empty, html, type Node, Section, useLoaded, When } from '../../parts/index.ts';

interface Document {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly url: string;
  readonly createdDate: string;
}

/** Its documents, and the templates of those that investors sign. Links expire. */
export function Documents({ desk, offeringId }: { readonly desk: Desk; readonly offeringId: string }): Node {
  const { value, failure } = useLoaded(() => readDocuments(desk, offeringId), []);
  return html`<${Section} title="Documents">${
    value === undefined || value.length === 0
      ? html`<${Empty}>${
          failure ??
          (value === undefined
            ? 'Reading …'
            : 'No documents. Add one with addDocumentsforOffering, or a template with addSubscriptionsforOffering.')
        }</${Empty}>`
      : html`<ul class="plain-list flush">${value.map(
          ({ id, title, kind, url, createdDate }) => html`<li key=${kind + id}><a href=${url} target="_blank"
            rel="noopener noreferrer">${title}</a> <small>${kind},
            <${When} at=${instantOf(createdDate)} /></small></li>`,
        )}</ul>`
  }</${Section}>`;
}

async function readDocuments({ session }: Desk, offeringId: string): Promise<readonly Document[]> {
  const read = async (method: 'getDocumentsforOffering' | 'getSubscriptionsforOffering') => {
    if (!session.may(method)) return [];
    try {
      return (await session.api.call(method, { offeringId })).document_details as Fields[];
    } catch (error) {
      if (isNoRecord(error)) return [];
      throw error;
    }
  };
  const [documents, templates] = await Promise.all([
    read('getDocumentsforOffering'),
    read('getSubscriptionsforOffering'),
  ]);
  return [
    ...documents.map((one) => ({
      ...{ id: String(one.documentId), title: String(one.documentTitle), kind: String(one.documentName) },
      ...{ url: String(one.url), createdDate: String(one.createdDate) },
    })),
    ...templates.map((one) => ({
      ...{ id: String(one.templateId), title: String(one.templateName), kind: 'template to sign' },
      ...{ url: String(one.templateUrl), createdDate: String(one.createdDate) },
    })),
  ];
}
