import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PdfWorkshop } from '../pdf/index.ts';
import type { EsignTemplate } from './esign-provider.ts';

/** The day that the templates of the sandbox say they were made on. */
const MADE_MS = Date.UTC(2026, 0, 2);

interface Words {
  readonly name: string;
  readonly description: string;
  readonly paragraphs: readonly string[];
}

/** Made up: they show how a document is signed, and bind nobody. Each is a file of the folder of this name. */
const TEMPLATES: Readonly<Record<string, Words>> = {
  'example-subscription-agreement': wordsOf('example-subscription-agreement'),
  nda: wordsOf('nda'),
};

/** A heading, the description, and the paragraphs, a blank line between. */
function wordsOf(templateId: string): Words {
  const text = readFileSync(join(import.meta.dirname, 'sandbox-templates', `${templateId}.md`), 'utf8');
  const [heading = '', description = '', ...paragraphs] = text
    .split('\n\n')
    .map((part) => part.replaceAll('\n', ' ').trim());
  return { name: heading.replace('# ', ''), description, paragraphs };
}

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
