import type { Method } from '../../http/methods/index.ts';
import { addDocumentsforOffering } from './add-documents-for-offering.ts';
import { deleteDocumentsforOffering } from './delete-documents-for-offering.ts';
import type { DocumentServices } from './document-services.ts';
import { getDocumentsforOffering } from './get-documents-for-offering.ts';
import { updateOfferingDocument } from './update-offering-document.ts';

/** The documents of offerings, with their watermark. Other records keep their documents in their own modules. */
export function documentsModule(services: DocumentServices): Method[] {
  return [
    addDocumentsforOffering(services),
    getDocumentsforOffering(services),
    updateOfferingDocument(services),
    deleteDocumentsforOffering(services),
  ];
}
