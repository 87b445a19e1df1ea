import type { ExampleIds } from './ids.ts';

/** Calls of the methods of negotiated blocks: the other side is the operator's client. */
export function blockRequests({ securityId, blockId }: ExampleIds) {
  const terms = { securityid: securityId, action: 'Buy', quantity: 5000, price: '10.30' };
  return {
    reportBlock: { ...terms, memberid: '2', counterpartyId: 'C00000001', token: 'my-block-1' },
    getBlocks: {},
    cancelBlock: { blockId, reason: 'Reported twice' },
  };
}
