import type { PdfWorkshop } from '../pdf/index.ts';
import type { EsignTemplate } from './esign-provider.ts';

/** The day that the templates of the sandbox say they were made on. */
const MADE_MS = Date.UTC(2026, 0, 2);

interface Words {
  readonly name: string;
  readonly description: string;
  readonly paragraphs: readonly string[];
}

/** Made up: they show how a document is signed, and bind nobody. */
const TEMPLATES: Readonly<Record<string, Words>> = {
  'example-subscription-agreement': {
    name: 'Example Subscription Agreement',
    description: 'An investor subscribes to units of an offering',
    paragraphs: [
      'This document is an example of the sandbox. It binds nobody.',
      '1. Subscription. The undersigned subscribes to the units of the offering that were ordered on the ' +
        'platform, at the price that was shown when they were ordered.',
      '2. Payment. The amount is paid by the way that was chosen with the order. Units are issued when the ' +
        'offering closes.',
      '3. Risk. The undersigned has read the documents of the offering and can bear the loss of the whole amount.',
      '4. Resale. The units are not registered. They may be sold only as the law and the documents of the ' +
        'offering allow.',
      '5. Electronic signature. The undersigned agrees to sign this document electronically, and to get it in ' +
        'electronic form.',
    ],
  },
  nda: {
    name: 'Example Non-Disclosure Agreement',
    description: 'An investor keeps to himself what he learns of an offering',
    paragraphs: [
      'This document is an example of the sandbox. It binds nobody.',
      '1. Purpose. The undersigned receives documents of an offering in order to decide whether to invest.',
      '2. Secrecy. The undersigned shows them to nobody but his advisers, who keep them secret as he does, for ' +
        'two years.',
      '3. Exceptions. Information that is public, or that the law requires to be disclosed, is not confidential.',
      '4. Electronic signature. The undersigned agrees to sign this document electronically, and to get it in ' +
        'electronic form.',
    ],
  },
};

/** The templates of the sandbox, each made when it is first asked for. */
export class SandboxTemplates {
  readonly #pdf: Pick<PdfWorkshop, 'compose'>;
  readonly #made = new Map<string, Promise<Uint8Array>>();

  constructor(options: { readonly pdf: Pick<PdfWorkshop, 'compose'> }) {
    this.#pdf = options.pdf;
  }

  async templates(): Promise<EsignTemplate[]> {
    return Object.entries(TEMPLATES).map(([templateId, { name, description }]) => ({
      templateId,
      name,
      description,
      createdMs: MADE_MS,
      modifiedMs: MADE_MS,
      pages: 1,
    }));
  }

  async contentOf(templateId: string): Promise<Uint8Array | undefined> {
    if (!Object.hasOwn(TEMPLATES, templateId)) return undefined;
    const { name, paragraphs } = TEMPLATES[templateId]!;
    const made = this.#made.get(templateId) ?? this.#pdf.compose(name, paragraphs);
    this.#made.set(templateId, made);
    // What failed once may succeed for the next one.
    made.catch(() => this.#made.delete(templateId));
    return Uint8Array.from(await made);
  }
}
