import type { EsignProvider, EsignTemplate } from './esign-provider.ts';

/** Where templates come from. */
export interface TemplateSource {
  templates(): Promise<readonly EsignTemplate[]>;
  contentOf(templateId: string): Promise<Uint8Array | undefined>;
}

/**
 * Has documents signed on a page of this server. It sends no mail: the signer gets to the page by the link that the
 * client asks for.
 */
export class HostedSigning implements EsignProvider {
  readonly #sources: readonly TemplateSource[];
  readonly #linkTo: (envelopeId: string) => Promise<string>;

  constructor(options: {
    /** A template that several have is the first one's. */
    readonly sources: readonly TemplateSource[];
    readonly linkTo: (envelopeId: string) => Promise<string>;
  }) {
    this.#sources = options.sources;
    this.#linkTo = options.linkTo;
  }

  async templates(): Promise<readonly EsignTemplate[]> {
    const byId = new Map<string, EsignTemplate>();
    for (const source of this.#sources) {
      for (const template of await source.templates()) {
        if (!byId.has(template.templateId)) byId.set(template.templateId, template);
      }
    }
    return [...byId.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async contentOf(templateId: string): Promise<Uint8Array | undefined> {
    for (const source of this.#sources) {
      const content = await source.contentOf(templateId);
      if (content !== undefined) return content;
    }
    return undefined;
  }

  async send(): Promise<void> {}

  signingUrl(envelopeId: string): Promise<string> {
    return this.#linkTo(envelopeId);
  }
}
