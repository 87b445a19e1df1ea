/**
 * An offering for trying things out: up to $1,000,000 of shares at $10, open until the end of 2030; createOffering
 * takes it.
 */
export function demoOffering(issuerId: string | number, issueName: string) {
  return {
    issuerId,
    issueName,
    issueType: 'Equity',
    targetAmount: '500000',
    minAmount: '100',
    maxAmount: '1000000',
    unitPrice: '10',
    startDate: '01-02-2026',
    endDate: '12-31-2030',
    offeringText: 'A security for trying things out',
    stampingText: 'Example',
  };
}
