/** Puts the e-signature provider together as the settings say. */
import type { Config } from '../../config.ts';
import type { ModuleDeps } from '../../modules/shared/deps.ts';
import { signingLink } from '../../modules/signatures/index.ts';
import { type EsignProvider, HostedSigning, SandboxTemplates, TemplateFolder } from '../../providers/esign/index.ts';
import type { PdfWorkshop } from '../../providers/pdf/index.ts';

/** Documents are signed on a page of this server; templates of the folder come before those of the sandbox. */
export function openEsign(
  config: Pick<Config, 'ESIGN_TEMPLATE_DIR' | 'ENVIRONMENT'>,
  parts: Pick<ModuleDeps, 'db' | 'nowUs' | 'publicUrl'> & { readonly pdf: PdfWorkshop },
): EsignProvider {
  const { pdf } = parts;
  const folder = config.ESIGN_TEMPLATE_DIR;
  return new HostedSigning({
    sources: [
      ...(folder === null ? [] : [new TemplateFolder({ folder, pdf })]),
      ...(config.ENVIRONMENT === 'sandbox' ? [new SandboxTemplates({ pdf })] : []),
    ],
    linkTo: (envelopeId) => signingLink(parts, envelopeId),
  });
}
