import type { Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { getAiDocument } from './get-ai-document.ts';
import { getAiLetter } from './get-ai-letter.ts';
import { getAiRequest } from './get-ai-request.ts';
import { getAiRequests } from './get-ai-requests.ts';
import { requestAiVerification } from './request-ai-verification.ts';
import { updateAiRequest } from './update-ai-request.ts';
import { updateAiVerification } from './update-ai-verification.ts';
import { uploadVerificationDocument } from './upload-verification-document.ts';

/** Whether investors are accredited: requests, documents, letters, and the decisions of the operator. */
export function accreditationModule(services: ModuleServices): Method[] {
  return [
    requestAiVerification(services),
    updateAiRequest(services),
    getAiRequest(services),
    uploadVerificationDocument(services),
    getAiDocument(services),
    getAiLetter(services),
    getAiRequests(services),
    updateAiVerification(services),
  ];
}
