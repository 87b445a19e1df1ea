import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PdfBusy, type PdfWorkshop, pdfStart } from '../pdf/index.ts';
import { type EsignTemplate, EsignUnavailable } from './esign-provider.ts';

/** Templates that a folder may have, and the size of each in bytes. */
const TEMPLATES_MAX = 500;
const TEMPLATE_BYTES_MAX = 20 * 1024 * 1024;

const FILE_NAME = /^([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*)\.pdf$/;

interface Seen {
  readonly stamp: string;
  readonly pages: number;
}

/**
 * Templates that are PDF files of a folder: subscription-agreement.pdf is the template subscription-agreement. What
 * is no readable PDF of up to 20 MB is passed over. Asked again with every call, so that files can come and go.
 */
export class TemplateFolder {
  readonly #folder: string;
  readonly #pdf: Pick<PdfWorkshop, 'check'>;
  /** Pages of the files as they were when they were last read. */
  readonly #seen = new Map<string, Seen>();

  constructor(options: { readonly folder: string; readonly pdf: Pick<PdfWorkshop, 'check'> }) {
    this.#folder = options.folder;
    this.#pdf = options.pdf;
  }

  async templates(): Promise<EsignTemplate[]> {
    const names = (await this.#read()).filter((name) => FILE_NAME.test(name)).sort();
    const templates: EsignTemplate[] = [];
    for (const name of names.slice(0, TEMPLATES_MAX)) {
      const template = await this.#template(name);
      if (template !== undefined) templates.push(template);
    }
    return templates;
  }

  async contentOf(templateId: string): Promise<Uint8Array | undefined> {
    const name = `${templateId}.pdf`;
    if (!FILE_NAME.test(name) || (await this.#template(name)) === undefined) return undefined;
    const file = await readFile(join(this.#folder, name)).catch(() => undefined);
    // The signature is appended with places that count from the header.
    return file?.subarray(Math.max(0, pdfStart(file)));
  }

  async #template(name: string): Promise<EsignTemplate | undefined> {
    const path = join(this.#folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined || !facts.isFile() || facts.size > TEMPLATE_BYTES_MAX) return undefined;
    const stamp = `${facts.size} ${facts.mtimeMs}`;
    const known = this.#seen.get(name);
    const pages = known?.stamp === stamp ? known.pages : await this.#pagesOf(path);
    // Where too many files wait to be read, this one is asked for again.
    if (pages !== undefined) this.#seen.set(name, { stamp, pages });
    if (!pages) return undefined;
    const templateId = name.replace(/\.pdf$/, '');
    return {
      templateId,
      name: templateId.replaceAll(/[-_]/g, ' '),
      description: '',
      createdMs: facts.birthtimeMs || facts.mtimeMs,
      modifiedMs: facts.mtimeMs,
      pages,
    };
  }

  /** 0 for a file that cannot be read; undefined where it was not read. */
  async #pagesOf(path: string): Promise<number | undefined> {
    try {
      return await this.#pdf.check({ path });
    } catch (error) {
      return error instanceof PdfBusy ? undefined : 0;
    }
  }

  async #read(): Promise<string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      throw new EsignUnavailable('the folder of templates cannot be read', { cause: error });
    }
  }
}
